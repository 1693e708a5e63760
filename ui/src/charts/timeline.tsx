// A chart of figures over the run's time. Its list of values is the legend, the read-out of the cursor, and what a
// screen reader is given instead of the picture.

import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { useLab } from "../lab";
import { Foreign } from "../parts/foreign";
import type { ChartGroup } from "./group";
import { palette, type Look, type Palette } from "./palette";

export interface Line {
  name: string;
  values: (number | null)[];
  look: (palette: Palette) => Look;
  write: (value: number) => string;
  /** On the right axis instead of the left one. */
  right?: boolean;
  /** Filled down to this line (its place in the list). */
  filledTo?: number;
}

export interface Band {
  from: number;
  to: number;
  label: string;
}

export interface Mark {
  at: number;
  warning: boolean;
}

export interface TimelineProps {
  title: string;
  seconds: number[];
  lines: Line[];
  bands: Band[];
  marks: Mark[];
  group: ChartGroup;
  logarithmic?: boolean;
  /** What to say when no line has a value. */
  nothing?: string;
}

const HEIGHT = 150;
const AXIS_WIDTH = 62;
/** From this width on all charts leave room for a right axis, so that their times stand below each other. */
const ALIGNED_WIDTH = 600;
/** Half of a label at the end of the time axis. */
const LABEL_ROOM = 22;

export function Timeline(props: TimelineProps) {
  const { words, format, dark } = useLab();
  const { title, seconds, lines, group, logarithmic = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const current = useRef(props);
  current.current = props;
  const [at, setAt] = useState<number | null>(null);
  const heading = useId();
  const colors = useMemo(() => palette(dark), [dark]);
  const shape = lines.map((line) => `${line.name}|${line.right}|${line.filledTo}`).join("\n");
  const nothing = props.nothing !== undefined && lines.every((line) => line.values.every((value) => value === null || value === 0));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const options = optionsOf({ width: element.clientWidth, current, colors, group, logarithmic, clock: format.clock, setAt });
    const made = new uPlot(options, dataOf(current.current), element);
    chart.current = made;
    group.add(made);
    const resized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      group.remove(made);
      made.destroy();
      chart.current = null;
    };
  }, [shape, colors, logarithmic, format, group]);

  useEffect(() => {
    const made = chart.current;
    if (!made) return;
    group.redraw(made, () =>
      made.batch(() => {
        made.setData(dataOf(current.current), false);
        made.setScale("x", group.shown());
      }),
    );
  }, [seconds, lines, props.bands, props.marks]);

  const index = at ?? seconds.length - 1;
  return (
    <figure class="chart" aria-labelledby={heading}>
      <figcaption id={heading}>
        {title}
        <span class="soft">
          {nothing ? ` · ${props.nothing}` : at === null || seconds[at] === undefined ? "" : ` · ${format.clock(seconds[at])}`}
        </span>
      </figcaption>
      <ul class="legend" aria-label={words.live.lastValue}>
        {lines.map((line) => (
          <li>
            <Swatch look={line.look(colors)} />
            <Foreign text={line.name} limit={40} />
            <output>{written(line, index)}</output>
          </li>
        ))}
      </ul>
      <div ref={place} class="plot" aria-hidden="true" />
    </figure>
  );
}

function written(line: Line, index: number): string {
  const value = line.values[index];
  return value === null || value === undefined ? "–" : line.write(value);
}

export function Swatch({ look }: { look: Look }) {
  return (
    <svg class="swatch" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
      <path d="M0 4h28" stroke={look.color} stroke-width="2" stroke-dasharray={look.dash.join(" ") || undefined} />
    </svg>
  );
}

function dataOf({ seconds, lines }: TimelineProps): uPlot.AlignedData {
  return [seconds, ...lines.map((line) => line.values)];
}

interface OptionsInput {
  width: number;
  current: { current: TimelineProps };
  colors: Palette;
  group: ChartGroup;
  logarithmic: boolean;
  clock: (seconds: number) => string;
  setAt: (index: number | null) => void;
}

