// The report's line styles (Okabe & Ito 2008): colours that colour-blind readers tell apart, each with its dashes, so
// that a black-and-white print tells them apart too.

export interface Look {
  color: string;
  dash: number[];
}

const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3], [12, 4], [4, 4], [6, 2, 2, 2, 2, 2], [1, 3]];
const ON_LIGHT = ["#0072b2", "#d55e00", "#000000", "#008c66", "#be5c96", "#3c96cd", "#be8200", "#5a5a5a"];
const ON_DARK = ["#56b4f0", "#ff9a4d", "#f2f2f2", "#3fd0a4", "#e89bc6", "#9ad0f5", "#e6b34a", "#b0b0b0"];

export interface Palette {
  look(series: number): Look;
  fail: Look;
  ink: string;
  paper: string;
  grid: string;
  band: string;
  mark: string;
  warning: string;
}

export function palette(dark: boolean): Palette {
  const colors = dark ? ON_DARK : ON_LIGHT;
  return {
    look: (series) => ({
      color: colors[series % colors.length] ?? "#888888",
      dash: DASHES[series % DASHES.length] ?? [],
    }),
    fail: { color: dark ? "#f58a76" : "#a4230f", dash: [4, 4] },
    ink: dark ? "#b3bcc7" : "#57606a",
    paper: dark ? "#14181d" : "#ffffff",
    grid: dark ? "#2a313a" : "#dde0e4",
    band: dark ? "#1d232b" : "#f0f3f6",
    mark: dark ? "#8fa0b3" : "#57606a",
    warning: dark ? "#e6b34a" : "#a4230f",
  };
}
