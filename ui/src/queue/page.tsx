// The jobs: what waits, runs and is done, with what each printed.

import { useEffect, useRef, useState } from "preact/hooks";
import { address, getJson, send } from "../api/client";
import { useEvents } from "../api/events";
import type { Job, JobState } from "../api/types";
import { mayOperate, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Badge } from "../parts/badge";
import { Confirm } from "../parts/dialog";
import { Foreign } from "../parts/foreign";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { runPath, type Place } from "../route";

const LOOKS: Record<JobState, "pass" | "fail" | "open" | "plain" | "moving"> = {
  waiting: "plain",
  scheduled: "plain",
  running: "moving",
  done: "pass",
  failed: "fail",
  cancelled: "open",
};
const ACTIVE = new Set<JobState>(["waiting", "scheduled", "running"]);
const REFRESH_MS = 2_000;

export function QueuePage(_: { place: Place }) {
  const { words } = useLab();
  const text = words.queue;
  const jobs = useLoaded(() => getJson<{ jobs: Job[] }>("/jobs"), []);
  const list = jobs.value?.jobs ?? [];
  const running = list.some((job) => job.state === "running");
  const reload = useRef(jobs.reload);
  reload.current = jobs.reload;
  useEvents(address("/events"), { opened: jobs.reload, on: { jobs: jobs.reload } });
  useEffect(() => {
    // What a running job prints is no event.
    if (!running) return;
    const timer = window.setInterval(() => reload.current(), REFRESH_MS);
    return () => window.clearInterval(timer);
  }, [running]);
  return (
    <Page title={text.title}>
      <p class="soft">{text.intro}</p>
      <Problem error={jobs.error} />
      {jobs.value && list.length === 0 && (
        <section class="empty">
          <h2>{text.empty}</h2>
          <p>
            <a href="/start">{text.emptyLink}</a>
          </p>
        </section>
      )}
      <ul class="jobs">
        {list.map((job) => (
          <JobItem key={job.id} job={job} changed={jobs.reload} />
        ))}
      </ul>
    </Page>
  );
}

function JobItem({ job, changed }: { job: Job; changed: () => void }) {
  const { words, format } = useLab();
  const text = words.queue;
  const exit = job.exit_code === null ? null : `${text.exit} ${job.exit_code}: ${text.exits[job.exit_code] ?? ""}`;
  const facts = [
    job.state === "waiting" && job.position ? text.position(job.position) : null,
    job.state === "scheduled" && job.at ? text.at(format.moment(job.at)) : null,
    `${text.queued} ${format.moment(job.queued)}`,
    exit,
  ].filter(Boolean);
  return (
    <li>
      <h2>
        <span aria-live="polite">
          <Badge look={LOOKS[job.state] ?? "plain"}>{text.states[job.state] ?? job.state}</Badge>
        </span>{" "}
        <Foreign text={job.file} limit={80} />
      </h2>
      <p class="soft">
        {facts.join(" · ")}
        {job.by && (
          <>
            {` · ${text.by} `}
            <Foreign text={job.by} limit={40} />
          </>
        )}
      </p>
      {job.runs.length > 0 && (
        <p>
          {text.runs}:{" "}
          {job.runs.map((run) => (
            <>
              <a href={runPath(run)}>
                <code>{run}</code>
              </a>{" "}
            </>
          ))}
        </p>
      )}
      <JobActions job={job} changed={changed} />
      <details open={job.state === "running" || job.state === "failed"}>
        <summary>{text.output}</summary>
        {job.output ? (
          <pre dir="auto" class="wrapped" tabIndex={0}>
            {job.output}
          </pre>
        ) : (
          <p class="soft">{text.noOutput}</p>
        )}
      </details>
    </li>
  );
}

function JobActions({ job, changed }: { job: Job; changed: () => void }) {
  const { words, session } = useLab();
  const text = words.queue;
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!mayOperate(session)) return null;
  const path = `/jobs/${encodeURIComponent(job.id)}`;
  const again = () => send<Job>("POST", `${path}/again`).then(changed, setError);
  return (
    <>
      <div class="actions">
        {ACTIVE.has(job.state) ? (
          <button onClick={() => setAsked(true)}>{text.cancel}</button>
        ) : (
          session.can_start && <button onClick={again}>{text.again}</button>
        )}
      </div>
      <Problem error={error} />
      {asked && (
        <Confirm
          title={text.cancelQuestion(job.file)}
          action={text.cancel}
          dangerous
          perform={() => send("DELETE", path).then(changed)}
          close={() => setAsked(false)}
        />
      )}
    </>
  );
}
