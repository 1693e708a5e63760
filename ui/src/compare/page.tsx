// Several runs beside each other: the comparison of the report, below it what differs in their set-up.

import { address, getJson } from "../api/client";
import type { DiffRow } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Frame } from "../parts/frame";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { go, runPath, withQuery, type Place } from "../route";
import { PlanDiff, SetUpDifferences } from "./diff";

interface Diff {
  rows: DiffRow[];
  plan_diff: string | null;
}

export function ComparePage({ place }: { place: Place }) {
  const { words, language } = useLab();
  const text = words.compare;
  const runs = (place.query.get("runs") ?? "").split(",").filter(Boolean);
  const baseline = place.query.get("baseline") ?? runs[0] ?? "";
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
              <option value={run}>{run}</option>
            ))}
          </select>
        </label>
      }
    >
      <p class="soft">
        {runs.map((run) => (
          <>
            <a href={runPath(run)}>
              <code>{run}</code>
            </a>{" "}
          </>
        ))}
      </p>
      <Frame title={text.frame} src={address("/compare", { runs: runs.join(","), baseline, language })} anchor={place.anchor} />
      <Differences runs={runs} />
    </Page>
  );
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
