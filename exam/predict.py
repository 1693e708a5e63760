#!/usr/bin/env python3
"""`plimsoll predict` judged on real systems: it is fitted to some loads, the others are measured afterwards.

    exam/predict.py                    all cases; writes the table of docs/predict.md
    exam/predict.py --only pool,shop   some cases; prints their rows

Each case starts a system of the examination twice: once for the run that is fitted, once for the loads (or the mix) that are predicted. A prediction is judged by the
throughput and the mean response time of the later measurement. About 12 minutes; the machine has to be quiet.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from cases import GET, METRICS, VMSTAT_AND_PROCESS, sql  # noqa: E402
from run import KINDS, filled  # noqa: E402
from systems import CannotBeMade, System  # noqa: E402

DOCUMENT = HERE.parent / "docs/predict.md"
BEGIN, END = "<!-- judged: written by exam/predict.py -->", "<!-- end -->"
STEP = "8 s"
DATABASE = {"vmstat": "1 s", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}
TABLE = ["create table item as select i as id, md5(i::text) as name from generate_series(1, 60000) i", "analyze item"]
HEAVY, LIGHT = "select count(*) from item where name = 'x'", "select pg_sleep(0.004)"


def mixed(heavy, light):
    """So many of each in an iteration."""
    plan = sql("postgresql", HEAVY)
    steps = [{"sql": {"select": HEAVY, "label": "heavy"}}] * heavy + [{"sql": {"select": LIGHT, "label": "light"}}] * light
    return {**plan, "steps": steps}


def case(name, what, kind, settings, fitted, later, *, watch=None, plan=None, later_plan=None, question=None, rates=False):
    """fitted: users of the run that is fitted; later: users (or, with rates, arrivals per second) that are predicted."""
    return {"name": name, "what": what, "kind": kind, "settings": settings, "fitted": fitted, "later": later, "watch": watch or METRICS,
            "plan": plan or GET, "later_plan": later_plan or plan or GET, "question": question or [], "rates": rates}


CASES = [
    case("pool", "a pool of 4, watched", "python", {"pool": 4, "hold_ms": 25}, [1, 2, 3, 5, 8], [12, 20, 32]),
    case("pool-rates", "the same, arrivals", "python", {"pool": 4, "hold_ms": 25}, [1, 2, 3, 5, 8], [50, 100, 130], rates=True),
    case("workers", "Apache, 4 workers that nobody watches", "apache", {"workers": 4, "service": {"parallel_ms": 25}}, [1, 2, 3, 5, 8], [12, 20], watch={"vmstat": "1 s"}),
    case("event-loop", "Node, 4 ms of one thread", "node", {"cpu_ms": 4}, [1, 2, 3, 4, 6], [10, 16], watch=VMSTAT_AND_PROCESS),
    case("go", "Go on one core, 4 ms", "go", {"cores": 1, "cpu_us": 4000}, [1, 2, 3, 4, 6], [10, 16], watch=VMSTAT_AND_PROCESS),
    case("lock", "10 ms of a lock, 20 ms beside it", "python", {"parallel_ms": 20, "lock_ms": 10}, [1, 2, 3, 4, 6], [10, 16], watch=VMSTAT_AND_PROCESS),
    case("two-stations", "a pool of 3 behind a lock of 5 ms", "behind", {"front": {"lock_ms": 5}, "back": {"pool": 3, "hold_ms": 25}}, [1, 2, 3, 5, 8], [12, 20],
         watch={"vmstat": "1 s", "prometheus": {"url": "http://127.0.0.1:$BACK/metrics", "every": "500 ms"}}),
    case("postgres-cpu", "PostgreSQL, a scan of 60,000 rows", "postgres", {"sql": TABLE}, [1, 2, 3, 4, 6], [9, 14], watch=DATABASE, plan=sql("postgresql", HEAVY)),
    case("postgres-lock", "PostgreSQL, one row locked for 10 ms", "postgres", {"sql": ["create table item (id int primary key, n int)", "insert into item values (1, 0)"]},
         [1, 2, 3, 4, 6], [10, 16], watch=DATABASE,
         plan=sql("postgresql", "with slept as (update item set n = n + 1 where id = 1 returning pg_sleep(0.01)) select count(*) from slept")),
    case("postgres-mix", "PostgreSQL, 1 scan : 3 waits, predicted for 1 : 1", "postgres", {"sql": TABLE}, [1, 2, 3, 4, 6, 9], [4, 8, 12], watch=DATABASE,
         plan=mixed(1, 3), later_plan=mixed(1, 1), question=["--mix", "heavy=1,light=1"]),
    case("mariadb-cpu", "MariaDB, a scan of 30,000 rows", "mariadb",
         {"sql": ["create table mysql.item (id int, name char(32))", "insert into mysql.item select seq, md5(seq) from mysql.seq_1_to_30000"]}, [1, 2, 3, 4, 6], [9, 14],
         watch={"vmstat": "1 s", "mysql": "mysql://root@127.0.0.1:$PORT/"}, plan=sql("mariadb", "select count(*) from mysql.item where name = 'x'")),
    case("container", "a container with 0.3 cores", "limited", {"cores": 0.3, "service": {"parallel_ms": 20, "cpu_ms": 4}}, [1, 2, 3, 5, 8], [12, 20],
         watch={"vmstat": "1 s", "prometheus": {"url": "http://127.0.0.1:$METRICS/metrics", "every": "500 ms"}}),
]


def measured(one, loads, plan, plimsoll, rates, to):
    """A run file with a step for each load; its report."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"predict-{one['name']}-"))
    system = System(folder)
    try:
        places = KINDS[one["kind"]](system, one["settings"])
        plan = plan if isinstance(plan, dict) else {"steps": plan}
        whole = {"plan": one["name"], **{key: value for key, value in plan.items() if key != "steps"}}
        load = {"arrivals": {"rate": "1/s", "hold": "10 s", "users": 64}} if rates else {"users": 1, "hold": "10 s"}
        whole["scenarios"] = [{**load, "steps": plan["steps"]}]
        (folder / "plan.yaml").write_text(json.dumps(filled(whole, places)))
        loads = {"rates": [f"{rate}/s" for rate in loads]} if rates else {"threads": loads, "ramp": "1 s"}
        watch = [{"host": "local", "name": "app", **filled(one["watch"], places)}]
        study = {"study": one["name"], "plan": "plan.yaml", "step": STEP, **loads, "watch": watch, "report": {"formats": ["json"]}}
        (folder / "study.yaml").write_text(json.dumps(study))
        done = subprocess.run([plimsoll, "run", folder / "study.yaml", "-o", folder / "out"], capture_output=True, text=True, timeout=200, cwd=folder)
        report = next(iter(sorted((folder / "out").glob("**/report.json"))), None)
        if report is None:
            raise CannotBeMade(done.stderr[-300:])
        shutil.copy(next((folder / "out").glob("**/*.run")), to)
        return json.loads(report.read_text())["runs"][0]
    finally:
        system.end()
        shutil.rmtree(folder, ignore_errors=True)


