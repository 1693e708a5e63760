// The files of the plans folder, those that can be run first.

import type { PlanFile } from "../api/types";
import { useLab } from "../lab";
import { Foreign } from "../parts/foreign";
import { withQuery, type Place } from "../route";

interface FileListProps {
  files: PlanFile[];
  loaded: boolean;
  chosen: string | null;
  place: Place;
}

const ORDER: PlanFile["kind"][] = ["study", "plan", "har", "data", "other"];

export function FileList({ files, loaded, chosen, place }: FileListProps) {
  const { words, format } = useLab();
  const text = words.start;
  const rank = (file: PlanFile) => ORDER.indexOf(file.kind);
  const sorted = [...files].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
  return (
    <nav class="files" aria-label={text.files}>
      <h2>{text.files}</h2>
      {loaded && files.length === 0 && <p class="empty">{text.noFiles}</p>}
      <ul class="plain">
        {sorted.map((file) => (
          <li key={file.path}>
            <a
              href={withQuery(place, { file: file.path, from: null, new: null })}
              aria-current={file.path === chosen ? "true" : undefined}
            >
              <Foreign text={file.path} limit={60} />
            </a>
            <span class="soft">
              {text.kinds[file.kind]} · {format.bytes(file.bytes)}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
