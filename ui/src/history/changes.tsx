// Where the level of a figure changed, with what it was before and after.

import type { HistoryChange, HistoryPoint } from "../api/types";
import { useLab } from "../lab";
import { Badge } from "../parts/badge";
import { Foreign } from "../parts/foreign";
import { Scroll } from "../parts/scroll";
import { runPath } from "../route";

const LOOKS = { worse: "fail", better: "pass", equivalent: "plain", unproven: "open", "not-comparable": "plain" } as const;

export function Changes({ changes, points }: { changes: HistoryChange[]; points: HistoryPoint[] }) {
  const { words, format } = useLab();
  const text = words.history;
  const label = (id: string) => {
    const point = points.find((candidate) => candidate.id === id);
    return point?.label ?? format.moment(point?.started ?? null);
  };
  const write = (figure: HistoryChange["figure"]) =>
    ({ "throughput-per-s": format.perSecond, "mean-us": format.time, "p95-us": format.time, "errors-percent": format.percent })[figure] ??
    format.number;
  return (
    <section>
      <h2>{text.changes}</h2>
      {changes.length === 0 && <p class="soft">{text.noChanges}</p>}
      {changes.length > 0 && (
        <Scroll label={text.changes}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.since}</th>
                <th scope="col">{text.figure}</th>
                <th scope="col">{words.live.columns.transaction}</th>
                <th scope="col">{words.start.load}</th>
                <th scope="col" class="number">{text.before}</th>
                <th scope="col" class="number">{text.after}</th>
                <th scope="col" class="number">%</th>
                <th scope="col">{words.library.columns.verdict}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr>
                  <th scope="row">
                    <a href={runPath(change.at)}>
                      <Foreign text={label(change.at)} limit={40} />
                    </a>
                  </th>
                  <td>{text.figures[change.figure] ?? change.figure}</td>
                  <td>{change.transaction === null ? text.all : <Foreign text={change.transaction} limit={60} />}</td>
                  <td>
                    <Foreign text={change.load} limit={60} />
                  </td>
                  <td class="number">{write(change.figure)(change.before)}</td>
                  <td class="number">{write(change.figure)(change.after)}</td>
                  <td class="number">{change.percent === null ? "–" : `${change.percent > 0 ? "+" : ""}${format.number(change.percent)}`}</td>
                  <td>
                    <Badge look={LOOKS[change.effect] ?? "plain"}>{text.effects[change.effect] ?? change.effect}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}
