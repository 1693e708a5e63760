#!/usr/bin/env python3
"""Where the time of a build goes: CPU seconds of each crate in a clean build, the most expensive first.

    bench/build.py                      the release build of the program, in a folder of its own; about 5 minutes on 2 cores
    bench/build.py --profile demo       another profile
    bench/build.py --tests              what `make test` compiles (debug, all tests)
    bench/build.py --top 30             more lines

CPU time (user and system, the kernel's `wait4`) of every call of the compiler and of every build script, so other work on the
machine changes the wall time below the table but hardly the table. Crates must have been fetched before (`cargo fetch`).
"""
import argparse, collections, json, os, resource, subprocess, sys, tempfile, time

LOG = "PLIMSOLL_BUILD_LOG"


def wrapped_compiler():
    """As RUSTC_WRAPPER: runs the compiler and adds a line to the log."""
    begun = time.monotonic()
    code = subprocess.call(sys.argv[1:])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    arguments = sys.argv[2:]
    name = arguments[arguments.index("--crate-name") + 1] if "--crate-name" in arguments else "(queries)"
    line = {"crate": name, "cpu": used.ru_utime + used.ru_stime, "wall": time.monotonic() - begun,
            "mb": used.ru_maxrss / 1024, "test": "--test" in arguments}
    with open(os.environ[LOG], "a") as log:
        log.write(json.dumps(line) + "\n")
    return code


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", default="release")
    parser.add_argument("--tests", action="store_true", help="compile the tests of the workspace (profile dev)")
    parser.add_argument("--top", type=int, default=20)
    return parser.parse_args()


def build(given, folder):
    command = ["cargo", "build", "--profile", given.profile, "-p", "plimsoll"]
    if given.tests:
        command = ["cargo", "test", "--workspace", "--no-run"]
    environment = dict(os.environ, RUSTC_WRAPPER=os.path.abspath(__file__), CARGO_TARGET_DIR=os.path.join(folder, "target"))
    environment[LOG] = os.path.join(folder, "log")
    open(environment[LOG], "w").close()
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    code = subprocess.call(command, env=environment, cwd=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code:
        sys.exit(f"{' '.join(command)} ended with {code}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with open(environment[LOG]) as log:
        return [json.loads(line) for line in log], cpu, time.monotonic() - begun


def main():
    given = arguments()
    with tempfile.TemporaryDirectory(prefix="plimsoll-build-") as folder:
        units, cpu, wall = build(given, folder)
    crates = collections.defaultdict(lambda: [0.0, 0.0])
    for unit in units:
        name = unit["crate"] + (" (tests)" if unit["test"] else "")
        crates[name][0] += unit["cpu"]
        crates[name][1] = max(crates[name][1], unit["mb"])
    print(f"{'crate':<40} {'CPU s':>7} {'share':>6} {'peak MB':>8}")
    for name, (seconds, megabytes) in sorted(crates.items(), key=lambda item: -item[1][0])[: given.top]:
        print(f"{name:<40} {seconds:7.1f} {seconds / cpu:6.1%} {megabytes:8.0f}")
    compiler = sum(seconds for seconds, _ in crates.values())
    print(f"\n{len(units)} calls of the compiler: {compiler:.0f} CPU s; all, with build scripts: {cpu:.0f} CPU s; {wall:.0f} s of wall time")


if __name__ == "__main__":
    sys.exit(wrapped_compiler() if LOG in os.environ and len(sys.argv) > 1 and "rustc" in os.path.basename(sys.argv[1]) else main())
