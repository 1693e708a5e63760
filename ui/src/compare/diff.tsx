// What differs in the set-up of runs.

import { useState } from "preact/hooks";
import type { DiffRow } from "../api/types";
import { useLab } from "../lab";
import { Foreign } from "../parts/foreign";
import { Scroll } from "../parts/scroll";

export function SetUpDifferences({ rows, names }: { rows: DiffRow[]; names: string[] }) {
  const { words } = useLab();
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const text = words.compare;
  const shown = onlyDifferent ? rows.filter((row) => row.differs) : rows;
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
        />
        <span>{text.onlyDifferent}</span>
      </label>
      {shown.length === 0 ? (
        <p>{text.same}</p>
      ) : (
        <Scroll label={text.differences}>
          <table class="diff">
            <thead>
              <tr>
                <th scope="col">{text.area}</th>
                <th scope="col">{text.what}</th>
                {names.map((name, index) => (
                  <th scope="col">
                    {index + 1}. <Foreign text={name} limit={40} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr class={row.differs ? "differs" : undefined}>
                  <td>{text.areas[row.area] ?? row.area}</td>
                  <th scope="row">
                    <Foreign text={row.name} limit={60} />
                  </th>
                  {row.values.map((value) => (
                    <td>{value === null ? "–" : <Foreign text={value} limit={200} inert={false} />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </>
  );
}

/** A unified diff; added and removed lines keep their + and −, so that colour is not needed. */
export function PlanDiff({ text }: { text: string }) {
  const { words } = useLab();
  const lines = text.split("\n").slice(0, 5_000);
  return (
    <>
      <h3>{words.compare.planDiff}</h3>
      <pre class="unified" dir="auto" tabIndex={0} aria-label={words.compare.planDiff} role="region">
        {lines.map((line) => (
          <span class={lookOf(line)}>{`${line}\n`}</span>
        ))}
      </pre>
    </>
  );
}

function lookOf(line: string): string | undefined {
  if (line.startsWith("+") && !line.startsWith("+++")) return "added";
  if (line.startsWith("-") && !line.startsWith("---")) return "removed";
  return line.startsWith("@@") ? "place" : undefined;
}
