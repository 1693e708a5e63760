// The figures of a run over time, kept within a bound: seconds as they come, older ones merged into wider rows.
//
// Histograms stay in the run file, so percentiles of merged rows are the highest of their seconds: an upper bound, and
// the page says so. Counts are summed.

import type { ErrorCounts, Live, LiveRow, LiveUpdate } from "../api/types";

/** Rows that are kept at most. */
export const MOST_ROWS = 7_200;
/** The newest seconds stay single, because they may still change. */
const SINGLE_SECONDS = 600;
const MOST_ERROR_KINDS = 30;

export interface Row {
  second: number;
  /** Seconds that it covers. */
  width: number;
  values: LiveRow;
  errors: Map<string, number> | null;
}

type Merge = (a: number, b: number) => number;

const sum: Merge = (a, b) => a + b;
const last: Merge = (_, b) => b;
const highest: Merge = Math.max;

const MERGES: Record<string, Merge> = {
  second: (a) => a,
  step: last,
  requests: sum,
  errors: sum,
  arrivals_due: sum,
  arrivals_started: sum,
  arrivals_dropped: sum,
  arrivals_waiting: last,
  users: last,
  bytes_received: sum,
  bytes_sent: sum,
};

export class Series {
  readonly columns: string[];
  /** Seconds of a settled row. */
  resolution: number;
  private settled: Row[] = [];
  private newest: Row[] = [];
  private readonly merges: Merge[];
  private readonly secondColumn: number;

  constructor(live: Pick<Live, "columns" | "resolution_s" | "rows" | "errors">) {
    this.columns = live.columns;
    this.merges = live.columns.map((column) => MERGES[column] ?? highest);
    this.secondColumn = Math.max(0, live.columns.indexOf("second"));
    this.resolution = Math.max(1, live.resolution_s);
    for (const values of live.rows) {
      const row = { second: values[this.secondColumn] ?? 0, width: this.resolution, values, errors: null };
      (this.resolution === 1 ? this.newest : this.settled).push(row);
    }
    this.addErrors(live.errors);
    this.settle();
  }

  /** Takes new and changed seconds. */
  update(update: Pick<LiveUpdate, "rows" | "errors">): void {
    for (const values of update.rows) this.put(values);
    this.addErrors(update.errors);
    this.settle();
  }

  rows(): Row[] {
    return this.settled.concat(this.newest);
  }

  get length(): number {
    return this.settled.length + this.newest.length;
  }

  private put(values: LiveRow): void {
    const second = values[this.secondColumn] ?? 0;
    const row: Row = { second, width: 1, values, errors: null };
    const at = position(this.newest, second);
    const there = this.newest[at];
    if (there?.second === second) {
      // Errors of a second come whole with it.
      this.newest[at] = row;
    } else if (at > 0 || !this.covered(second)) {
      this.newest.splice(at, 0, row);
    }
  }

  /** Whether a settled row holds this second already. */
  private covered(second: number): boolean {
    const end = this.settled.at(-1);
    return end !== undefined && second < end.second + end.width && this.resolution === 1;
  }

  private addErrors(counts: ErrorCounts[]): void {
    for (const { kind, per } of counts) {
      for (const [second, count] of per) {
        const row = this.at(second);
        if (!row || count === 0) continue;
        row.errors ??= new Map();
        const name = row.errors.has(kind) || row.errors.size < MOST_ERROR_KINDS ? kind : "…";
        row.errors.set(name, row.width === 1 ? count : (row.errors.get(name) ?? 0) + count);
      }
    }
  }

  private at(second: number): Row | undefined {
    const single = this.newest[position(this.newest, second)];
    if (single?.second === second) return single;
    const after = position(this.settled, second + 1);
    const row = this.settled[after - 1];
    return row && second < row.second + row.width ? row : undefined;
  }

  /** Moves old seconds into settled rows and widens those when there are too many. */
  private settle(): void {
    while (this.newest.length > SINGLE_SECONDS) {
      const row = this.newest.shift();
      if (row) this.append(row);
    }
    while (this.settled.length > MOST_ROWS - SINGLE_SECONDS) {
      this.resolution *= 2;
      const rows = this.settled;
      this.settled = [];
      for (const row of rows) this.append(row);
    }
  }

  private append(row: Row): void {
    const bucket = Math.floor(row.second / this.resolution) * this.resolution;
    const end = this.settled.at(-1);
    if (end && end.second >= bucket) this.settled[this.settled.length - 1] = this.merge(end, row);
    else this.settled.push(row);
  }

  private merge(a: Row, b: Row): Row {
    const values = this.merges.map((merge, column) => {
      const [left, right] = [a.values[column] ?? null, b.values[column] ?? null];
      return left === null ? right : right === null ? left : merge(left, right);
    });
    let errors = a.errors;
    if (b.errors) {
      errors = new Map(a.errors);
      for (const [kind, count] of b.errors) errors.set(kind, (errors.get(kind) ?? 0) + count);
    }
    return { second: a.second, width: a.width + b.width, values, errors };
  }
}

/** Where a row of this second is, or would be put. */
function position(rows: Row[], second: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.second ?? 0) < second) low = middle + 1;
    else high = middle;
  }
  return low;
}
