// One run: live while it goes, its report when it has ended.

import { useEffect, useState } from "preact/hooks";
import { ApiError, getJson } from "../api/client";
import type { RunDetails } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { RunBadge } from "../parts/badge";
import { Foreign } from "../parts/foreign";
import { Frame } from "../parts/frame";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { currentTab, Tabs } from "../parts/tabs";
import { runPath, studyPath, type Place } from "../route";
import { RunActions } from "./actions";
import { Examples } from "./examples";
import { Figures } from "./figures";
import { LiveView } from "./live";
import { SetUp } from "./setup";

const MOST_SIBLINGS = 100;

export function RunPage({ id, place }: { id: string; place: Place }) {
  const { words } = useLab();
  const run = useLoaded(() => getJson<RunDetails>(`/runs/${encodeURIComponent(id)}`), [id]);
  const [ended, setEnded] = useState(false);
  const live = run.value?.live ?? false;
  useEffect(() => {
    // The program that made the run has its last things to write.
    if (!ended || !live) return;
    const timer = window.setInterval(run.reload, 1_000);
    return () => window.clearInterval(timer);
  }, [ended, live]);

  if (!run.value) {
    const gone = run.error instanceof ApiError && run.error.status === 404;
    return (
      <Page title={gone ? words.run.notFound : words.library.title}>
        {run.error ? !gone && <Problem error={run.error} /> : <p class="soft">{words.common.loading}</p>}
        <p>
          <a href="/">{words.common.toLibrary}</a>
        </p>
      </Page>
    );
  }
  return (
    <Page
      title={run.value.name}
      heading={<Foreign text={run.value.name} limit={120} inert={false} />}
      aside={<RunBadge run={run.value} />}
      className="run"
    >
      <Summary run={run.value} />
      <RunActions run={run.value} changed={run.reload} />
      <Siblings run={run.value} />
      {ended && !live && (
        <p class="done" role="status">
          {words.run.finished}{" "}
          <a href={runPath(id)} onClick={() => setEnded(false)}>
            {words.run.showReport}
          </a>
        </p>
      )}
      {live || ended ? (
        <LiveView
          id={id}
          moving={!ended}
          ended={() => {
            setEnded(true);
            run.reload();
          }}
        />
      ) : (
        <Finished run={run.value} place={place} />
      )}
    </Page>
  );
}

function Summary({ run }: { run: RunDetails }) {
  const { words, format, language } = useLab();
  const about = run.problem ?? (run.headlines[language] || run.headline);
  const facts: [string, string][] = [[words.run.started, format.moment(run.started)]];
  if (run.duration_s !== null) facts.push([words.run.duration, format.length(run.duration_s)]);
  if (run.source !== "plimsoll") facts.push([words.run.source, run.source]);
  if (!run.live) facts.push([words.run.requests, format.whole(run.requests)], [words.run.errors, format.whole(run.errors)]);
  facts.push([words.run.size, `${run.file} (${format.bytes(run.bytes)})`]);
  return (
    <>
      {about && (
        <p class="headline">
          <Foreign text={about} limit={400} inert={false} />
        </p>
      )}
      <dl class="facts">
        {run.study !== null && (
          <div>
            <dt>{words.library.study}</dt>
            <dd>
              <a href={studyPath(run.study)}>
                <Foreign text={run.study} limit={60} />
              </a>
              {run.variant && (
                <>
                  {" · "}
                  <Foreign text={run.variant} limit={60} />
                </>
              )}
            </dd>
          </div>
        )}
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <Foreign text={value} limit={80} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Siblings({ run }: { run: RunDetails }) {
  const { words, format } = useLab();
  const others = run.siblings.filter((sibling) => sibling.id !== run.id);
  if (others.length === 0) return null;
  return (
    <details class="siblings">
      <summary>
        {words.run.siblings} ({others.length})
      </summary>
      <ul class="plain">
        {others.slice(0, MOST_SIBLINGS).map((sibling) => (
          <li key={sibling.id}>
            <RunBadge run={sibling} />{" "}
            <a href={runPath(sibling.id)}>
              <Foreign text={sibling.variant || sibling.name} limit={80} />
            </a>{" "}
            <span class="soft">
              {sibling.repeat > 1 && `${words.library.repeat(sibling.repeat)} · `}
              {format.moment(sibling.started)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Finished({ run, place }: { run: RunDetails; place: Place }) {
  const { words } = useLab();
  const names = words.run.tabs;
  const tabs = [
    ["report", names.report],
    ["examples", names.examples],
    ["figures", names.figures],
    ["setup", names.setup],
    ["time", names.time],
  ] as const;
  const tab = currentTab(place, tabs);
  const path = `/runs/${encodeURIComponent(run.id)}`;
  return (
    <>
      <Tabs place={{ ...place, anchor: "" }} label={words.run.tabsLabel} tabs={tabs} current={tab} />
      {tab === "report" && (
        <Frame title={words.run.reportFrame} path={`${path}/report`} anchor={place.anchor} />
      )}
      {tab === "examples" && <Examples run={run} place={place} />}
      {tab === "figures" && <Figures run={run} />}
      {tab === "setup" && <SetUp run={run} />}
      {tab === "time" && <LiveView id={run.id} moving={false} ended={() => undefined} />}
    </>
  );
}
