#!/usr/bin/env python3
"""Measures designs of the engine's loop beside Plimsoll and wrk, for docs/decisions/0001-engine-loop.md.

    bench/designs/run.py                     every design, 64 keep-alive connections: two minutes
    bench/designs/run.py --only epoll,uring,wrk --connections 4 --repeats 5 --seconds 8

A closed loop as the mode max64 of bench/peers.py, by its means: nginx on core 0 counts requests, the client is alone on
core 1, the kernel says what it cost. Needs cargo, and what `bench/install-peers.sh packages own` installs.
"""
import argparse, os, shutil, signal, subprocess, sys, tempfile
from dataclasses import replace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from peers import report, tools
from peers.measure import Bench
from peers.modes import MODES
from peers.server import Servers

TARGET = f"{tools.PEERS}/build/designs"  # outside the repository


def design(program, **environment):
    return lambda job: tools.Command([f"{TARGET}/release/{program}", job.connections, job.seconds, f"127.0.0.1:{job.port}"],
                                     environment)


DESIGNS = {"epoll": design("epoll-loop"), "tokio": design("tokio-loop"), "uring": design("uring-loop"),
           "uring-provided": design("uring-loop", PROVIDED="1"),
           "floor": tools.floor, "plimsoll": tools.plimsoll, "wrk": tools.wrk}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(DESIGNS))
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--plimsoll", default=tools.plimsoll_path, metavar="PATH")
    given = parser.parse_args()
    only = given.only.split(",")
    if unknown := set(only) - set(DESIGNS):
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(DESIGNS)}")
    if not (1 <= given.repeats <= 20 and 1 <= given.seconds <= 60 and 1 <= given.connections <= 1000):
        parser.error("--repeats is 1 to 20, --seconds 1 to 60, --connections 1 to 1000")
    mode = replace(MODES["max64"], connections=given.connections)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends the servers, too
    subprocess.run(["cargo", "build", "--release", "--quiet", "--locked"], cwd=HERE, check=True,
                   env=dict(os.environ, CARGO_TARGET_DIR=TARGET))
    tools.TOOLS.update(DESIGNS)
    rows = []
    with tempfile.TemporaryDirectory(prefix="plimsoll-designs-") as folder:
        tools.plimsoll_path = shutil.copy(given.plimsoll, folder)  # a build meanwhile must not change what is measured
        with Servers(folder, real_time=False) as servers:
            bench = Bench(servers, folder, given.seconds, real_time=False)
            for repeat in range(given.repeats):
                turn = repeat % len(only)
                for name in only[turn:] + only[:turn]:  # every repeat begins with another one
                    if row := bench.compare(name, mode):
                        rows.append(dict(row, repeat=repeat))
                        print(f"  {repeat + 1} {name:15} {row['per_s']:>10,.0f}/s {row['cpu_s_per_million']} CPU s per million, "
                              f"idle {row['idle_in_load_s']} s of {row['seconds']} s", file=sys.stderr, flush=True)
    report.compared(rows, mode.name)
    print("\nCPU, epoll = 1:", ", ".join(f"{name} {report.doubt(rows, mode.name, name, 'epoll')}"
                                         f"{report.spread(report.ratios(rows, mode.name, name, 'epoll'))}" for name in only))
    report.failures(rows)


if __name__ == "__main__":
    main()
