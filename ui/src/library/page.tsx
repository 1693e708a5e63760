// The library: all runs of the folder, live ones first.

import { useEffect, useRef } from "preact/hooks";
import { address, getJson } from "../api/client";
import { useEvents } from "../api/events";
import type { RunList } from "../api/types";
import { mayOperate, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { Pages } from "../parts/tabs";
import { go, withQuery, type Place } from "../route";
import { EmptyLibrary } from "./empty";
import { Filters, FILTER_NAMES } from "./filters";
import { Importing } from "./import";
import { RunTable } from "./table";

const PAGE_SIZE = 50;
const QUERY_NAMES = [...FILTER_NAMES, "sort", "order"] as const;

export function LibraryPage({ place }: { place: Place }) {
  const { words, session } = useLab();
  const offset = Math.max(0, Number.parseInt(place.query.get("offset") ?? "0", 10) || 0);
  const query: Record<string, string> = { limit: String(PAGE_SIZE), offset: String(offset) };
  for (const name of QUERY_NAMES) query[name] = place.query.get(name) ?? "";
  const list = useLoaded(() => getJson<RunList>("/runs", query), [JSON.stringify(query)]);
  useChanges(list.reload);

  const filtered = FILTER_NAMES.some((name) => place.query.get(name));
  const empty = list.value?.total === 0 && !filtered && !list.value.indexing;
  return (
    <Page
      title={words.library.title}
      className="library"
      aside={<Importing disabled={!mayOperate(session)} done={list.reload} />}
    >
      <Problem error={list.error} />
      {!list.value && !list.error && <p class="soft">{words.common.loading}</p>}
      {list.value && empty && <EmptyLibrary />}
      {list.value && !empty && (
        <>
          <Filters place={place} list={list.value} />
          <RunTable place={place} runs={list.value.runs} />
          <div class="below">
            <Selection place={place} />
            <Pages place={place} offset={offset} limit={PAGE_SIZE} total={list.value.total} />
          </div>
        </>
      )}
    </Page>
  );
}

/** Fetches the list again when runs change, once a second at most. */
function useChanges(reload: () => void): void {
  const timer = useRef(0);
  const soon = () => {
    if (timer.current) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      reload();
    }, 1_000);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEvents(address("/events"), { opened: soon, on: { library: soon } });
}

export function selectedRuns(place: Place): string[] {
  return (place.query.get("selected") ?? "").split(",").filter(Boolean);
}

function Selection({ place }: { place: Place }) {
  const { words } = useLab();
  const selected = selectedRuns(place);
  if (selected.length === 0) return <p class="soft hint">{words.library.compareHint}</p>;
  const runs = selected.map(encodeURIComponent).join(",");
  return (
    <div class="selection" role="status">
      <strong>{words.library.selected(selected.length)}</strong>
      {selected.length > 1 ? (
        <a class="button main" href={`/compare?runs=${runs}`}>
          {words.library.compare}
        </a>
      ) : (
        <span class="soft">{words.library.compareHint}</span>
      )}
      <button onClick={() => go(withQuery(place, { selected: null }), "replace")}>
        {words.library.clearSelection}
      </button>
    </div>
  );
}
