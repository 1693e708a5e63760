"""What a report says, set against the truth; and docs/exam.md."""
from cases import CASES

BY_NAME = {case["name"]: case for case in CASES}
#: What a short measurement on a shared machine says of itself, whatever the system.
OF_THE_MEASUREMENT = {
    "window-too-short", "maximum-not-found", "generator-delayed", "generator-limited", "certificates-not-verified", "knee-below-range",
    "capacity-not-found", "run-cut-off", "run-stopped", "no-steady-state", "other-work",
    # What the machine did that this one is a part of.
    "steal", "io-wait",
}
#: What a bent curve says, whatever bent it.
OF_THE_BEND = {"retrograde", "requests-in-flight", "little-mismatch"}
WARNINGS = {"critical", "warning"}


def said(report):
    """The limiting factor and the findings of a report, without what differs from run to run."""
    run = report["runs"][0]
    verdict = run["limiting_factor"]["verdict"]
    causes = [
        {
            "resource": cause["resource"], "name": cause.get("name", ""), "grade": cause["grade"],
            "source": f"{cause['source']['host']} {instance(cause['source'])}".strip(),
        }
        for cause in verdict.get("causes", [])
    ]
    reason = verdict.get("reason")
    return {
        "verdict": verdict["verdict"],
        "reason": reason["reason"] if isinstance(reason, dict) else reason,
        "causes": causes,
        "unwatched": run["explanation"].get("unwatched", []),
        "findings": sorted({(f["id"], f["severity"]) for f in run["findings"]}),
        "throughput": [round(step["throughput_per_s"]["value"], 1) for step in run["steps"]],
        "invalid": run["validity"]["invalid_steps"],
    }


def instance(source):
    of = source.get("instance")
    return next(iter(of.values())) if isinstance(of, dict) else ""


def fits(cause, truth):
    resource, part = truth
    return cause["resource"] == resource and part in f"{cause['name']} {cause['source']}"


def truth_of(result):
    truth = BY_NAME[result["case"]]["truth"]
    return {"first": [], "must": [], "also": [], "unwatched": None} if result["form"] == "healthy" else truth


def is_invalid(result):
    """The load generator was the limit in most steps: the case says nothing of the analysis."""
    return 2 * len(result.get("invalid", [])) > len(result.get("throughput", [])) and not truth_of(result)["must"]


def mark(result):
    """`right`, `third` (right among the first three), `missed` (not known, though it was watched), `wrong`, or `not taken`."""
    if "not_taken" in result:
        return "not taken"
    truth, causes = truth_of(result)["first"], result["causes"]
    if not truth:
        # A weak cause is said as one; it is no claim.
        return "wrong" if any(cause["grade"] in ("strong", "moderate") for cause in causes[:1]) else "right"
    for place, cause in enumerate(causes[:3]):
        if any(fits(cause, of) for of in truth):
            return "right" if place == 0 else "third"
    return "wrong" if any(cause["grade"] in ("strong", "moderate") for cause in causes[:1]) else "missed"


def advised(result):
    """What limits was not watched: whether the report says first that this is to be watched. `None`: that is not the question."""
    unwatched = truth_of(result)["unwatched"]
    return None if not unwatched or "unwatched" not in result else result["unwatched"][:1] == [unwatched]


def found(result, expected):
    ids = {finding[0] for finding in result["findings"]}
    return any(part in ids for part in expected.split("|"))


def lost(result):
    """Findings that had to come, and did not."""
    return [] if "not_taken" in result else [expected for expected in truth_of(result)["must"] if not found(result, expected)]


def false_alarms(result):
    """Warnings and worse that nothing of the case explains."""
    if "not_taken" in result:
        return []
    truth = truth_of(result)
    allowed = set(OF_THE_MEASUREMENT)
    allowed.update(part for expected in truth["must"] + truth["also"] for part in expected.split("|"))
    if result["form"] != "healthy":
        allowed |= OF_THE_BEND
    return [finding[0] for finding in result["findings"] if finding[1] in WARNINGS and finding[0] not in allowed]


RANK = {"right": 0, "third": 1, "missed": 2, "wrong": 3, "not taken": 4}


def is_worse(now, before):
    if before is None or "not_taken" in before or "not_taken" in now:
        return False
    worse = RANK[mark(now)] > RANK[mark(before)]
    return worse or len(lost(now)) > len(lost(before)) or len(false_alarms(now)) > len(false_alarms(before))


def first(result):
    if "not_taken" in result:
        return result["not_taken"].strip().splitlines()[-1][:120] if result["not_taken"].strip() else "?"
    if not result["causes"]:
        return f"not known ({result['reason']})"
    cause = result["causes"][0]
    return f"{cause['resource']} {cause['name']} of {cause['source']} ({cause['grade']})".replace("  ", " ")


def line(case, result):
    more = "".join(f"; lacks {expected}" for expected in lost(result)) + "".join(f"; false: {id}" for id in false_alarms(result))
    return f"{result.get('seconds', 0):4} s  {case['name']:22} {result['form']:8} {mark(result):10} {first(result)}{more}  {result.get('throughput', '')}"


def judged():
    import pathlib

    return set((pathlib.Path(__file__).parent / "judged.txt").read_text().split())


