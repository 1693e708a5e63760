// Several runs beside each other: the comparison of the report, below it what differs in their set-up.

import { address, getJson } from "../api/client";
import type { DiffRow, RunSummary } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Foreign } from "../parts/foreign";
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
  const { words, language, format } = useLab();
  const text = words.compare;
  const runs = (place.query.get("runs") ?? "").split(",").filter(Boolean).slice(0, MOST_RUNS);
  const baseline = place.query.get("baseline") ?? runs[0] ?? "";
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
  const set = (run: string) => go(withQuery(place, { baseline: run }), "replace");
  return (
    <Page
      title={text.title}
      aside={
        <label class="inline">
          <span>{text.baseline}</span>
          <select value={baseline} onChange={(event) => set(event.currentTarget.value)}>
            {runs.map((run) => (
              <option value={run}>{cut(nameOf(names.value?.get(run), run), 50)}</option>
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
      <Frame title={text.frame} src={address("/compare", { runs: runs.join(","), baseline, language })} anchor={place.anchor} />
      <Differences runs={runs} />
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

function nameOf(run: RunSummary | undefined, id: string): string {
  return run ? [run.name, run.variant].filter(Boolean).join(" · ") : id;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

function Differences({ runs }: { runs: string[] }) {
  const { words } = useLab();
  const text = words.compare;
  const pair = runs.slice(0, 2);
  const diff = useLoaded(() => getJson<Diff>("/diff", { runs: pair.join(",") }), [pair.join(",")]);
  return (
    <section>
      <h2>{text.differences}</h2>
      {runs.length > 2 && <p class="soft">{text.firstTwo}</p>}
      <Problem error={diff.error} />
      {diff.value && <SetUpDifferences rows={diff.value.rows} runs={pair} />}
      {diff.value?.plan_diff && <PlanDiff text={diff.value.plan_diff} />}
    </section>
  );
}