def judged(one, plimsoll):
    """Throughput and response time that were predicted and measured, load by load; or why not."""
    with tempfile.TemporaryDirectory() as folder:
        fitted = pathlib.Path(folder) / "fitted.run"
        measured(one, one["fitted"], one["plan"], plimsoll, False, fitted)
        later = measured(one, one["later"], one["later_plan"], plimsoll, one["rates"], pathlib.Path(folder) / "later.run")
        asked = ["--rate" if one["rates"] else "--users", ",".join(map(str, one["later"]))]
        asked += ["--arrivals", "even"] if one["rates"] else []
        said = subprocess.run([plimsoll, "predict", fitted, *asked, *one["question"], "--format", "json"], capture_output=True, text=True)
    if said.returncode not in (0, 4):
        return {**one, "not": said.stderr.strip()[-200:]}
    prediction = json.loads(said.stdout)["prediction"]
    points = [(point, step) for point, step in zip(prediction["points"], later["steps"])]
    rows = [row(point, step) for point, step in points]
    refused = [point.get("bound", {}).get("at_most_per_s", 0) >= 0.98 * step["throughput_per_s"]["value"] for point, step in points]
    return {**one, "rows": [found for found in rows if found], "bounds_hold": all(refused)}


def row(point, step):
    """Errors in percent, and whether the interval holds the measured value (that is: overlaps its own)."""
    if "throughput_per_s" not in point:
        return None
    of = lambda said, found: 100 * (said["value"] / found - 1)
    throughput, response = step["throughput_per_s"], step["response"]["mean_us"] / 1e6
    bounds, own = point["throughput_per_s"].get("bounds_95"), throughput.get("bounds_95") or {"low": throughput["value"], "high": throughput["value"]}
    holds = bounds is not None and bounds["low"] <= own["high"] and own["low"] <= bounds["high"]
    return {"throughput": of(point["throughput_per_s"], throughput["value"]), "response": of(point["response_s"], response) if "response_s" in point else None, "holds": holds}


def line(found):
    loads = ", ".join(map(str, found["later"])) + (" /s" if found["rates"] else " users")
    head = f"| {found['what']} | {', '.join(map(str, found['fitted']))} | {loads} |"
    if "not" in found:
        return f"{head} not taken: {found['not']} | | |"
    if not found["rows"]:
        return f"{head} refused; bounds {'held' if found['bounds_hold'] else 'did not hold'} | – | – |"
    spread = lambda key: " · ".join(f"{row[key]:+.1f}" for row in found["rows"] if row[key] is not None).replace("-", "−")
    return f"{head} {spread('throughput')} | {sum(row['holds'] for row in found['rows'])} of {len(found['rows'])} | {spread('response')} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plimsoll", default=str(HERE.parent / "target/release/plimsoll"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    lines, rows = [], []
    for one in CASES:
        if only and one["name"] not in only:
            continue
        try:
            found = judged(one, os.path.abspath(options.plimsoll))
        except CannotBeMade as error:
            found = {**one, "not": str(error)}
        rows += found.get("rows", [])
        lines.append(line(found))
        print(lines[-1], flush=True)
    within = sum(abs(found["throughput"]) <= 10 for found in rows)
    total = f"Of {len(rows)} predictions {within} are within 10 % of the measured throughput, and the intervals of {sum(found['holds'] for found in rows)} hold it."
    print(total)
    if not only:
        head = ["| system | fitted to users | predicted | throughput off by, % | intervals that hold | mean response time off by, % |", "|---|---|---|---|---|---|"]
        text = DOCUMENT.read_text()
        start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        DOCUMENT.write_text(text[:start] + "\n" + "\n".join([*head, *lines, "", total]) + "\n" + text[end:])


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    main()
