// A run over time, while it goes and afterwards.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, getJson } from "../api/client";
import { useEvents } from "../api/events";
import type { Live, LiveNote, LiveUpdate } from "../api/types";
import { ChartGroup, type Range } from "../charts/group";
import { useLab } from "../lab";
import { Problem } from "../parts/problem";
import { Charts } from "./charts";
import { Nodes, Notes, Requirements, Transactions } from "./panels";
import { Series } from "./series";
import { SoFar } from "./sofar";
import { Steering } from "./steering";

const MOST_NOTES = 1_000;

/** What is shown; `series` is one object that grows, `version` counts its changes. */
interface Picture {
  live: Omit<Live, "rows" | "errors">;
  series: Series;
  version: number;
}

interface LiveViewProps {
  id: string;
  /** Whether the run goes on. */
  moving: boolean;
  ended: () => void;
}

export function LiveView({ id, moving, ended }: LiveViewProps) {
  const { words } = useLab();
  const path = `/runs/${encodeURIComponent(id)}`;
  const newest = useRef<Picture | null>(null);
  const [shown, setShown] = useState<Picture | null>(null);
  const [frozen, setFrozen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [reported, setReported] = useState(0);
  const isFrozen = useRef(false);
  isFrozen.current = frozen;

  const show = (picture: Picture) => {
    newest.current = picture;
    if (!isFrozen.current) setShown(picture);
  };
  const load = async () => {
    try {
      const { rows, errors, ...live } = await getJson<Live>(`${path}/live`);
      const series = new Series({ ...live, rows, errors });
      show({ live, series, version: (newest.current?.version ?? 0) + 1 });
      setError(null);
    } catch (reason) {
      setError(reason);
    }
  };
  const connected = useEvents(moving ? address(`${path}/events`) : null, {
    opened: load,
    on: {
      update: (data) => {
        const update = data as LiveUpdate | null;
        if (!newest.current || !update) return;
        if (newest.current.series.outdatedBy(update.resolution_s)) void load();
        else show(moved(newest.current, update));
      },
      // The server left out updates for a reader that was too slow.
      behind: load,
      sofar: () => setReported((count) => count + 1),
      end: ended,
    },
  });
  useEffect(() => {
    if (!moving) void load();
  }, [id, moving]);

  if (!shown) {
    return error ? <Problem error={error} /> : <p class="soft">{words.live.waiting}</p>;
  }
  const freeze = (on: boolean) => {
    setFrozen(on);
    if (!on && newest.current) setShown(newest.current);
  };
  return (
    <>
      {moving && !connected && (
        <p class="away" role="status">
          {words.live.away}
        </p>
      )}
      {moving && shown.live.control && <Steering id={id} control={shown.live.control} />}
      <View picture={shown} moving={moving} frozen={frozen} freeze={freeze} />
      {moving && <SoFar path={path} turn={reported} />}
    </>
  );
}

/** The picture after an update. Lists come whole, but for notes. */
function moved({ live, series, version }: Picture, update: LiveUpdate): Picture {
  const { rows, errors, notes, ...rest } = update;
  series.update({ rows, errors });
  return { live: { ...live, ...rest, notes: added(live.notes, notes) }, series, version: version + 1 };
}

function added(before: LiveNote[], notes: LiveNote[]): LiveNote[] {
  if (notes.length === 0) return before;
  const known = new Set(before.map((note) => `${note.at_s} ${note.text}`));
  const fresh = notes.filter((note) => !known.has(`${note.at_s} ${note.text}`));
  return fresh.length === 0 ? before : [...before, ...fresh].slice(-MOST_NOTES);
}

interface ViewProps {
  picture: Picture;
  moving: boolean;
  frozen: boolean;
  freeze: (on: boolean) => void;
}

function View({ picture: { live, series, version }, moving, frozen, freeze }: ViewProps) {
  const { words, format } = useLab();
  const text = words.live;
  const [range, setRange] = useState<Range>(null);
  const [logarithmic, setLogarithmic] = useState(false);
  const group = useMemo(() => new ChartGroup(setRange), []);
  const empty = series.rows.length === 0;
  useEffect(() => group.cover(0, live.now_s), [group, live.now_s, empty]);
  if (empty) return <p class="soft">{moving ? text.waiting : text.nothing}</p>;

  return (
    <div class="live">
      <div class="main-column">
        <div class="toolbar">
          <strong class="elapsed">
            {text.elapsed} {format.clock(live.now_s)}
          </strong>
          <Ranges group={group} range={range} now={live.now_s} />
          <label class="check">
            <input
              type="checkbox"
              checked={logarithmic}
              onChange={(event) => setLogarithmic(event.currentTarget.checked)}
            />
            <span>{text.log}</span>
          </label>
          {moving && (
            <button aria-pressed={frozen} onClick={() => freeze(!frozen)}>
              {frozen ? text.resumeView : text.pauseView}
            </button>
          )}
          {frozen && <span role="status">{text.paused}</span>}
        </div>
        <Charts
          series={series}
          version={version}
          now={live.now_s}
          steps={live.steps}
          notes={live.notes}
          group={group}
          logarithmic={logarithmic}
        />
        <p class="soft hint">
          {text.zoomHint} {series.resolution > 1 && text.wide(format.length(series.resolution))}
        </p>
      </div>
      <div class="side-column">
        {(moving || live.requirements.some((requirement) => requirement.judgement)) && (
          <Requirements requirements={live.requirements} />
        )}
        <Transactions transactions={live.transactions} />
        <Nodes nodes={live.nodes} />
        <Notes notes={live.notes} />
      </div>
    </div>
  );
}

/** Zooming without a mouse. */
function Ranges({ group, range, now }: { group: ChartGroup; range: Range; now: number }) {
  const { words } = useLab();
  return (
    <span class="ranges" role="group" aria-label={words.live.range}>
      <button aria-pressed={range === null} onClick={() => group.zoom(null)}>
        {words.live.all}
      </button>
      {[5, 30].map((minutes) => (
        <button disabled={now < minutes * 60} onClick={() => group.zoom({ min: now - minutes * 60, max: now })}>
          {words.live.last(minutes)}
        </button>
      ))}
    </span>
  );
}
