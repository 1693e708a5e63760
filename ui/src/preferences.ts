// What a reader chose for this browser: theme and language.

import { useEffect, useState } from "preact/hooks";
import type { Language } from "./api/types";

export type Theme = "system" | "light" | "dark";

export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["da", "Dansk"],
  ["de", "Deutsch"],
  ["tr", "Türkçe"],
];

export function savedTheme(): Theme {
  const saved = read("theme");
  return saved === "light" || saved === "dark" ? saved : "system";
}

export function applyTheme(theme: Theme): void {
  write("theme", theme);
  document.documentElement.dataset["theme"] = theme;
}

/** Whether the page is dark now; charts are drawn again when it changes. */
export function useDark(theme: Theme): boolean {
  const [systemDark, setSystemDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const media = matchMedia("(prefers-color-scheme: dark)");
    const update = () => setSystemDark(media.matches);
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, []);
  return theme === "system" ? systemDark : theme === "dark";
}

export function savedLanguage(): Language | null {
  return asLanguage(read("language"));
}

export function saveLanguage(language: Language): void {
  write("language", language);
}

export function browserLanguage(): Language {
  for (const wish of navigator.languages) {
    const language = asLanguage(wish.slice(0, 2));
    if (language) return language;
  }
  return "en";
}

function asLanguage(text: string | null): Language | null {
  return LANGUAGES.find(([code]) => code === text)?.[0] ?? null;
}

// A browser may forbid storage; then a choice lasts as long as the page.
function read(name: string): string | null {
  try {
    return localStorage.getItem(`plimsoll.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`plimsoll.${name}`, value);
  } catch {
    return;
  }
}
