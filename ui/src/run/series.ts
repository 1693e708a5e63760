// The figures of a run over time, as the server keeps them: rows of seconds, or of more seconds in long runs, where the
// server has merged them with their histograms. A row that comes again replaces the one before.

import type { ErrorCounts, Live, LiveRow, LiveUpdate } from "../api/types";

/** More rows than the server keeps; the picture is fetched anew before memory grows. */
export const MOST_ROWS = 7_200;

export interface Row {
  second: number;
  values: LiveRow;
  errors: Map<string, number> | null;
}

export class Series {
  readonly columns: string[];
  /** Seconds that a row covers. */
  readonly resolution: number;
  readonly rows: Row[] = [];
  private readonly secondColumn: number;

  constructor(live: Pick<Live, "columns" | "resolution_s" | "rows" | "errors">) {
    this.columns = live.columns;
    this.resolution = Math.max(1, live.resolution_s);
    this.secondColumn = Math.max(0, live.columns.indexOf("second"));
    this.update(live);
  }

  update(update: Pick<LiveUpdate, "rows" | "errors">): void {
    for (const values of update.rows) this.put({ second: values[this.secondColumn] ?? 0, values, errors: null });
    for (const { kind, per } of update.errors) this.putErrors(kind, per);
  }

  /** Whether an update does not go with these rows, so that the whole picture is to be fetched. */
  outdatedBy(resolution: number): boolean {
    return resolution !== this.resolution || this.rows.length > MOST_ROWS;
  }

  private put(row: Row): void {
    const at = this.position(row.second);
    const there = this.rows[at];
    if (there?.second === row.second) {
      row.errors = there.errors;
      this.rows[at] = row;
    } else {
      this.rows.splice(at, 0, row);
    }
  }

  private putErrors(kind: ErrorCounts["kind"], per: ErrorCounts["per"]): void {
    for (const [second, count] of per) {
      const row = this.rows[this.position(second)];
      if (row?.second !== second) continue;
      row.errors ??= new Map();
      row.errors.set(kind, count);
    }
  }

  /** Where the row of this second is, or would be put; mostly at the end. */
  private position(second: number): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle]?.second ?? 0) < second) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
