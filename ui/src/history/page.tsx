// A study over releases: capacity, p95 and errors with the places where their level changed.

import { address, getJson } from "../api/client";
import type { History, HistoryChange, HistoryPoint } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { VerdictBadge } from "../parts/badge";
import { Foreign } from "../parts/foreign";
import { Frame } from "../parts/frame";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { Scroll } from "../parts/scroll";
import { runPath, usePlace } from "../route";
import { Changes } from "./changes";
import { Trend } from "./trend";

export function HistoryPage({ study }: { study: string }) {
  const { words, format } = useLab();
  const text = words.history;
  const place = usePlace();
  const history = useLoaded(() => getJson<History>("/history.json", { study }), [study]);
  const points = history.value?.points ?? [];
  const changes = history.value?.changes ?? [];
  return (
    <Page
      title={text.title(study)}
      heading={
        <>
          {text.heading}: <Foreign text={study} limit={100} inert={false} />
        </>
      }
      aside={<a href={`/?study=${encodeURIComponent(study)}`}>{text.points}</a>}
    >
      <Problem error={history.error} />
      {!history.value && !history.error && <p class="soft">{words.common.loading}</p>}
      {history.value && points.length === 0 && <p class="empty">{text.none}</p>}
      {points.length > 0 && (
        <>
          <div class="trends">
            <Trend title={text.capacity} points={points} value={(point) => point.capacity_per_s} write={format.perSecond} changes={[]} />
            <Trend
              title={text.figures["throughput-per-s"]}
              points={points}
              value={(point) => point.throughput_per_s}
              write={format.perSecond}
              changes={ofAllRequests(changes, "throughput-per-s")}
            />
            <Trend
              title={text.figures["p95-us"]}
              points={points}
              value={(point) => point.p95_us}
              write={format.time}
              changes={ofAllRequests(changes, "p95-us")}
            />
            <Trend
              title={text.figures["errors-percent"]}
              points={points}
              value={(point) => point.error_percent}
              write={format.percent}
              changes={ofAllRequests(changes, "errors-percent")}
            />
          </div>
          <Changes changes={changes} points={points} />
          <Points points={points} />
          <Frame title={text.frame} path="/history" query={{ study }} anchor={place.anchor} />
          <p class="soft">
            {text.badge}: <code>{`${location.origin}${address("/badge.svg", { study })}`}</code>
          </p>
        </>
      )}
    </Page>
  );
}

function ofAllRequests(changes: HistoryChange[], figure: HistoryChange["figure"]): HistoryChange[] {
  return changes.filter((change) => change.figure === figure && change.transaction === null);
}

function Points({ points }: { points: HistoryPoint[] }) {
  const { words, format } = useLab();
  const columns = words.library.columns;
  const figure = (value: number | null, write: (value: number) => string) => (value === null ? "–" : write(value));
  return (
    <section>
      <h2>{words.history.points}</h2>
      <Scroll label={words.history.points} tall>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.started}</th>
              <th scope="col">{words.history.release}</th>
              <th scope="col">{columns.verdict}</th>
              <th scope="col" class="number">{columns.capacity}</th>
              <th scope="col" class="number">{columns.throughput}</th>
              <th scope="col" class="number">{columns.p95}</th>
              <th scope="col" class="number">{words.run.errors}</th>
            </tr>
          </thead>
          <tbody>
            {[...points].reverse().map((point) => (
              <tr key={point.id}>
                <th scope="row">
                  <a href={runPath(point.id)}>{format.moment(point.started)}</a>{" "}
                  <Foreign text={point.variant} limit={40} />
                </th>
                <td>
                  {point.label === null ? "–" : <Foreign text={point.label} limit={30} />}
                  {point.pinned && <span title={words.library.pinned}> ★</span>}
                </td>
                <td>
                  <VerdictBadge verdict={point.verdict} />
                </td>
                <td class="number">{figure(point.capacity_per_s, format.perSecond)}</td>
                <td class="number">{figure(point.throughput_per_s, format.perSecond)}</td>
                <td class="number">{figure(point.p95_us, format.time)}</td>
                <td class="number">{figure(point.error_percent, format.percent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
