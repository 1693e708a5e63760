// Search and filters; all of them are in the address, so a filtered list is a link.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RunList, RunState, Verdict } from "../api/types";
import { useLab } from "../lab";
import { cutAt } from "../parts/foreign";
import { go, withQuery, type Place } from "../route";

export const FILTER_NAMES = ["q", "study", "tag", "verdict", "state", "pinned"] as const;

const VERDICTS: Verdict[] = ["holds", "requirement-failed", "requests-failed", "inconclusive"];
const STATES: RunState[] = ["running", "complete", "cut-off", "damaged"];
const TYPING_PAUSE_MS = 250;

export function Filters({ place, list }: { place: Place; list: RunList }) {
  const { words, format } = useLab();
  const text = words.library;
  const set = (name: string, value: string | null) => go(withQuery(place, { [name]: value, offset: null }));
  const filtered = FILTER_NAMES.some((name) => place.query.get(name));
  const choice = (name: string, label: string, options: [string, string][]) => (
    <label>
      <span>{label}</span>
      <select value={place.query.get(name) ?? ""} onChange={(event) => set(name, event.currentTarget.value)}>
        <option value="">{text.any}</option>
        {withCurrent(options, place.query.get(name)).map(([value, title]) => (
          <option value={value}>{title}</option>
        ))}
      </select>
    </label>
  );
  return (
    <search class="filters" aria-label={text.filters}>
      <SearchField place={place} />
      {choice("study", text.study, list.studies.map((study) => [study.name, `${cutAt(study.name, 40)} (${study.runs})`]))}
      {list.tags.length > 0 &&
        choice("tag", text.tag, list.tags.map((tag) => [tag.name, `${cutAt(tag.name, 40)} (${tag.runs})`]))}
      {choice("verdict", text.verdict, VERDICTS.map((verdict) => [verdict, words.verdict[verdict]]))}
      {choice("state", text.state, STATES.map((state) => [state, words.state[state]]))}
      <label class="check">
        <input
          type="checkbox"
          checked={place.query.get("pinned") === "true"}
          onChange={(event) => set("pinned", event.currentTarget.checked ? "true" : null)}
        />
        <span>{text.pinnedOnly}</span>
      </label>
      <p class="count" aria-live="polite">
        {text.count(list.total, format.whole(list.total))}
        {list.indexing && ` · ${text.indexing(format.whole(list.indexing.done), format.whole(list.indexing.total))}`}
      </p>
      {place.query.get("study") && (
        <a href={`/studies/${encodeURIComponent(place.query.get("study") ?? "")}`}>{text.history}</a>
      )}
      {filtered && (
        <a href={withQuery(place, Object.fromEntries([...FILTER_NAMES, "offset"].map((name) => [name, null])))}>
          {text.clear}
        </a>
      )}
    </search>
  );
}

/** Searches a moment after the last key; `/` brings the focus here from anywhere. */
function SearchField({ place }: { place: Place }) {
  const { words } = useLab();
  const input = useRef<HTMLInputElement>(null);
  const inAddress = place.query.get("q") ?? "";
  const [typed, setTyped] = useState(inAddress);
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (typed === inAddress) return;
    const timer = window.setTimeout(() => go(withQuery(place, { q: typed, offset: null }), "replace"), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, inAddress]);
  useEffect(() => {
    const slash = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", slash);
    return () => document.removeEventListener("keydown", slash);
  }, []);
  return (
    <input
      ref={input}
      type="search"
      class="search"
      dir="auto"
      placeholder={words.library.search}
      aria-label={words.library.searchLabel}
      title={words.library.searchKey}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");
}

/** A filter of the address that the list does not know stays visible, so that it can be taken away. */
function withCurrent(options: [string, string][], current: string | null): [string, string][] {
  if (!current || options.some(([value]) => value === current)) return options;
  return [[current, cutAt(current, 40)], ...options];
}