function optionsOf({ width, current, colors, group, logarithmic, clock, setAt }: OptionsInput): uPlot.Options {
  const { lines } = current.current;
  const hasRight = lines.some((line) => line.right);
  const first = (right: boolean) => lines.find((line) => Boolean(line.right) === right);
  const axis = { stroke: colors.ink, grid: { stroke: colors.grid, width: 1 }, ticks: { stroke: colors.grid, width: 1, size: 4 }, font: "11px system-ui, sans-serif" };
  const ticks = (right: boolean) => (_: uPlot, values: number[]) =>
    values.map((value) => (value === null ? "" : (first(right)?.write(value) ?? String(value))));
  return {
    width,
    height: HEIGHT,
    padding: [6, hasRight ? 0 : width < ALIGNED_WIDTH ? LABEL_ROOM : AXIS_WIDTH, 0, 0],
    legend: { show: false },
    scales: { x: { time: false }, y: scale(logarithmic), right: scale(false) },
    series: [{}, ...lines.map((line) => seriesOf(line, colors))],
    bands: lines.flatMap((line, index) => {
      if (line.filledTo === undefined) return [];
      return [{ series: [index + 1, line.filledTo + 1] as [number, number], fill: `${line.look(colors).color}22` }];
    }),
    axes: [
      { ...axis, size: 26, gap: 2, values: (_, values) => values.map(clock), incrs: CLOCK_STEPS },
      { ...axis, size: AXIS_WIDTH, gap: 3, space: 28, scale: "y", values: ticks(false) },
      ...(hasRight ? [{ ...axis, size: AXIS_WIDTH, gap: 3, space: 28, scale: "right", side: 1 as const, grid: { show: false }, values: ticks(true) }] : []),
    ],
    cursor: {
      drag: { x: true, y: false, setScale: false },
      sync: { key: group.cursor.key, setSeries: false, scales: ["x", null] },
      points: { size: 6 },
      bind: {
        dblclick: () => () => {
          group.zoom(null);
          return null;
        },
      },
    },
    hooks: {
      setCursor: [(chart) => setAt(chart.cursor.idx ?? null)],
      setSelect: [
        (chart) => {
          if (chart.select.width < 4) return;
          const [min, max] = [chart.posToVal(chart.select.left, "x"), chart.posToVal(chart.select.left + chart.select.width, "x")];
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          group.zoom({ min, max });
        },
      ],
      drawClear: [(chart) => drawBands(chart, current.current.bands, colors)],
      draw: [
        (chart) => {
          nameBands(chart, current.current.bands, colors);
          drawMarks(chart, current.current.marks, colors);
        },
      ],
    },
  };
}

/** Steps of a clock, not of ten. */
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

function scale(logarithmic: boolean): uPlot.Scale {
  if (logarithmic) return { distr: 3, log: 10, range: (_, min, max) => [Math.max(1, (min || 1) * 0.8), (max || 10) * 1.2] };
  return { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 1] };
}

function seriesOf(line: Line, colors: Palette): uPlot.Series {
  const look = line.look(colors);
  return {
    scale: line.right ? "right" : "y",
    stroke: look.color,
    dash: look.dash.map((length) => length),
    width: 1.5,
    points: { show: false },
    spanGaps: false,
  };
}

/** From where to where a band is seen, in pixels of the canvas; null where it is not. */
function visible(chart: uPlot, band: Band): [number, number] | null {
  const { left, width } = chart.bbox;
  const x = (second: number) => Math.min(left + width, Math.max(left, chart.valToPos(second, "x", true)));
  const [from, to] = [x(band.from), x(band.to)];
  return to > from ? [from, to] : null;
}

function drawBands(chart: uPlot, bands: Band[], colors: Palette): void {
  chart.ctx.fillStyle = colors.band;
  bands.forEach((band, index) => {
    const seen = visible(chart, band);
    if (seen && index % 2 === 0) chart.ctx.fillRect(seen[0], chart.bbox.top, seen[1] - seen[0], chart.bbox.height);
  });
}

/** The load of each step, where there is room for it. */
function nameBands(chart: uPlot, bands: Band[], colors: Palette): void {
  const context = chart.ctx;
  const pixels = devicePixelRatio;
  context.save();
  context.font = `${10 * pixels}px system-ui, sans-serif`;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  for (const band of bands) {
    const seen = visible(chart, band);
    if (!seen) continue;
    const width = context.measureText(band.label).width;
    if (width > seen[1] - seen[0] - 8 * pixels) continue;
    const top = chart.bbox.top + 2 * pixels;
    context.fillStyle = colors.paper;
    context.globalAlpha = 0.75;
    context.fillRect(seen[0] + 2 * pixels, top, width + 4 * pixels, 12 * pixels);
    context.globalAlpha = 1;
    context.fillStyle = colors.ink;
    context.fillText(band.label, seen[0] + 4 * pixels, top + 10 * pixels);
  }
  context.restore();
}

function drawMarks(chart: uPlot, marks: Mark[], colors: Palette): void {
  const { left, top, width, height } = chart.bbox;
  const context = chart.ctx;
  context.save();
  context.lineWidth = devicePixelRatio;
  for (const mark of marks) {
    const at = chart.valToPos(mark.at, "x", true);
    if (at < left || at > left + width) continue;
    context.strokeStyle = mark.warning ? colors.warning : colors.mark;
    context.setLineDash(mark.warning ? [] : [2 * devicePixelRatio, 3 * devicePixelRatio]);
    context.beginPath();
    context.moveTo(at, top);
    context.lineTo(at, top + height);
    context.stroke();
  }
  context.restore();
}
