// Text that others wrote: names, labels, errors, notes. It is only ever text, its direction is its own, and what is
// too long is cut with the whole of it on demand.

import { useState } from "preact/hooks";
import { useLab } from "../lab";

interface ForeignProps {
  text: string;
  /** Characters that are shown at most. */
  limit?: number;
  /** Where a button would not fit or is not allowed (inside a link); the whole text is a tooltip then. */
  inert?: boolean;
}

const TOOLTIP_LIMIT = 2_000;

/** For where only text can stand: options, labels, titles of dialogs. */
export function cutAt(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
}

export function Foreign({ text, limit = 80, inert = true }: ForeignProps) {
  const { words } = useLab();
  const [whole, setWhole] = useState(false);
  if (text.length <= limit || whole) return <bdi class="foreign">{text}</bdi>;
  const short = cutAt(text, limit);
  if (inert) {
    return (
      <bdi class="foreign" title={text.slice(0, TOOLTIP_LIMIT)}>
        {short}
      </bdi>
    );
  }
  return (
    <>
      <bdi class="foreign">{short}</bdi>{" "}
      <button class="quiet" onClick={() => setWhole(true)}>
        {words.common.showAll}
      </button>
    </>
  );
}

/** A longer text as it is, with numbered lines; what is very long is shown on demand. */
export function Lines({ text, label, limit = 100_000 }: { text: string; label: string; limit?: number }) {
  const { words } = useLab();
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, limit);
  const count = shown.split("\n").length;
  return (
    <div class="lines">
      <div class="lines-box" tabIndex={0} role="region" aria-label={label}>
        <pre class="numbers" aria-hidden="true">
          {lineNumbers(count)}
        </pre>
        <pre dir="auto">{shown}</pre>
      </div>
      {shown.length < text.length && (
        <button onClick={() => setWhole(true)}>{words.common.showAll}</button>
      )}
    </div>
  );
}

export function lineNumbers(count: number): string {
  let text = "1";
  for (let line = 2; line <= count; line++) text += `\n${line}`;
  return text;
}
