#!/usr/bin/env python3
"""Faults made by program, repeatable by a seed, and what Plimsoll makes of them.

    tests/torture/torture.py [--plimsoll PATH] [--short] [--seed N] [--only SUBJECT[:WORD]] [--try N] [--times F] [--write FILE]

Each case is tried as often as its long form says (`--short`: as its short form); every try has random numbers of its own, made of
seed, case and number, so that `--only` with `--try` makes one of them again. A case that this machine can't make is "not taken".
`--write docs/reliability.md` puts the figures of each whole subject into that document. Ends with 1 if a case failed. Load goes to 127.0.0.1 only.
"""
import argparse, concurrent.futures, os, random, statistics, sys, tempfile, time, traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SUBJECTS = ["killed", "disk", "resources", "network", "content", "planted", "endurance", "reports"]
sys.path.insert(0, HERE)
import bench
for name in [*SUBJECTS, "databases", "names", "packets"]:
    __import__(name)


def one(case, arguments, number):
    """None or the figures of a try; else what went wrong."""
    place = bench.Bench(arguments.plimsoll, random.Random(f"{arguments.seed}:{case['title']}:{number}"), arguments.short)
    try:
        return case["act"](place) or {}
    except (bench.NotTaken, bench.Failed) as error:
        return error
    except Exception:
        return bench.Failed(traceback.format_exc(limit=-4))
    finally:
        place.close()


def tries(case, arguments):
    if arguments.number is not None:
        return [arguments.number]
    return range(max(1, round((case["short"] if arguments.short else case["long"]) * arguments.times)))


def figures(found):
    """Of each figure of the tries its median and the worst; of what either happened or not how often it did."""
    parts = []
    for name in sorted({name for one in found for name in one}):
        values = [one[name] for one in found if name in one]
        if values[0] is True:
            parts.append(f"{name}: {len(values)}")
        elif min(values) == max(values):
            parts.append(f"{name}: {max(values):,.4g}")
        else:
            parts.append(f"{name}: {statistics.median(values):,.4g}, at most {max(values):,.4g}")
    return "; ".join(parts)


def perform(case, arguments):
    numbers = tries(case, arguments)
    with concurrent.futures.ThreadPoolExecutor(min(case["group"], arguments.group)) as pool:
        found = list(pool.map(lambda number: one(case, arguments, number), numbers))
    failures = [(number, error) for number, error in zip(numbers, found) if isinstance(error, bench.Failed)]
    missing = [str(error) for error in found if isinstance(error, bench.NotTaken)]
    return dict(case, tries=len(found) - len(missing), failures=failures, missing=missing, said=figures([f for f in found if isinstance(f, dict)]))


def verdict(row):
    if row["failures"]:
        return f"**{len(row['failures'])} failed**"
    return "not taken" if row["missing"] else "held"


def table(subject, rows, arguments, seconds):
    """What was found of one subject, with the command that finds it again."""
    program = os.path.relpath(arguments.plimsoll, ROOT)
    # A copy elsewhere is of this machine.
    named = "" if program.startswith("..") else f" --plimsoll {program}"
    machine = f"{os.cpu_count()} cores, {os.uname().sysname} {os.uname().release}"
    command = f"tests/torture/torture.py{named} --only {subject} --seed {arguments.seed}"
    lines = [f"`{command}{f' --times {arguments.times:g}' * (arguments.times != 1)}` on {time.strftime('%Y-%m-%d')}, {seconds / 60:.0f} minutes, {machine}:",
             "", "| fault | tries | outcome | figures |", "|---|---|---|---|"]
    for row in rows:
        lines.append(f"| {row['title']} | {row['tries']} | {verdict(row)} | {row['missing'][0] if row['missing'] else row['said']} |")
    return "\n".join(lines)


def write(path, subject, text):
    """Between the marks of the subject."""
    before, rest = open(path).read().split(f"<!-- figures: {subject} -->\n")
    _, after = rest.split(f"<!-- end: {subject} -->", 1)
    open(path, "w").write(f"{before}<!-- figures: {subject} -->\n\n{text}\n\n<!-- end: {subject} -->{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plimsoll", default=os.path.join(ROOT, "target/release/plimsoll"))
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--try", dest="number", type=int)
    parser.add_argument("--times", type=float, default=1.0, help="so many times the tries")
    parser.add_argument("--group", type=int, default=8, help="at most so many tries at a time")
    parser.add_argument("--write", help="the document whose figures are made again, between its marks")
    arguments = parser.parse_args()
    arguments.plimsoll = os.path.abspath(arguments.plimsoll)
    subject, _, word = (arguments.only or "").partition(":")
    picked = [case for case in bench.CASES if subject in ("", case["subject"]) and word in case["title"]]
    picked = [case for case in picked if case["short"] or not arguments.short]
    if arguments.write and (word or arguments.short or arguments.number is not None):
        parser.error("--write is for whole subjects in their long form")
    if not picked:
        parser.error(f"no case is called {arguments.only}")
    began, rows = time.monotonic(), []

    def show(row):
        rows.append(row)
        print(f"{row['subject']:10} {row['title']}: {row['tries']} tries, {verdict(row)}  {row['said']}{'; '.join(sorted(set(row['missing'])))}", flush=True)
        for number, error in row["failures"][:5]:
            print(f"    --only '{row['subject']}:{row['title']}' --try {number}: {error}", flush=True)

    # The short form is a part of other tests: cases side by side.
    if arguments.short:
        with concurrent.futures.ThreadPoolExecutor(arguments.group) as pool:
            list(map(show, pool.map(lambda case: perform(case, arguments), picked)))
    else:
        for subject in dict.fromkeys(case["subject"] for case in picked):
            since = time.monotonic()
            of_subject = [case for case in picked if case["subject"] == subject]
            for case in of_subject:
                show(perform(case, arguments))
            if arguments.write:
                write(arguments.write, subject, table(subject, rows[-len(of_subject):], arguments, time.monotonic() - since))
    failed = sum(bool(row["failures"]) for row in rows)
    missing = sum(bool(row["missing"]) for row in rows)
    print(f"{len(rows)} cases, {sum(row['tries'] for row in rows)} tries, {failed} failed, {missing} not taken, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
