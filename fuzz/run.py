#!/usr/bin/env python3
"""Lets each fuzz target run for so many minutes by the clock, one after another, and says what came of it.

    fuzz/run.py [--minutes M] [--only TARGET] [--sanitizer none|address] [--no-build] [--write docs/reliability.md]

Needs a nightly compiler and cargo-fuzz. A target begins with its own corpus (fuzz/corpus, not in the repository) and with files of the
tests that are of its kind. What is counted is CPU time, which is less where other work shares the machine. Ends with 1 if something was found; the input is in fuzz/artifacts.
"""
import argparse, glob, os, re, resource, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SEEDS = {"jmx": "*.jmx", "yaml": "*.yaml", "har": "*.har", "openapi": "*openapi*", "postman": "*postman*", "reader": "*.log", "recognise": "*.txt"}
SEEDS_MAX, SEED_BYTES_MAX = 300, 64 << 10
MARK = "fuzz"


def targets():
    return re.findall(r'^path = "fuzz_targets/(\w+)\.rs"', open(f"{HERE}/Cargo.toml").read(), re.M)


def seeds(target, folder):
    """Files of the tests that this target can begin with."""
    names = subprocess.run(["git", "ls-files", SEEDS[target]], cwd=ROOT, capture_output=True, text=True).stdout.split("\n") if target in SEEDS else []
    paths = [os.path.join(ROOT, name) for name in names if name]
    for number, path in enumerate([path for path in paths if os.path.getsize(path) <= SEED_BYTES_MAX][:SEEDS_MAX]):
        shutil.copy(path, f"{folder}/{number}")


def run(target, seconds, release):
    """Minutes of CPU, inputs tried, places reached, and what was found."""
    os.makedirs(f"{HERE}/corpus/{target}", exist_ok=True)
    os.makedirs(f"{HERE}/artifacts/{target}", exist_ok=True)
    with tempfile.TemporaryDirectory() as given:
        seeds(target, given)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [f"{release}/{target}", f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048", f"-artifact_prefix={HERE}/artifacts/{target}/",
             f"{HERE}/corpus/{target}", given], cwd=HERE, capture_output=True, text=True, errors="replace",
            env={**os.environ, "ASAN_OPTIONS": "detect_odr_violation=0"})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tried = re.findall(r"^#(\d+)", done.stderr, re.M)
    reached = re.findall(r"cov: (\d+)", done.stderr)
    found = re.search(r"SUMMARY: (.*)|Test unit written to (.*)", done.stderr)
    outcome = "nothing" if done.returncode == 0 else f"**{found[0] if found else done.stderr[-200:]}**"
    return dict(target=target, minutes=cpu_s / 60, tried=int(tried[-1]) if tried else 0, reached=int(reached[-1]) if reached else 0, outcome=outcome)


def table(rows, command, sanitizer):
    lines = [f"`{command}` on {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, "
             f"{'the address sanitizer' if sanitizer == 'address' else 'without a sanitizer'}:", "",
             "| target | CPU seconds | inputs | places reached | found |", "|---|---|---|---|---|"]
    for row in rows:
        lines.append(f"| `{row['target']}` | {60 * row['minutes']:.0f} | {row['tried']:,} | {row['reached']:,} | {row['outcome']} |")
    minutes, tried = sum(row["minutes"] for row in rows), sum(row["tried"] for row in rows)
    lines.append(f"| all {len(rows)} | {60 * minutes:.0f} | {tried:,} | | {sum(row['outcome'] != 'nothing' for row in rows) or 'nothing'} |")
    return "\n".join(lines)


def write(path, text):
    before, rest = open(path).read().split(f"<!-- figures: {MARK} -->\n")
    after = rest.split(f"<!-- end: {MARK} -->", 1)[1]
    open(path, "w").write(f"{before}<!-- figures: {MARK} -->\n\n{text}\n\n<!-- end: {MARK} -->{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--only")
    parser.add_argument("--sanitizer", default="address", choices=["none", "address"])
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--write")
    arguments = parser.parse_args()
    if not arguments.no_build:
        subprocess.run(["cargo", "+nightly", "fuzz", "build", "-O", "--sanitizer", arguments.sanitizer], cwd=HERE, check=True)
    release = glob.glob(f"{HERE}/target/*-linux-gnu/release")[0]
    rows = []
    for target in [target for target in targets() if arguments.only in (None, target)]:
        rows.append(run(target, round(arguments.minutes * 60), release))
        print({name: round(value, 2) if isinstance(value, float) else value for name, value in rows[-1].items()}, flush=True)
        if arguments.write:
            command = f"fuzz/run.py --minutes {arguments.minutes:g} --sanitizer {arguments.sanitizer}"
            write(arguments.write, table(rows, command, arguments.sanitizer))
    return 1 if any(row["outcome"] != "nothing" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
