// The table of runs in the server's order; cards on a narrow screen (the same table, laid out by the style sheet).

import type { RunSummary } from "../api/types";
import { useLab } from "../lab";
import { RunBadge } from "../parts/badge";
import { cutAt, Foreign } from "../parts/foreign";
import { Scroll } from "../parts/scroll";
import { go, runPath, withQuery, type Place } from "../route";
import { selectedRuns } from "./page";

type Column = "name" | "started" | "duration" | "verdict" | "capacity" | "throughput" | "p95" | "tags";

const COLUMNS: Column[] = ["name", "verdict", "started", "duration", "capacity", "throughput", "p95", "tags"];
const SORTABLE = new Set<Column>(["name", "started", "verdict", "capacity", "p95"]);
const NUMERIC = new Set<Column>(["duration", "capacity", "throughput", "p95"]);

export function RunTable({ place, runs }: { place: Place; runs: RunSummary[] }) {
  const { words } = useLab();
  if (runs.length === 0) return <p class="empty">{words.library.nothingFound}</p>;
  const selected = new Set(selectedRuns(place));
  return (
    <Scroll label={words.library.title}>
      <table class="runs">
        <caption class="unseen">{words.library.title}</caption>
        <thead>
          <tr>
            <th>
              <span class="unseen">{words.library.columns.select}</span>
            </th>
            {COLUMNS.map((column) => (
              <Heading place={place} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.id} place={place} run={run} selected={selected} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Heading({ place, column }: { place: Place; column: Column }) {
  const { words } = useLab();
  const title = words.library.columns[column];
  const numeric = NUMERIC.has(column) ? "number" : undefined;
  if (!SORTABLE.has(column)) {
    return (
      <th class={numeric} scope="col">
        {title}
      </th>
    );
  }
  const sorted = (place.query.get("sort") ?? "started") === column;
  const order = place.query.get("order") ?? "desc";
  const next = sorted && order === "desc" ? "asc" : "desc";
  return (
    <th class={numeric} scope="col" aria-sort={sorted ? (order === "asc" ? "ascending" : "descending") : undefined}>
      <a
        href={withQuery(place, { sort: column, order: next, offset: null })}
        title={words.library.sortBy(title)}
      >
        {title}
        <span aria-hidden="true">{sorted ? (order === "asc" ? " ▲" : " ▼") : ""}</span>
      </a>
    </th>
  );
}

interface RowProps {
  place: Place;
  run: RunSummary;
  selected: Set<string>;
}

function Row({ place, run, selected }: RowProps) {
  const { words, format } = useLab();
  const columns = words.library.columns;
  const toggle = (on: boolean) => {
    const ids = [...selected].filter((id) => id !== run.id);
    if (on) ids.push(run.id);
    go(withQuery(place, { selected: ids.join(",") }), "replace");
  };
  const figure = (value: number | null, write: (value: number) => string) => (value === null ? "–" : write(value));
  const capacity = figure(run.capacity_per_s, format.perSecond);
  return (
    <tr class={run.state}>
      <td class="select">
        <input
          type="checkbox"
          aria-label={words.library.selectRun(cutAt(run.name, 100))}
          checked={selected.has(run.id)}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      </td>
      <th scope="row" class="name">
        <RunName run={run} />
      </th>
      <td data-head={columns.verdict} class="verdict-cell">
        <RunBadge run={run} />
      </td>
      <td data-head={columns.started} class="started">{format.moment(run.started)}</td>
      <td data-head={columns.duration} class="number">
        {figure(run.duration_s, format.length)}
      </td>
      <td data-head={columns.capacity} class="number">
        {run.capacity_per_s !== null && run.capacity_is_lower_bound ? words.library.atLeast(capacity) : capacity}
      </td>
      <td data-head={columns.throughput} class="number">
        {figure(run.throughput_per_s, format.perSecond)}
      </td>
      <td data-head={columns.p95} class="number">
        {figure(run.p95_us, format.time)}
      </td>
      <td data-head={columns.tags} class="tags">
        {run.tags.map((tag) => (
          <a class="tag" href={withQuery(place, { tag, offset: null })}>
            <Foreign text={tag} limit={24} />
          </a>
        ))}
      </td>
    </tr>
  );
}

function RunName({ run }: { run: RunSummary }) {
  const { words, language } = useLab();
  const details = [run.variant, run.repeat > 1 ? words.library.repeat(run.repeat) : "", labelsOf(run)].filter(Boolean);
  const about = run.problem ?? (run.headlines[language] || run.headline);
  return (
    <>
      <a href={runPath(run.id)}>
        <Foreign text={run.name || run.file} limit={60} />
      </a>
      {run.pinned && (
        <span class="pin" title={words.library.pinned}>
          <span aria-hidden="true">★</span>
          <span class="unseen">{words.library.pinned}</span>
        </span>
      )}
      {details.length > 0 && (
        <span class="variant">
          {details.map((detail) => (
            <Foreign text={detail} limit={60} />
          ))}
        </span>
      )}
      {about && (
        <span class="about">
          <Foreign text={about} limit={140} />
        </span>
      )}
    </>
  );
}

function labelsOf(run: RunSummary): string {
  return Object.entries(run.labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