def percent(part, of):
    return "–" if of == 0 else f"{100 * part / of:.0f} % ({part} of {of})"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def summary(results):
    rows = []
    for name, of in [("the fault alone", ["fault"]), ("beside an oddity", ["oddity"]), ("healthy", ["healthy"]), ("all", ["fault", "oddity", "healthy"])]:
        taken = [r for r in results if r["form"] in of and "not_taken" not in r]
        marks = [mark(r) for r in taken]
        lacking = sum(len(lost(r)) for r in taken)
        must = sum(len(truth_of(r)["must"]) for r in taken)
        rows.append([
            name, len(taken), percent(marks.count("right"), len(marks)), percent(marks.count("right") + marks.count("third"), len(marks)), marks.count("missed"),
            marks.count("wrong"), percent(must - lacking, must), percent(sum(bool(false_alarms(r)) for r in taken), len(taken)),
        ])
    return table(["form", "taken", "right first", "right in the first three", "not known, though watched", "wrong first", "findings that had to come", "with a false alarm"], rows)


def calibration(results):
    rows = []
    for grade in ["strong", "moderate", "weak"]:
        claims = [(r, r["causes"][0]) for r in results if r.get("causes") and r["causes"][0]["grade"] == grade]
        good = sum(any(fits(cause, truth) for truth in truth_of(r)["first"]) for r, cause in claims)
        rows.append([grade, len(claims), percent(good, len(claims))])
    return table(["grade of the first cause", "claims", "right"], rows)


def detectors(results):
    ids = sorted({part for case in CASES for expected in case["truth"]["must"] for part in expected.split("|")})
    rows = []
    for id in ids:
        expected = [r for r in results if "not_taken" not in r and any(id in e.split("|") for e in truth_of(r)["must"])]
        hit = sum(any(f[0] == id for f in r["findings"]) for r in expected)
        fired = [r for r in results if "not_taken" not in r and any(f[0] == id for f in r["findings"])]
        good = [r for r in fired if any(id in e.split("|") for e in truth_of(r)["must"] + truth_of(r)["also"])]
        rows.append([f"`{id}`", percent(hit, len(expected)), percent(len(good), len(fired))])
    return table(["finding", "found where it had to be (recall)", "rightly, of all times it was made (precision)"], rows)


def of_level(results):
    """Right first, missed and wrong, of the cases in which something that was watched limits; and of the others wrong."""
    limited = [mark(r) for r in results if "not_taken" not in r and truth_of(r)["first"]]
    free = [mark(r) for r in results if "not_taken" not in r and not truth_of(r)["first"]]
    return [percent(limited.count("right"), len(limited)), limited.count("missed"), limited.count("wrong"), percent(free.count("wrong"), len(free))]


def advice(results):
    asked = [advised(r) for r in results if advised(r) is not None]
    return percent(asked.count(True), len(asked))


def levels_of(stripped):
    if not stripped:
        return "Not measured."
    head = ["telemetry that is left", "right first, where it was watched", "not known", "wrong first", "something named where nothing watched limits"]
    return table(head, [[level, *of_level(results)] for level, results in stripped.items()])


def others(judges):
    """How often each of the judges names what limits."""
    if not judges:
        return "Not taken."
    n = len(judges)
    of_rank = lambda method, most: sum((r[method]["place"] or most + 1) <= most for r in judges)
    rows = [
        ["Plimsoll: what it names first", percent(sum(r["plimsoll"] for r in judges), n), ""],
        ["USE checklist: all that is used to 90 % or waited for", percent(sum(r["use"]["right"] for r in judges), n),
         f"{sum(r['use']['named'] for r in judges) / n:.1f} resources are named on average; what limits alone in {percent(sum(r['use']['alone'] for r in judges), n)}"],
        *([f"BARO, {name}: the series that ranks first", percent(of_rank(method, 1), n), f"among the first three {percent(of_rank(method, 3), n)}"]
          for method, name in (("robust_scorer", "RobustScorer"), ("nsigma", "standard deviations"))),
        ["reports of JMeter, Gatling, k6", "–", "not asked: nothing of servers is in them, so they can name none"],
    ]
    return table(["judge", "names what limits", ""], rows)


def document(results, stripped, judges):
    kept = judged()
    tuned = [r for r in results if r["case"] not in kept]
    for_judging = [r for r in results if r["case"] in kept]
    rows = []
    for r in results:
        truth = truth_of(r)["first"]
        what = " or ".join(f"{resource} {part}".strip() for resource, part in truth) or "nothing"
        rows.append([
            r["case"], r["form"], "judged" if r["case"] in kept else "", what, first(r), mark(r), ", ".join(lost(r)), ", ".join(false_alarms(r)),
        ])
    missing = [r for r in results if "not_taken" in r]
    return f"""# The examination

Written by `exam/run.py` (`make exam`) from {len(results)} measurements of real systems in which a fault was put, or none; what each mark means,
and what is not covered, is in [exam/README.md](../exam/README.md). Every measurement is short: its load lasts half a minute.

## Marks

Of the half that was chosen for judging before anything was tuned (`exam/judged.txt`):

{summary(for_judging)}

Of the other half, with which detectors were tuned:

{summary(tuned)}

## Calibration

Of the cause that was named first, in all cases:

{calibration(results)}

## What to watch

Where what limits was not watched, the report says first that this is to be watched: {advice(results)}.

## Findings

{detectors(results)}

## With less telemetry

The same runs, with a part of what was recorded taken out of their files:

{levels_of(stripped)}

## Other judges

The same run files ({len(judges)} with one resource at fault that was watched), by `exam/judges.py`, which says how each is asked:

{others(judges)}

## Not taken

{chr(10).join(f"- {r['case']} ({r['form']}): {first(r)}" for r in missing) or "All cases that are in the table were taken."}

## Case by case

{table(["case", "form", "half", "what limits", "what was named first", "mark", "findings that lack", "false alarms"], rows)}
"""
