// Several runs beside each other: the comparison of the report, below it what differs in their set-up.

import { getJson } from "../api/client";
import type { DiffRow, RunSummary } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { cutAt, Foreign } from "../parts/foreign";
import { Frame } from "../parts/frame";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { go, runPath, withQuery, type Place } from "../route";
import { PlanDiff, SetUpDifferences } from "./diff";

const MOST_RUNS = 20;

interface Diff {
  rows: DiffRow[];
  plan_diff: string | null;
}

export function ComparePage({ place }: { place: Place }) {
  const { words, format } = useLab();
  const text = words.compare;
  const runs = (place.query.get("runs") ?? "").split(",").filter(Boolean).slice(0, MOST_RUNS);
  const names = useLoaded(() => summaries(runs), [runs.join(",")]);
  if (runs.length < 2) {
    return (
      <Page title={text.title}>
        <p>{text.tooFew}</p>
        <p>
          <a href="/">{text.tooFewHint}</a>
        </p>
      </Page>
    );
  }
  const baseline = place.query.get("baseline") ?? (names.value ? baselineOf(runs, names.value) : null);
  const set = (run: string) => go(withQuery(place, { baseline: run }), "replace");
  return (
    <Page
      title={text.title}
      aside={
        <label class="inline">
          <span>{text.baseline}</span>
          <select value={baseline ?? ""} onChange={(event) => set(event.currentTarget.value)}>
            {runs.map((run) => (
              <option value={run}>{cutAt(nameOf(names.value?.get(run), run), 50)}</option>
            ))}
          </select>
        </label>
      }
    >
      <ol class="plain compared">
        {runs.map((run) => (
          <li key={run}>
            <a href={runPath(run)}>
              <Foreign text={nameOf(names.value?.get(run), run)} limit={100} />
            </a>{" "}
            <span class="soft">{format.moment(names.value?.get(run)?.started ?? null)}</span>
          </li>
        ))}
      </ol>
      {baseline !== null && (
        <Frame
          title={text.frame}
          path="/compare"
          query={{ runs: runs.join(","), baseline }}
          anchor={place.anchor}
        />
      )}
      <Differences runs={runs} names={runs.map((run) => nameOf(names.value?.get(run), run))} />
    </Page>
  );
}

/** The runs that could be read; one that can't is shown by its id, and the comparison itself says why. */
async function summaries(runs: string[]): Promise<Map<string, RunSummary>> {
  const answers = await Promise.allSettled(
    runs.map((run) => getJson<RunSummary>(`/runs/${encodeURIComponent(run)}`)),
  );
  return new Map(answers.flatMap((answer) => (answer.status === "fulfilled" ? [[answer.value.id, answer.value]] : [])));
}

/** Where none is asked for: a run that was made a baseline, else the oldest. */
function baselineOf(runs: string[], summaries: Map<string, RunSummary>): string {
  const pinned = runs.find((run) => summaries.get(run)?.pinned);
  const startOf = (run: string) => summaries.get(run)?.started ?? "";
  const oldest = runs.reduce((first, run) => (startOf(run) < startOf(first) ? run : first));
  return pinned ?? oldest;
}

function nameOf(run: RunSummary | undefined, id: string): string {
  return run ? [run.name, run.variant].filter(Boolean).join(" · ") : id;
}

function Differences({ runs, names }: { runs: string[]; names: string[] }) {
  const { words } = useLab();
  const diff = useLoaded(() => getJson<Diff>("/diff", { runs: runs.join(",") }), [runs.join(",")]);
  return (
    <section>
      <h2>{words.compare.differences}</h2>
      <Problem error={diff.error} />
      {diff.value && <SetUpDifferences rows={diff.value.rows} names={names} />}
      {diff.value?.plan_diff && <PlanDiff text={diff.value.plan_diff} />}
    </section>
  );
}
