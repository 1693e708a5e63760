// What went wrong, in the server's words, with its hint and lines.

import { ApiError } from "../api/client";
import { useLab } from "../lab";

export function Problem({ error }: { error: unknown }) {
  const { words } = useLab();
  if (!error) return null;
  const { title, hint, lines } = described(error, words.common);
  return (
    <div class="problem" role="alert">
      <p class="title">
        <bdi>{title}</bdi>
      </p>
      {hint && (
        <p>
          <bdi>{hint}</bdi>
        </p>
      )}
      {lines.length > 0 && <pre dir="auto" tabIndex={0}>{lines.join("\n")}</pre>}
    </div>
  );
}

interface CommonWords {
  unreachable: string;
  unreachableHint: string;
  failed: string;
  notFound: string;
}

function described(error: unknown, words: CommonWords): { title: string; hint: string | null; lines: string[] } {
  if (!(error instanceof ApiError)) return { title: words.failed, hint: String(error), lines: [] };
  if (error.status === 0) return { title: words.unreachable, hint: words.unreachableHint, lines: [] };
  const fallback = error.status === 404 ? words.notFound : words.failed;
  return { title: error.message || fallback, hint: error.hint, lines: error.lines };
}
