#!/usr/bin/env python3
"""The examination: starts each case's system, lets Plimsoll measure it, and marks what it says. See README.md.

    exam/run.py                          all cases, all forms; writes docs/exam.md and exam/results.json
    exam/run.py --only pool-orders,hang  some cases
    exam/run.py --forms fault            some forms
    exam/run.py --batch 2/5              a part of them; results are added to exam/results.json
    exam/run.py --reports DIR --strip    the kept run files once more with parts of their telemetry taken away; writes exam/stripped.json
    exam/run.py --write                  docs/exam.md anew from exam/results.json, nothing is run
    exam/run.py --check                  as above, and fails where a mark is worse than in exam/results.json
"""
import argparse
import contextlib
import copy
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import marks  # noqa: E402
from cases import CASES  # noqa: E402
import databases  # noqa: E402
import kafka  # noqa: E402
import limits  # noqa: E402
import systems  # noqa: E402
from limits import held_to, in_network_of_its_own  # noqa: E402
from systems import CannotBeMade, System  # noqa: E402

KINDS = {**systems.KINDS, **limits.KINDS, **databases.KINDS, **kafka.KINDS}
FORMS = ["fault", "oddity", "healthy"]
RESULTS = HERE / "results.json"
CASE_S_MAX = 150


def filled(value, places):
    if isinstance(value, str):
        for name, place in places.items():
            value = value.replace(f"${name.upper()}", str(place))
        return value
    if isinstance(value, dict):
        return {key: filled(part, places) for key, part in value.items()}
    return [filled(part, places) for part in value] if isinstance(value, list) else value


def files(case, places, folder):
    """The plan and the study, as a user would have written them. JSON is YAML."""
    plan = case["plan"] if isinstance(case["plan"], dict) else {"steps": case["plan"]}
    steps = plan.pop("steps") if "steps" in (plan := dict(plan)) else []
    scenario = {"users": 1, "hold": "10 s", "steps": steps}
    whole = {"plan": case["name"], **plan, **case["extra"], "scenarios": [scenario]}
    (folder / "plan.yaml").write_text(json.dumps(filled(whole, places), indent=1))
    watch = filled(copy.deepcopy(case["watch"]), places)
    study = {
        "study": case["name"], "plan": "plan.yaml", "threads": case["threads"], "ramp": "1 s", "step": case["step"],
        "watch": [{"host": "local", "name": "app", **watch}], "report": {"formats": ["json"]},
    }
    (folder / "study.yaml").write_text(json.dumps(study, indent=1))


def take(case, form, plimsoll, kept):
    if case["network"] and not os.environ.get("PLIMSOLL_EXAM_INSIDE"):
        return inside(case, form, plimsoll, kept)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"exam-{case['name']}-{form}-"))
    system = System(folder)
    began = time.monotonic()
    result = {"case": case["name"], "form": form}
    try:
        settings = case["healthy"] if form == "healthy" else case["fault"]
        places = {**KINDS[case["kind"]](system, settings), **settings.get("words", {})}
        for _ in range(settings.get("neighbours", 0)):
            system.start([sys.executable, "-c", "while True: pass"])
        if form == "oddity":
            system.start([sys.executable, HERE / "services/neighbour.py"])
        files(case, places, folder)
        command = [os.path.abspath(plimsoll) if os.sep in plimsoll else plimsoll, "run", folder / "study.yaml", "-o", folder / "out"]
        with held_to(case["cores"] if form != "healthy" else None) as start:
            done = subprocess.run([*start, *command], capture_output=True, text=True, timeout=CASE_S_MAX, cwd=folder)
        result["exit"] = done.returncode
        report = next(iter(sorted((folder / "out").glob("**/report.json"))), None)
        if report is None:
            return {**result, "not_taken": (done.stderr or done.stdout)[-400:]}
        result.update(marks.said(json.loads(report.read_text())))
    except CannotBeMade as error:
        result["not_taken"] = str(error)
    except subprocess.TimeoutExpired:
        result["not_taken"] = f"it took longer than {CASE_S_MAX} s"
    finally:
        system.end()
        result["seconds"] = round(time.monotonic() - began)
        if kept:
            kept.mkdir(parents=True, exist_ok=True)
            for run in (folder / "out").glob("**/*.run") if (folder / "out").exists() else []:
                shutil.copy(run, kept / f"{case['name']}-{form}.run")
        shutil.rmtree(folder, ignore_errors=True)
    return result


