// The figures of a run to take along: the report in other formats, each table, the run file.

import { address } from "../api/client";
import type { RunDetails } from "../api/types";
import { useLab } from "../lab";
import { Foreign } from "../parts/foreign";

export function Figures({ run }: { run: RunDetails }) {
  const { words, language, format } = useLab();
  const path = `/runs/${encodeURIComponent(run.id)}`;
  const formats = [
    ["report.json", words.figures.formats.json],
    ["report.md", words.figures.formats.md],
    ["report.junit.xml", words.figures.formats.xml],
    ["report.txt", words.figures.formats.txt],
  ] as const;
  return (
    <div class="columns">
      <section>
        <h2>{words.figures.report}</h2>
        <ul class="plain">
          {formats.map(([file, title]) => (
            <li>
              <a href={address(`${path}/${file}`, { language })} download={`${run.id}.${file}`}>
                {title}
              </a>
            </li>
          ))}
          <li>
            <a href={address(`${path}/file`)} download>
              {words.figures.file}
            </a>{" "}
            <span class="soft">{format.bytes(run.bytes)}</span>
          </li>
        </ul>
      </section>
      <section>
        <h2>{words.figures.tables}</h2>
        {run.tables.length === 0 && <p class="soft">{words.figures.noTables}</p>}
        <ul class="plain">
          {run.tables.map((table) => (
            <li>
              <a
                href={address(`${path}/tables/${encodeURIComponent(table.id)}.csv`, { language })}
                download={`${run.id}.${table.id}.csv`}
              >
                <Foreign text={table.title} />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
