#!/usr/bin/env python3
"""A report of a long, well watched run: one hour, 20 transactions, 40 hosts with 50 series each, all once a second.

    bench/report.py [--seconds 3600] [--hosts 40] [--plimsoll PATH] [--maker PATH] [--repeats 3] [--keep FOLDER]

Prints the best time by the wall, CPU time and peak memory (by the kernel, wait4) of each format, and the size of what it
wrote. The run is made up by `cargo run --release -p plimsoll-run --example hour`, which is built first if it is not there.
"""
import argparse, os, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = f"{HERE}/../target/release"
FORMATS = {"html": "html", "json": "json", "text": "txt", "md": "md", "csv": "csv"}


def measure(argv):
    begun = time.monotonic()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    # 3 and 4: a requirement failed, or the run is inconclusive. The report is written.
    if os.waitstatus_to_exitcode(status) not in (0, 3, 4):
        return None, errors.decode(errors="replace").strip()
    return (time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), ""


def size_mb(path):
    if os.path.isdir(path):
        return sum(os.path.getsize(os.path.join(path, name)) for name in os.listdir(path)) / 1e6
    return os.path.getsize(path) / 1e6


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=int, default=3600)
    arguments.add_argument("--hosts", type=int, default=40)
    arguments.add_argument("--plimsoll", default=f"{TARGET}/plimsoll")
    arguments.add_argument("--maker", default=f"{TARGET}/examples/hour")
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--keep", metavar="FOLDER", help="put run file and reports here, and leave them")
    options = arguments.parse_args()
    if not os.path.exists(options.maker):
        subprocess.run(["cargo", "build", "--release", "-p", "plimsoll-run", "--example", "hour"], check=True, cwd=HERE)
    folder = options.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    try:
        run = f"{folder}/hour.run"
        if os.path.exists(run):
            os.remove(run)
        subprocess.run([options.maker, run, str(options.seconds), str(options.hosts)], check=True)
        for name, ending in FORMATS.items():
            output, best = f"{folder}/report.{ending}", None
            for _ in range(options.repeats):
                found, why = measure([options.plimsoll, "report", run, "--format", name, "-o", output])
                if found is None:
                    print(f"{name:5} {why.splitlines()[0] if why else 'failed'}")
                    break
                best = min(best or found, found)
            if best:
                print(f"{name:5} {best[0]:6.2f} s  {best[1]:6.2f} s of CPU  {best[2]:5.0f} MB  {size_mb(output):6.2f} MB written")
    finally:
        if not options.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
