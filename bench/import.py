#!/usr/bin/env python3
"""`plimsoll import` beside `jmeter -g` on the same result file.

    bench/import.py [--mb 300] [--plimsoll PATH] [--jmeter HOME] [--repeats 2] [--keep]

The file is made anew from a fixed seed: 1,000 requests a second of 17 transactions, 17 columns as JMeter writes them.
Time by the wall, CPU time and peak memory by the kernel (wait4). What they make differs: Plimsoll a run file with
seconds and histograms, of which `plimsoll report` (measured beside it) makes the report; `jmeter -g` its dashboard of
HTML files. bench/install-peers.sh installs JMeter. The full case is `--mb 1000`: JMeter takes minutes for it.
"""
import argparse, os, random, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = ("timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
          "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n")


def make(path, megabytes):
    """Rows of some 130 bytes."""
    chance = random.Random(1)
    rows, size, number = 0, len(HEADER), 0
    with open(path, "w") as file:
        file.write(HEADER)
        while size < megabytes * 1_000_000:
            part = []
            for _ in range(10_000):
                took = int(chance.lognormvariate(4, 0.7)) + 1
                failed = number % 50 == 0
                part.append(f"{1684951191182 + number},{took},GET /orders/{number % 17},{503 if failed else 200},"
                            f"OK,Users 1-{number % 200},text,{'false' if failed else 'true'},,{5000 + number % 300},118,"
                            f"200,200,http://10.0.0.1/orders/{number % 17}?id={number},{int(took * 0.9)},0,{number % 3}\n")
                number += 1
            text = "".join(part)
            file.write(text)
            size, rows = size + len(text), rows + len(part)
    return rows, size


def measure(argv, **more):
    begun = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(argv, stdout=output, stderr=subprocess.STDOUT, **more)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            output.seek(0)
            sys.exit(f"{argv[0]} failed ({status}):\n{output.read().decode(errors='replace')}")
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--mb", "--megabytes", dest="megabytes", metavar="MB", type=int, default=300)
    arguments.add_argument("--plimsoll", default=f"{HERE}/../target/release/plimsoll")
    arguments.add_argument("--jmeter", default=os.path.expanduser("~/.cache/peers/jmeter"))
    arguments.add_argument("--repeats", type=int, default=2)
    arguments.add_argument("--keep", action="store_true", help="leave the files, and say where they are")
    options = arguments.parse_args()
    folder = tempfile.mkdtemp()
    try:
        jtl = f"{folder}/results.jtl"
        rows, size = make(jtl, options.megabytes)
        print(f"{size / 1e6:.0f} MB, {rows} rows")
        best = {}
        jar = f"{options.jmeter}/bin/ApacheJMeter.jar"
        for number in range(options.repeats):
            run, dashboard = f"{folder}/{number}.run", f"{folder}/dashboard-{number}"
            commands = {
                "plimsoll import": [options.plimsoll, "import", jtl, "-o", run],
                "plimsoll report": [options.plimsoll, "report", run, "-o", f"{folder}/{number}.html"],
            }
            if os.path.exists(jar):
                # As bin/jmeter starts it: a heap of 1 GB.
                commands["jmeter -g"] = ["java", "-Xms1g", "-Xmx1g", "-jar", jar, "-g", jtl, "-o", dashboard]
            for name, argv in commands.items():
                found = measure(argv, cwd=folder)
                best[name] = min(best.get(name, found), found)
            if number == 0:
                print(f"run file {os.path.getsize(run) / 1e6:.1f} MB")
        for name, (wall_s, cpu_s, peak_mb) in best.items():
            print(f"{name:16} {wall_s:7.2f} s  {cpu_s:7.2f} s of CPU  {peak_mb:6.0f} MB  {size / 1e6 / wall_s:7.1f} MB/s")
        if "jmeter -g" in best:
            own, peer = best["plimsoll import"], best["jmeter -g"]
            print(f"jmeter -g takes {peer[0] / own[0]:.0f} times as long as plimsoll import, "
                  f"{peer[1] / own[1]:.0f} times the CPU time and {peer[2] / own[2]:.1f} times the memory")
    finally:
        if options.keep:
            print(folder)
        else:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
