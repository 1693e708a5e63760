// The live charts: throughput, response times, errors by kind, users and arrivals, the load generator.

import { useMemo } from "preact/hooks";
import type { Language, LiveNote, LiveStep } from "../api/types";
import type { ChartGroup } from "../charts/group";
import { Timeline, type Band, type Line, type Mark } from "../charts/timeline";
import type { Format } from "../format";
import { useLab } from "../lab";
import type { Words } from "../words";
import type { Row, Series } from "./series";

interface ChartsProps {
  series: Series;
  /** Counts the updates: the series is the same object all the time. */
  version: number;
  now: number;
  steps: LiveStep[];
  notes: LiveNote[];
  group: ChartGroup;
  logarithmic: boolean;
}

const ERROR_LINES = 7;

export function Charts({ series, version, now, steps, notes, group, logarithmic }: ChartsProps) {
  const { words, format, language } = useLab();
  const text = words.live;
  const figures = useMemo(() => figuresOf(series, words, format), [series, version, words, format]);
  const bands = useMemo(() => bandsOf(steps, now, language), [steps, now, language]);
  const marks = useMemo(() => notes.map((note): Mark => ({ at: note.at_s, warning: note.kind === "warning" })), [notes]);
  const common = { seconds: figures.seconds, bands, marks, group };
  return (
    <div class="charts">
      <Timeline {...common} title={text.charts.throughput} lines={figures.throughput} />
      <Timeline {...common} title={text.charts.response} lines={figures.response} logarithmic={logarithmic} />
      <Timeline {...common} title={text.charts.errors} lines={figures.errors} nothing={text.noErrors} />
      {figures.load.length > 0 && <Timeline {...common} title={text.charts.load} lines={figures.load} />}
      {figures.generator.length > 0 && <Timeline {...common} title={text.charts.generator} lines={figures.generator} />}
    </div>
  );
}

function figuresOf(series: Series, words: Words, format: Format) {
  const { rows, resolution } = series;
  const place = (name: string) => series.columns.indexOf(name);
  const values = (name: string, change: (value: number) => number = (value) => value) => {
    const column = place(name);
    return rows.map((row) => {
      const value = row.values[column] ?? null;
      return value === null ? null : change(value);
    });
  };
  const perSecond = (value: number) => value / resolution;
  const name = words.live.series;
  const line = (title: string, look: number, data: (number | null)[], write: Line["write"], more: Partial<Line> = {}): Line => ({
    name: title,
    values: data,
    look: (palette) => palette.look(look),
    write,
    ...more,
  });
  const known = (list: Line[]) => list.filter((entry) => entry.values.some((value) => value !== null));

  const failed = values("errors", perSecond);
  const all = values("requests", perSecond);
  const succeeded = all.map((value, index) => (value === null ? null : value - (failed[index] ?? 0)));
  const percentile = (title: string, column: string, look: number, more?: Partial<Line>) =>
    line(title, look, values(column), format.time, more);
  return {
    seconds: rows.map((row) => row.second),
    throughput: [
      line(name.succeeded, 0, succeeded, format.perSecond),
      line(name.errors, 1, failed, format.perSecond, { look: (palette) => palette.fail }),
    ],
    response: [
      percentile("p50", "p50_us", 0),
      percentile("p90", "p90_us", 3, { filledTo: 0 }),
      percentile("p95", "p95_us", 1),
      percentile("p99", "p99_us", 4, { filledTo: 1 }),
      percentile(name.max, "max_us", 7),
    ],
    errors: errorLines(series, name.otherErrors, format, line),
    load: known([
      line(name.users, 0, values("users"), format.number),
      line(name.due, 2, values("arrivals_due", perSecond), format.perSecond, { right: true }),
      line(name.started, 3, values("arrivals_started", perSecond), format.perSecond, { right: true }),
      line(name.dropped, 1, values("arrivals_dropped", perSecond), format.perSecond, { right: true }),
      line(name.waiting, 4, values("arrivals_waiting"), format.number),
    ]),
    generator: known([
      line(name.cpu, 0, values("generator_cpu_percent"), format.percent),
      line(name.lateness, 1, values("lateness_p99_us"), format.time, { right: true }),
    ]),
  };
}

type MakeLine = (title: string, look: number, data: (number | null)[], write: Line["write"]) => Line;

/** The most frequent kinds, the rest together. */
function errorLines({ rows, resolution }: Series, others: string, format: Format, line: MakeLine): Line[] {
  const totals = new Map<string, number>();
  for (const row of rows) {
    row.errors?.forEach((count, kind) => totals.set(kind, (totals.get(kind) ?? 0) + count));
  }
  const kinds = [...totals].sort((a, b) => b[1] - a[1]).map(([kind]) => kind);
  const shown = kinds.slice(0, ERROR_LINES);
  const lines = shown.map((kind, index) =>
    line(kind, index + 1, rows.map((row) => (row.errors?.get(kind) ?? 0) / resolution), format.perSecond),
  );
  if (kinds.length > ERROR_LINES) {
    const rest = (row: Row) => {
      let count = 0;
      row.errors?.forEach((value, kind) => (count += shown.includes(kind) ? 0 : value));
      return count / resolution;
    };
    lines.push(line(others, 0, rows.map(rest), format.perSecond));
  }
  return lines;
}

function bandsOf(steps: LiveStep[], now: number, language: Language): Band[] {
  return steps.map((step) => ({
    from: step.started_s,
    to: step.ended_s ?? Math.max(now, step.started_s),
    label: [`${step.number}`, step.loads[language] ?? step.load].filter(Boolean).join(": "),
  }));
}
