// One figure of a study from run to run, with marks where its level changed. The table beside it is its text.

import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { HistoryChange, HistoryPoint } from "../api/types";
import { palette, type Palette } from "../charts/palette";
import { useLab } from "../lab";

interface TrendProps {
  title: string;
  points: HistoryPoint[];
  value: (point: HistoryPoint) => number | null;
  write: (value: number) => string;
  changes: HistoryChange[];
}

const HEIGHT = 190;

export function Trend({ title, points, value, write, changes }: TrendProps) {
  const { dark, format } = useLab();
  const place = useRef<HTMLDivElement>(null);
  const heading = useId();
  const values = useMemo(() => points.map(value), [points]);
  const changed = changes.map((change) => points.findIndex((point) => point.id === change.at)).filter((at) => at >= 0);
  const known = values.filter((figure) => figure !== null);

  useEffect(() => {
    const element = place.current;
    if (!element || known.length === 0) return;
    const labels = points.map((point) => shortLabel(point, format.locale));
    const options = optionsOf({ width: element.clientWidth, labels, changed, write, colors: palette(dark) });
    const chart = new uPlot(options, [points.map((_, index) => index), values], element);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [values, changed.join(","), dark, format]);

  const last = known.at(-1);
  if (last === undefined) return null;
  return (
    <figure class="chart" aria-labelledby={heading}>
      <figcaption id={heading}>
        {title} <output>{write(last)}</output>
      </figcaption>
      <div ref={place} class="plot" aria-hidden="true" />
    </figure>
  );
}

function shortLabel(point: HistoryPoint, locale: string): string {
  if (point.label) return point.label.length > 10 ? `${point.label.slice(0, 9)}…` : point.label;
  return point.started === null ? "" : new Date(point.started).toLocaleDateString(locale, { day: "numeric", month: "numeric" });
}

interface OptionsInput {
  width: number;
  labels: string[];
  changed: number[];
  write: (value: number) => string;
  colors: Palette;
}

function optionsOf({ width, labels, changed, write, colors }: OptionsInput): uPlot.Options {
  const line = colors.look(0);
  const axis = { stroke: colors.ink, grid: { stroke: colors.grid, width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
  return {
    width,
    height: HEIGHT,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.3, max + 0.3] },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    series: [{}, { stroke: line.color, width: 1.5, spanGaps: true, points: { show: true, size: 6, fill: line.color } }],
    axes: [
      { ...axis, size: 28, space: 64, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], values: (_, at) => at.map((index) => labels[index] ?? "") },
      { ...axis, size: 66, values: (_, at) => at.map((figure) => write(figure)) },
    ],
    cursor: { drag: { x: false, y: false } },
    hooks: { drawClear: [(chart) => drawChanges(chart, changed, colors)] },
  };
}

/** A change lies between the run before and the run at which the new level is seen. */
function drawChanges(chart: uPlot, changed: number[], colors: Palette): void {
  const { top, height } = chart.bbox;
  const context = chart.ctx;
  context.save();
  context.strokeStyle = colors.warning;
  context.lineWidth = 2 * devicePixelRatio;
  context.setLineDash([5 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const index of changed) {
    const at = chart.valToPos(index - 0.5, "x", true);
    context.beginPath();
    context.moveTo(at, top);
    context.lineTo(at, top + height);
    context.stroke();
  }
  context.restore();
}
