#!/usr/bin/env python3
"""Measures Plimsoll beside other load generators on this machine, in one run, as ratios.

    bench/peers.py                                 every tool that is there, every mode: about an hour
    bench/peers.py --quick                         Plimsoll, wrk, wrk2, the floor and JMeter: under 15 minutes
    bench/peers.py --modes max64,tls --only plimsoll,wrk
    bench/peers.py --show bench/results/X.jsonl    the table of an earlier run again

The server runs on core 0, each generator alone on core 1, in turn, so that a change in the machine's speed meets
all of them. Requests are counted by the server, CPU time and memory by the kernel. Load goes to 127.0.0.0/8 only.
bench/install-peers.sh installs what is compared; what is not there is left out. docs/benchmarks.md explains the modes.
"""
import argparse, hashlib, json, os, platform, shutil, signal, sys, tempfile, time

from peers import report, tools
from peers.measure import Bench
from peers.modes import COMPARED, FORMS, MODES
from peers.server import Servers, open_files

QUICK_TOOLS = "plimsoll,plimsoll-ticks,plimsoll-untimed,wrk,wrk2,floor,floor-stamps,floor-ticks,jmeter"
SCALED = (("plimsoll", "heavy"), ("plimsoll", "get"), ("wrk", "get"))  # tool and plan


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modes", default=",".join(MODES), help="of " + ", ".join(MODES))
    parser.add_argument("--only", help="tools, of " + ", ".join(tools.TOOLS))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=int, help="of load in a run; 8, with --quick 4")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--plimsoll", default=tools.plimsoll_path, metavar="PATH")
    parser.add_argument("--real-time", action="store_true",
                        help="server and generators in the real-time class (needs root), for a machine with other work")
    parser.add_argument("--show", nargs="+", metavar="FILE")
    given = parser.parse_args()
    given.seconds = given.seconds or (4 if given.quick else 8)
    given.only = (given.only or (QUICK_TOOLS if given.quick else ",".join(tools.TOOLS))).split(",")
    given.modes = given.modes.split(",")
    for name, known in [(m, MODES) for m in given.modes] + [(t, tools.TOOLS) for t in given.only]:
        if name not in known:
            parser.error(f"{name} is unknown; there are {', '.join(known)}")
    if not (1 <= given.repeats <= 20 and 1 <= given.seconds <= 120):
        parser.error("--repeats is 1 to 20, --seconds 1 to 120")
    return given


def check(given):
    missing = [name for name in ("launch", "arrivals") if not tools.program(name)]
    missing += [name for name in ("taskset", "openssl") if not shutil.which(name)]
    if not (shutil.which("nginx") or os.path.exists("/usr/sbin/nginx")):
        missing.append("nginx")
    if missing:
        sys.exit(f"error: {', '.join(missing)} not found\n\nhint: run bench/install-peers.sh packages own")
    if "plimsoll" in given.only and not os.path.exists(given.plimsoll):
        sys.exit(f"error: {given.plimsoll} not found\n\nhint: run make build, or give --plimsoll PATH")
    if os.cpu_count() < 2:
        sys.exit("error: needs two cores, one for the server and one for the generator")


def machine(given):
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    fingerprint = None
    if os.path.exists(given.plimsoll):
        with open(given.plimsoll, "rb") as file:
            fingerprint = hashlib.sha256(file.read()).hexdigest()[:12]
    return dict(plimsoll=fingerprint, machine=model, cores=os.cpu_count(), kernel=platform.release(), open_files=open_files(),
                load_average=os.getloadavg()[0], date=time.strftime("%Y-%m-%d %H:%M"), seconds=given.seconds,
                repeats=given.repeats, real_time=given.real_time)


def comparison(bench, mode, given):
    """The runs of a mode with several tools: every repeat begins with another one of them."""
    measure = bench.start if mode.name == "start" else bench.compare
    silent = set()  # a tool that did not reach the server is not asked again
    for repeat in range(given.repeats):
        turn = repeat % len(given.only)
        for tool in given.only[turn:] + given.only[:turn]:
            row = None if tool in silent else measure(tool, mode)
            if row:
                yield dict(row, repeat=repeat)
            if row and row["requests"] <= 0:
                silent.add(tool)


def scaling(bench, mode, given):
    for repeat in range(given.repeats):
        for tool, plan in SCALED:
            for form in FORMS:
                row = bench.scaling(tool, mode, plan, form) if tool in given.only else None
                if row:
                    yield dict(row, repeat=repeat)


def memory(bench, mode, given):
    if "plimsoll" in given.only:
        for row in dict(idle=bench.idle, active=bench.active, think=bench.think)[mode.name](mode):
            yield dict(row, repeat=0)


def runs(bench, given):
    for name in given.modes:
        kind = comparison if name in COMPARED or name == "start" else scaling if name == "scaling" else memory
        yield from kind(bench, MODES[name], given)


def progress(row):
    cost = f"{row['cpu_s_per_million']:.2f} CPU s per million" if row["cpu_s_per_million"] else ""
    variant = row.get("form") or (f"{row['users']:,} users" if "users" in row else "")
    name = f"{row['mode']:8} {row['repeat'] + 1} {row['tool']:17} {variant:13}"
    print(f"  {name} {row['per_s']:>10,.0f}/s {row['memory_mb']:>7.1f} MB  {cost}",
          file=sys.stderr, flush=True)


def measured(given, about):
    folder = tempfile.mkdtemp(prefix="plimsoll-bench-")
    if about["plimsoll"]:  # a copy: a build in the meantime must not change what is measured
        tools.plimsoll_path = shutil.copy(given.plimsoll, folder)
        tools.forget_pages(tools.plimsoll_path)
    results = f"{tools.HERE}/../results"
    os.makedirs(results, exist_ok=True)
    path, rows = os.path.normpath(f"{results}/{time.strftime('%Y%m%d-%H%M%S')}.jsonl"), []
    with open(path, "w") as file:
        print(json.dumps(about), file=file, flush=True)
        try:
            with Servers(folder, given.real_time) as servers:
                for row in runs(Bench(servers, folder, given.seconds, given.real_time), given):
                    rows.append(row)
                    print(json.dumps(row), file=file, flush=True)
                    progress(row)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return path, rows


def kept(paths):
    """The rows of earlier runs. A repeat of one file is not one of another: ratios are formed within a repeat."""
    rows = []
    for path in paths:
        first = 1 + max((row["repeat"] for row in rows), default=-1)
        with open(path) as file:
            found = [json.loads(line) for line in file]
        rows += [dict(row, repeat=row["repeat"] + first) for row in found if "mode" in row]
    return rows


def main():
    given = arguments()
    if given.show:
        return report.show(kept(given.show))
    check(given)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends the servers, too
    about = machine(given)
    print(", ".join(f"{key} {value}" for key, value in about.items()))
    path, rows = measured(given, about)
    report.show(rows)
    print(f"\nkept in {os.path.relpath(path)}")


if __name__ == "__main__":
    main()
