// Verdicts and states as words with a shape, so that neither colour nor sight is needed.

import type { Judgement, RunSummary, Verdict } from "../api/types";
import { useLab } from "../lab";

type Look = "pass" | "fail" | "open" | "plain" | "moving";

const SHAPES: Record<Look, string> = { pass: "✓", fail: "✕", open: "?", plain: "–", moving: "●" };

const VERDICT_LOOKS: Record<Verdict, Look> = {
  holds: "pass",
  "requirement-failed": "fail",
  "requests-failed": "fail",
  inconclusive: "open",
};

export function Badge({ look, children }: { look: Look; children: string }) {
  return (
    <span class={`badge ${look}`}>
      <span aria-hidden="true">{SHAPES[look]}</span> {children}
    </span>
  );
}

export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  const { words } = useLab();
  if (verdict === null) return <Badge look="plain">{words.verdict.none}</Badge>;
  return <Badge look={VERDICT_LOOKS[verdict] ?? "plain"}>{words.verdict[verdict] ?? verdict}</Badge>;
}

/** The verdict of a run that ended; the state of one that did not, or not well. */
export function RunBadge({ run }: { run: RunSummary }) {
  const { words } = useLab();
  if (run.state === "running") return <Badge look="moving">{words.state.running}</Badge>;
  if (run.state === "damaged") return <Badge look="fail">{words.state.damaged}</Badge>;
  return (
    <>
      <VerdictBadge verdict={run.verdict} />
      {run.state === "cut-off" && (
        <>
          {" "}
          <Badge look="open">{words.state["cut-off"]}</Badge>
        </>
      )}
    </>
  );
}

export function JudgementBadge({ judgement }: { judgement: Judgement | null }) {
  const { words } = useLab();
  if (judgement === null) return <Badge look="plain">{words.judgement.open}</Badge>;
  const look = judgement === "inconclusive" ? "open" : judgement;
  return <Badge look={look}>{words.judgement[judgement]}</Badge>;
}
