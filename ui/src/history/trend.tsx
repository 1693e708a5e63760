// One figure of a study from run to run, a line for each variant, with marks where a level changed. The table of runs is
// its text.

import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { HistoryChange, HistoryPoint } from "../api/types";
import { palette, type Palette } from "../charts/palette";
import { Swatch } from "../charts/timeline";
import { useLab } from "../lab";
import { Foreign } from "../parts/foreign";

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
  const colors = useMemo(() => palette(dark), [dark]);
  const lines = useMemo(() => linesOf(points, value), [points]);
  const changed = changes.map((change) => points.findIndex((point) => point.id === change.at)).filter((at) => at >= 0);
  const last = points.map(value).findLast((figure) => figure !== null);
  const empty = last === undefined || last === null;

  useEffect(() => {
    const element = place.current;
    if (!element || empty) return;
    const labels = points.map((point) => shortLabel(point, format.locale));
    const options = optionsOf({ width: element.clientWidth, labels, lines, changed, write, colors });
    const chart = new uPlot(options, [points.map((_, index) => index), ...lines.map((line) => line.values)], element);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [lines, changed.join(","), colors, format]);

  if (empty) return null;
  return (
    <figure class="chart" aria-labelledby={heading}>
      <figcaption id={heading}>
        {title} <output>{write(last)}</output>
      </figcaption>
      {lines.length > 1 && (
        <ul class="legend">
          {lines.map((line, index) => (
            <li>
              <Swatch look={colors.look(index)} />
              <Foreign text={line.variant || "–"} limit={40} />
            </li>
          ))}
        </ul>
      )}
      <div ref={place} class="plot" aria-hidden="true" />
    </figure>
  );
}

interface VariantLine {
  variant: string;
  /** One for each run of the study; null for those of other variants. */
  values: (number | null)[];
}

function linesOf(points: HistoryPoint[], value: TrendProps["value"]): VariantLine[] {
  const variants = [...new Set(points.map((point) => point.variant))];
  return variants.map((variant) => ({
    variant,
    values: points.map((point) => (point.variant === variant ? value(point) : null)),
  }));
}

function shortLabel(point: HistoryPoint, locale: string): string {
  if (point.label) return point.label.length > 10 ? `${point.label.slice(0, 9)}…` : point.label;
  return point.started === null ? "" : new Date(point.started).toLocaleDateString(locale, { day: "numeric", month: "numeric" });
}

interface OptionsInput {
  width: number;
  labels: string[];
  lines: VariantLine[];
  changed: number[];
  write: (value: number) => string;
  colors: Palette;
}

function optionsOf({ width, labels, lines, changed, write, colors }: OptionsInput): uPlot.Options {
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
    series: [
      {},
      ...lines.map((_, index): uPlot.Series => {
        const { color, dash } = colors.look(index);
        return { stroke: color, dash, width: 1.5, spanGaps: true, points: { show: true, size: 6, fill: color } };
      }),
    ],
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
