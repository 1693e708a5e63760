// Numbers, times and sizes as the reader's language writes them, with units.

import type { Language } from "./api/types";
import type { Words } from "./words";

const LOCALES: Record<Language, string> = { en: "en-GB", da: "da-DK", de: "de-DE", tr: "tr-TR" };

export interface Format {
  locale: string;
  /** Three significant digits; all digits of whole numbers from 1,000 on. */
  number(value: number): string;
  whole(value: number): string;
  perSecond(value: number): string;
  percent(value: number): string;
  /** A response time in microseconds. */
  time(us: number): string;
  /** A length of time in seconds. */
  length(seconds: number): string;
  /** The run's clock: 1:02:03. */
  clock(seconds: number): string;
  bytes(bytes: number): string;
  moment(iso: string | null): string;
}

export function formatFor(language: Language, unit: Words["unit"]): Format {
  const locale = LOCALES[language];
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const significant = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const number = (value: number) => (Math.abs(value) >= 1000 ? whole : significant).format(value);

  return {
    locale,
    number,
    whole: (value) => whole.format(value),
    perSecond: (value) => number(value) + unit.perSecond,
    percent: (value) => unit.percent(number(value)),
    time: (us) => {
      if (us < 1_000) return `${number(us)} µs`;
      if (us < 1_000_000) return `${number(us / 1_000)} ms`;
      return `${number(us / 1_000_000)} ${unit.second}`;
    },
    length: (seconds) => lengthOf(seconds, number, unit),
    clock: clockOf,
    bytes: (bytes) => {
      const names = ["B", "kB", "MB", "GB", "TB"];
      const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), names.length - 1);
      return `${number(bytes / 1000 ** power)} ${names[power]}`;
    },
    moment: (iso) => {
      if (iso === null) return "–";
      const date = new Date(iso);
      return Number.isNaN(date.getTime()) ? iso : moment.format(date);
    },
  };
}

function lengthOf(seconds: number, number: (value: number) => string, unit: Words["unit"]): string {
  if (seconds < 60) return `${number(seconds)} ${unit.second}`;
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  if (hours > 0) return `${hours} ${unit.hour}${minutes ? ` ${minutes} ${unit.minute}` : ""}`;
  return `${minutes} ${unit.minute}${rest ? ` ${rest} ${unit.second}` : ""}`;
}

function clockOf(seconds: number): string {
  const sign = seconds < 0 ? "−" : "";
  const total = Math.floor(Math.abs(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const rest = `${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`;
  return sign + (hours > 0 ? `${hours}:${rest}` : rest);
}
