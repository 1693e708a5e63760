// Where the reader is: the path and query of the address bar. All state worth sharing is in it.

import { useEffect, useState } from "preact/hooks";

const CHANGED = "plimsoll:route";

export interface Place {
  path: string;
  query: URLSearchParams;
  anchor: string;
}

function here(): Place {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    anchor: decoded(location.hash.slice(1)),
  };
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const update = () => setPlace(here());
    const events = ["popstate", "hashchange", CHANGED];
    for (const name of events) window.addEventListener(name, update);
    return () => events.forEach((name) => window.removeEventListener(name, update));
  }, []);
  return place;
}

export function go(href: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", href);
  else history.replaceState(null, "", href);
  window.dispatchEvent(new Event(CHANGED));
}

/** This place with some parameters changed; an empty value takes the parameter out. */
export function withQuery(place: Place, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(place.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return place.path + (text ? `?${text}` : "");
}

/** Links are plain `<a href>`; those to pages of the lab change the place without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function runPath(id: string, tab?: string): string {
  return `/runs/${encodeURIComponent(id)}${tab ? `?tab=${tab}` : ""}`;
}

export function studyPath(name: string): string {
  return `/studies/${encodeURIComponent(name)}`;
}
