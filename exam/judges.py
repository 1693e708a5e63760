#!/usr/bin/env python3
"""What others say of the same measurements: the USE checklist without judgement, and BARO's ranking of metrics.

    exam/run.py --keep runs/exam            first: the run files
    exam/judges.py --runs runs/exam         writes exam/judges.json; `exam/run.py --write` puts it into docs/exam.md

USE (Gregg 2013): of every watched resource at the highest load, is it used to 90 % or more, or does work wait for it? All for which that is so are named. The
list of resources is Plimsoll's, for whoever works through the checklist by hand has to know first which series are a pool, its size and who waits for it.
BARO (Pham, Ha & Zhang, FSE 2024; the package fse-baro): every recorded series, scored by how far it is in the step of the highest load from where it was in the
lowest (RobustScorer), and by standard deviations (its nsigma). It is told when the load changed, and which series are counters. The first series counts; it is right
if it is one of the resource that limits. It leaves out series that stand still in one of the two steps, so a pool that is full; it is made for faults that are injected
into services under a steady load, not for limits.

Only cases with a fault that is one resource, which was watched. Reports of JMeter, Gatling and k6 have no servers in them: they name nothing.
"""
import argparse
import contextlib
import json
import os
import pathlib
import sqlite3
import struct
import subprocess
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import marks  # noqa: E402
from cases import CASES  # noqa: E402

#: Parts of what series of a resource are called, where the truth says no more.
SERIES = {
    "pool": ["pool", "connection", "threads"], "thread": ["process.cpu"], "cpu": ["cpu"], "locks": ["lock", "wait"], "heap": ["jvm."],
    "descriptors": ["descriptor", "open_file"], "container-cpu": ["container.cpu", "container_cpu"], "work-queue": ["queue", "jobs"],
}
USED_PERCENT = 90


def numbers(data):
    """Zigzag varints."""
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield (value >> 1) ^ -(value & 1)
            value = shift = 0


def plain(data):
    return data[0] & 0x7F, zlib.decompress(data[1:], -15) if data[0] & 0x80 else data[1:]


def times(data):
    last = step = 0
    for number in numbers(plain(data)[1]):
        step += number
        last += step
        yield last


def values(data, count):
    """As crates/plimsoll-run/src/store/block.rs writes them."""
    form, data = plain(data)
    last = 0
    if form != 0x7F:
        for number in numbers(data):
            last += number
            yield last / 10**form
        return
    for at in range(count):
        last ^= int.from_bytes(bytes(data[rank * count + at] for rank in range(8)), "little")
        yield struct.unpack("<d", last.to_bytes(8, "little"))[0]


def series(run):
    """Name, kind and points (s, value) of every series in a run file."""
    with contextlib.closing(sqlite3.connect(f"file:{run}?mode=ro", uri=True)) as file:
        for key, name, attributes, kind in file.execute("SELECT id, metric, attributes, kind FROM series").fetchall():
            points = []
            for count, at, data in file.execute("SELECT count, times, points FROM point_blocks JOIN point_times ON point_times.id = times_id WHERE series_id = ? ORDER BY number", [key]):
                points += zip((t / 1e6 for t in times(at)), values(data, count))
            yield f"{name} {attributes}", kind, points


def table(run, report):
    """A row for each second of the steps of the lowest and the highest load; the second in which the latter begins."""
    import pandas

    steps = sorted(report["steps"], key=lambda step: step.get("users") or step.get("threads") or 0)
    spans = [(step["measured_from_us"] / 1e6, step["measured_to_us"] / 1e6) for step in (steps[0], steps[-1])]
    seconds = [s for low, high in spans for s in range(int(low), int(high))]
    columns = {"time": list(range(len(seconds)))}
    for number, (name, kind, points) in enumerate(series(run)):
        if kind == "counter":
            points = [(b[0], (b[1] - a[1]) / (b[0] - a[0])) for a, b in zip(points, points[1:]) if b[0] > a[0]]
        if points:
            columns[f"app{number}_{name}"] = [max((p for p in points if p[0] <= s + 1), default=points[0])[1] for s in seconds]
    return pandas.DataFrame(columns), int(spans[0][1]) - int(spans[0][0])


def is_of(name, truth):
    """A series of one of the resources that may be named."""
    name = name.lower()
    return any((part.lower() in name) if part else any(word in name for word in SERIES.get(resource, [resource])) for resource, part in truth)


def ranked(method, frame, at):
    import baro.root_cause_analysis as methods

    return getattr(methods, method)(frame, at, dk_select_useful=False)["ranks"]


def use(report):
    """Every resource that is used up, or waited for, at the highest load."""
    rows = [row for row in report["limiting_factor"]["table"] if row.get("source")]
    step = max(report["steps"], key=lambda step: step.get("users") or step.get("threads") or 0)["number"]
    waits = lambda row: (row.get("saturation") or {}).get("value", {}).get("mean", 0) >= 1
    used = lambda row: (row.get("utilisation_percent") or {}).get("mean", 0) >= USED_PERCENT
    return [row for row in rows if row["step"] == step and (used(row) or waits(row))]


def judged(case, form, run, plimsoll):
    done = subprocess.run([plimsoll, "report", run, "--format", "json", "-o", "-"], capture_output=True, text=True)
    report = json.loads(done.stdout)["runs"][0]
    truth = case["truth"]["first"]
    said = marks.said({"runs": [report]})
    named = use(report)
    causes = [{"resource": row["resource"], "name": row["name"], "source": f"{row['source']['host']} {marks.instance(row['source'])}"} for row in named]
    of_use = [marks.fits(cause, of) for cause in causes for of in truth]
    result = {
        "case": case["name"], "form": form, "plimsoll": marks.mark({"case": case["name"], "form": form, **said}) == "right",
        "use": {"named": len(named), "right": any(of_use), "alone": any(of_use) and len(named) == 1},
    }
    frame, at = table(run, report)
    for method in ("robust_scorer", "nsigma"):
        ranks = ranked(method, frame, at)
        places = [place for place, name in enumerate(ranks) if is_of(name, truth)]
        result[method] = {"first": ranks[0] if ranks else None, "place": places[0] + 1 if places else None, "of": len(ranks)}
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=pathlib.Path, required=True, help="run files that exam/run.py kept")
    parser.add_argument("--plimsoll", default=str(HERE.parent / "target/release/plimsoll"))
    options = parser.parse_args()
    try:
        import baro  # noqa: F401
    except ImportError:
        sys.exit("error: the package fse-baro is not there\nhint: python3 -m venv v; v/bin/pip install fse-baro; v/bin/python exam/judges.py …")
    results = []
    for case in CASES:
        for form in ("fault", "oddity"):
            run = options.runs / f"{case['name']}-{form}.run"
            if case["truth"]["first"] and len(case["threads"]) > 1 and run.exists():
                results.append(judged(case, form, run, os.path.abspath(options.plimsoll)))
                print(json.dumps(results[-1]), flush=True)
    (HERE / "judges.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
