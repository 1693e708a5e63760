#!/usr/bin/env python3
"""CPU time per request of two builds of Plimsoll, in pairs: has a change cost anything?

    bench/pairs.py OLD NEW                 two programs (target/release/plimsoll of two checkouts); about 4 minutes
    bench/pairs.py OLD NEW --pairs 21      more pairs, where other work disturbs them
    bench/pairs.py X X --old-options=--no-examples    one program with and without an option: what do examples cost?

The server, NEW's own `target echo`, runs on core 0, each program alone on core 1. Each pair runs the same number of requests
with both, in turn; what a short run costs (start, plan, report) is subtracted. Times are the kernel's (`wait4`).
Load goes to 127.0.0.1 only.
"""
import argparse, collections, os, shutil, socket, statistics, subprocess, sys, tempfile, time

USERS, LONG, SHORT = 32, 6_000, 30  # iterations of each user
PLANS = {
    "get": """plan: get
scenarios:
  - users: USERS
    iterations: TIMES
    steps:
      - get: http://127.0.0.1:PORT/
        check: {status: 200}
""",
    "script": """plan: script
data:
  - data.csv
scenarios:
  - users: USERS
    iterations: TIMES
    steps:
      - read: data.csv
      - get: http://127.0.0.1:PORT/json/${id}
        label: json
        extract: {variable: name, json: $.name}
        check: {status: 200}
""",
}


Side = collections.namedtuple("Side", "program options")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--old-options", default="", help="options of `run` for OLD alone")
    parser.add_argument("--new-options", default="", help="options of `run` for NEW alone")
    given = parser.parse_args()
    for path in (given.old, given.new):
        if not os.access(path, os.X_OK):
            parser.error(f"{path} is no program")
    if os.cpu_count() < 2 or not shutil.which("taskset"):
        parser.error("needs two cores and taskset")
    if not 1 <= given.pairs <= 50:
        parser.error("--pairs is 1 to 50")
    old, new = (Side(os.path.abspath(program), tuple(options.split())) for program, options in
                ((given.old, given.old_options), (given.new, given.new_options)))
    if old == new:
        parser.error("both sides are the same: name two programs, or options of one of them")
    return old, new, given.pairs


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def write_plans(folder, port):
    with open(f"{folder}/data.csv", "w") as data:
        data.write("id\n" + "".join(f"{n}\n" for n in range(1, 101)))
    for name, text in PLANS.items():
        for times in (LONG, SHORT):
            with open(f"{folder}/{name}-{times}.yaml", "w") as file:
                file.write(text.replace("USERS", str(USERS)).replace("TIMES", str(times)).replace("PORT", str(port)))


def cpu_s(side, folder, plan):
    """User and system time of one run."""
    shutil.rmtree(f"{folder}/out", ignore_errors=True)
    argv = ["taskset", "-c", "1", side.program, "run", plan, "--workers", "1", "-o", "out", *side.options]
    process = subprocess.Popen(argv, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 4):  # 4: a busy machine makes no figure of the report unsound here
        sys.exit(f"error: {' '.join([side.program, 'run', plan, *side.options])} ended with {process.returncode}")
    return usage.ru_utime, usage.ru_stime


def per_request_us(side, folder, plan):
    long, short = (cpu_s(side, folder, f"{plan}-{times}.yaml") for times in (LONG, SHORT))
    return [(a - b) / (USERS * (LONG - SHORT)) * 1e6 for a, b in zip(long, short)]


def measured(sides, folder, pairs):
    rows = {plan: [] for plan in PLANS}
    for number in range(pairs):
        for plan in PLANS:
            turn = sides if number % 2 == 0 else sides[::-1]
            found = {side: per_request_us(side, folder, plan) for side in turn}
            rows[plan].append([found[side] for side in sides])
    return rows


def show(rows):
    print(f"{'plan':8}{'time':8}{'old us':>9}{'new us':>9}   new / old, median [least-most]")
    for plan, pairs in rows.items():
        for name, of in (("user", lambda t: t[0]), ("system", lambda t: t[1]), ("both", sum)):
            old, new = ([of(pair[side]) for pair in pairs] for side in (0, 1))
            ratios = [b / a for a, b in zip(old, new) if a > 0]
            text = f"{statistics.median(ratios):.3f} [{min(ratios):.3f}-{max(ratios):.3f}]" if ratios else "-"
            print(f"{plan:8}{name:8}{statistics.median(old):9.2f}{statistics.median(new):9.2f}   {text}")


def main():
    old, new, pairs = arguments()
    folder, port = tempfile.mkdtemp(prefix="plimsoll-pairs-"), free_port()
    server = subprocess.Popen(["taskset", "-c", "0", new.program, "target", "echo", "--listen", f"127.0.0.1:{port}"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        write_plans(folder, port)
        time.sleep(1)
        show(measured((old, new), folder, pairs))
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
