// Charts that share one time axis: what one shows, all show. Zooming by dragging in any of them, double-click to reset.

import uPlot from "uplot";

export type Range = { min: number; max: number } | null;

export class ChartGroup {
  readonly cursor = uPlot.sync(`time-${Math.random()}`);
  private readonly charts = new Set<uPlot>();
  private range: Range = null;
  private whole: [number, number] = [0, 1];

  constructor(private readonly ranged: (range: Range) => void) {}

  add(chart: uPlot): void {
    this.charts.add(chart);
    this.cursor.sub(chart);
    this.show(chart);
  }

  remove(chart: uPlot): void {
    this.charts.delete(chart);
    this.cursor.unsub(chart);
  }

  /** The time that all of the figures cover, in seconds of the run's clock. */
  cover(from: number, to: number): void {
    this.whole = [from, Math.max(to, from + 1)];
    for (const chart of this.charts) this.show(chart);
  }

  zoom(range: Range): void {
    this.range = range;
    this.ranged(range);
    for (const chart of this.charts) this.show(chart);
  }

  private show(chart: uPlot): void {
    const [min, max] = this.range ? [this.range.min, this.range.max] : this.whole;
    chart.setScale("x", { min, max });
  }
}
