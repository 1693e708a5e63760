// Charts that share one time axis: what one shows, all show. Zooming by dragging in any of them, double-click to reset.

import uPlot from "uplot";

export type Range = { min: number; max: number } | null;

export class ChartGroup {
  readonly cursor = uPlot.sync(`time-${Math.random()}`);
  private readonly charts = new Set<uPlot>();
  private range: Range = null;
  private whole: [number, number] = [0, 1];
  private readonly waiting = new Map<uPlot, () => void>();

  constructor(private readonly ranged: (range: Range) => void) {}

  add(chart: uPlot): void {
    this.charts.add(chart);
    this.cursor.sub(chart);
    this.show(chart);
  }

  remove(chart: uPlot): void {
    this.charts.delete(chart);
    this.waiting.delete(chart);
    this.cursor.unsub(chart);
  }

  /** The time that all of the figures cover, in seconds of the run's clock. */
  cover(from: number, to: number): void {
    this.whole = [from, Math.max(to, from + 1)];
    for (const chart of this.charts) if (!this.waiting.has(chart)) this.show(chart);
  }

  shown(): { min: number; max: number } {
    return this.range ?? { min: this.whole[0], max: this.whole[1] };
  }

  zoom(range: Range): void {
    this.range = range;
    this.ranged(range);
    for (const chart of this.charts) this.show(chart);
  }

  /** Redraws one chart in each frame, so that five of them never hold up the page together. */
  redraw(chart: uPlot, draw: () => void): void {
    if (this.waiting.size === 0) requestAnimationFrame(() => this.redrawNext());
    this.waiting.set(chart, draw);
  }

  private redrawNext(): void {
    const next = this.waiting.entries().next().value;
    if (!next) return;
    const [chart, draw] = next;
    this.waiting.delete(chart);
    draw();
    if (this.waiting.size > 0) requestAnimationFrame(() => this.redrawNext());
  }

  private show(chart: uPlot): void {
    chart.setScale("x", this.shown());
  }
}