def inside(case, form, plimsoll, kept):
    """The case in a network of its own, by this command once more."""
    command = [sys.executable, __file__, "--inside", "--only", case["name"], "--forms", form, "--plimsoll", os.path.abspath(plimsoll)]
    command += ["--keep", os.path.abspath(kept)] if kept else []
    shape = {} if form == "healthy" else case["network"]
    try:
        done = subprocess.run(in_network_of_its_own(shape, command), capture_output=True, text=True, timeout=CASE_S_MAX, env={**os.environ, "PLIMSOLL_EXAM_INSIDE": "1"})
        return json.loads(done.stdout)
    except CannotBeMade as error:
        why = str(error)
    except ValueError:
        why = f"no network of its own: {done.stderr[-300:]}"
    except subprocess.TimeoutExpired:
        why = f"it took longer than {CASE_S_MAX} s"
    return {"case": case["name"], "form": form, "not_taken": why}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plimsoll", default=shutil.which("plimsoll") or str(HERE.parent / "target/release/plimsoll"))
    parser.add_argument("--only", default="")
    parser.add_argument("--forms", default=",".join(FORMS))
    parser.add_argument("--batch", default="1/1")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the run files")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--reports", type=pathlib.Path, help="a folder of kept run files: they are analysed anew, nothing is run")
    parser.add_argument("--strip", action="store_true", help="with --reports: how the marks fall when telemetry is missing")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    before = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    only = set(filter(None, options.only.split(",")))
    if unknown := only - {case["name"] for case in CASES}:
        sys.exit(f"no case is called {', '.join(sorted(unknown))}")
    wanted = [
        (case, form) for case in CASES for form in FORMS
        if form in options.forms.split(",") and (not only or case["name"] in only) and (form != "healthy" or case["healthy"] is not None)
    ]
    if options.inside:
        case, form = wanted[0]
        print(json.dumps(take(case, form, options.plimsoll, options.keep)))
        return
    part, parts = map(int, options.batch.split("/"))
    wanted = wanted[part - 1 :: parts]
    results = {(r["case"], r["form"]): r for r in before}
    fresh = []
    if not (options.write or options.strip):
        for case, form in wanted:
            if options.reports and not run_file(options.reports, case, form).exists():
                continue
            result = again(case, form, options) if options.reports else take(case, form, options.plimsoll, options.keep)
            fresh.append(result)
            if not options.check:
                write({**results, **{(r["case"], r["form"]): r for r in fresh}})
            print(marks.line(case, result), flush=True)
    if options.strip:
        return stripped(wanted, options)
    worse = [r for r in fresh if marks.is_worse(r, results.get((r["case"], r["form"])))]
    if options.write:
        write(results)
    for result in worse:
        print(f"worse than before: {result['case']} ({result['form']})", file=sys.stderr)
    sys.exit(1 if options.check and worse else 0)


def stripped(wanted, options):
    """Every kept run with less and less telemetry, as the analysis says it then."""
    levels = {}
    for level, keeps in LEVELS.items():
        with tempfile.TemporaryDirectory() as folder:
            for run in options.reports.glob("*.run"):
                shutil.copy(run, folder)
                strip(pathlib.Path(folder) / run.name, keeps)
            less = argparse.Namespace(**{**vars(options), "reports": pathlib.Path(folder)})
            levels[level] = [again(case, form, less) for case, form in wanted if run_file(options.reports, case, form).exists()]
        print(level, marks.of_level(levels[level]), flush=True)
    (HERE / "stripped.json").write_text(json.dumps(levels, indent=1) + "\n")
    results = json.loads(RESULTS.read_text())
    write({(r["case"], r["form"]): r for r in results})


def strip(run, keeps):
    """Takes all series of sources of other kinds out of a run file."""
    with contextlib.closing(sqlite3.connect(run)) as file, file:
        gone = "SELECT series.id FROM series JOIN sources ON sources.id = series.source_id WHERE sources.kind NOT IN (%s)" % ",".join("?" * len(keeps))
        for table, key in (("point_blocks", "series_id"), ("placed_series", "series_id"), ("series", "id")):
            file.execute(f"DELETE FROM {table} WHERE {key} IN ({gone})", keeps)


#: What is left, by the kinds of sources in a run file.
LEVELS = {
    "everything": ["host", "process", "container", "service"],
    "no metrics of services": ["host", "process"],
    "metrics of services alone": ["container", "service"],
    "vmstat alone": ["host"],
    "nothing": ["none"],
}


def run_file(folder, case, form):
    return folder / f"{case['name']}-{form}.run"


def write(results):
    ordered = [results[key] for case in CASES for form in FORMS if (key := (case["name"], form)) in results]
    RESULTS.write_text(json.dumps(ordered, indent=1) + "\n")
    read = lambda name, nothing: json.loads((HERE / name).read_text()) if (HERE / name).exists() else nothing
    (HERE.parent / "docs/exam.md").write_text(marks.document(ordered, read("stripped.json", {}), read("judges.json", [])))


def again(case, form, options):
    """The same run, as today's analysis says it."""
    run = run_file(options.reports, case, form)
    result = {"case": case["name"], "form": form}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([options.plimsoll, "report", run, "--format", "json", "-o", folder], capture_output=True, text=True)
        report = next(iter(sorted(pathlib.Path(folder).glob("**/*.json"))), None)
        if report is None:
            return {**result, "not_taken": done.stderr[-400:]}
        return {**result, "exit": done.returncode, **marks.said(json.loads(report.read_text()))}


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    # Who is told to end takes down what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    main()
