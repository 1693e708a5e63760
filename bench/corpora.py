#!/usr/bin/env python3
"""How much of real JMeter plans `plimsoll check` calls exact.

    bench/corpora.py FOLDER [PLIMSOLL]

FOLDER holds a folder for each repository, with its plans (`*.jmx`) in it. PLIMSOLL is the program to ask; the
default is `target/release/plimsoll`. Prints the share of plans that are exact, the mean of the shares of the
repositories, what stands in the way of the others, and the time of all checks. A plan is exact when each of its
elements is, and nothing but data files that are not there would keep it from running.
"""

import collections
import pathlib
import re
import subprocess
import sys
import time

SHOWN_MAX = 60
MISSING = ("there is no file", "not there", "missing")


def blockers(program, plan):
    """What `check` says against the plan; empty when it is exact."""
    done = subprocess.run([program, "check", str(plan)], capture_output=True, text=True, timeout=60)
    found = set()
    for line in done.stdout.splitlines():
        if not line.startswith(("unsupported", "approximated")):
            continue
        word, rest = line.split(None, 1)
        named = re.search(r':\d+: (\S+) ".*?": (.*)', rest)
        kind, reason = named.groups() if named else (rest[:80], "")
        found.add((word, kind, re.sub(r'"[^"]*"|line \d+, column \d+', "…", reason)[:90]))
    for line in done.stderr.splitlines():
        if line.startswith("error:") and not any(words in line for words in MISSING):
            found.add(("error", "", re.sub(r'`[^`]*`|"[^"]*"|/\S+', "…", line[6:].strip())[:110]))
    if done.returncode not in (0, 2):
        found.add(("error", "", f"exit {done.returncode}"))
    return found


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    program = sys.argv[2] if len(sys.argv) == 3 else "target/release/plimsoll"
    plans = sorted(folder.glob("**/*.jmx"))
    if not plans:
        sys.exit(f"there are no plans in {folder}")
    begun = time.monotonic()
    found = {plan: blockers(program, plan) for plan in plans}
    seconds = time.monotonic() - begun
    repositories = collections.defaultdict(list)
    for plan in plans:
        repositories[plan.relative_to(folder).parts[0]].append(not found[plan])
    exact = sum(not against for against in found.values())
    mean = sum(sum(list_) / len(list_) for list_ in repositories.values()) / len(repositories)
    print(f"plans         {len(plans)}, {exact} exact: {100 * exact / len(plans):.1f} %")
    print(f"repositories  {len(repositories)}, mean of their shares: {100 * mean:.1f} %")
    print(f"time          {seconds:.1f} s for all checks")
    print("\nblockers: plans that have it, plans that have nothing else")
    all_, alone = collections.Counter(), collections.Counter()
    for against in found.values():
        all_.update(against)
        if len(against) == 1:
            alone.update(against)
    ordered = sorted(all_, key=lambda blocker: (-alone[blocker], -all_[blocker], blocker))
    for blocker in ordered[:SHOWN_MAX]:
        word, kind, reason = blocker
        print(f"{all_[blocker]:5} {alone[blocker]:5}  {word:<13}{kind} {reason}")
    if len(ordered) > SHOWN_MAX:
        print(f"and {len(ordered) - SHOWN_MAX} more")
    print("\nrepositories that are not wholly exact")
    for name, list_ in sorted(repositories.items(), key=lambda item: sum(item[1]) / len(item[1])):
        if not all(list_):
            print(f"{sum(list_):5} of {len(list_):<4} {name}")


if __name__ == "__main__":
    main()
