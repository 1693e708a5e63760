#!/usr/bin/env python3
"""`plimsoll import` of a big access log, beside `wc -l` and GoAccess on the same file.

    bench/access_log.py [--mb 5000] [--plimsoll PATH] [--peers-mb 1000] [--keep]

The log is made anew from a fixed seed, as nginx writes it in its format `combined` with the request's time at the end:
1,000 requests a second, 200 addresses, 60 paths, a query that is another one in each row, 2 % failures. Time by the
wall, CPU time and peak memory by the kernel (wait4). GoAccess (`apt-get install goaccess`) makes its JSON report; it keeps
what it counts in memory, and so reads a file of `--peers-mb` of its own, which Plimsoll reads too.
"""
import argparse, datetime, multiprocessing, os, random, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
PATTERN = ('$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" '
           '"$http_user_agent" $request_time')
BEGIN = datetime.datetime(2026, 11, 21, 8, 0, 0)
PER_S = 1_000
AGENTS = ["curl/8.5.0", "Apache-HttpClient/4.5.14 (Java/17.0.9)", "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0"]


def seconds_of_rows(chance):
    """Rows of one second in pieces, between which its time belongs."""
    pieces, rest = [], ""
    for _ in range(PER_S):
        address = f"10.0.{chance.randrange(4)}.{chance.randrange(50)}"
        path = f"/orders/{chance.randrange(60)}/items?id={chance.randrange(10**9)}"
        status = 503 if chance.random() < 0.02 else 200
        took_s = min(chance.lognormvariate(-3, 0.8), 30)
        pieces.append(f"{rest}{address} - - [")
        rest = (f'] "GET {path} HTTP/1.1" {status} {500 + chance.randrange(40_000)} "-" '
                f'"{chance.choice(AGENTS)}" {took_s:.3f}\n')
    return pieces, rest


def make(path, megabytes):
    """In a process of its own: what a parent has in memory would count as its children's peak."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(write, (path, megabytes))


def write(path, megabytes):
    chance = random.Random(1)
    blocks = [seconds_of_rows(chance) for _ in range(500)]
    size = rows = second = 0
    with open(path, "w", buffering=1 << 20) as file:
        while size < megabytes * 1_000_000:
            now = BEGIN + datetime.timedelta(seconds=second)
            stamp = now.strftime("%d/%b/%Y:%H:%M:%S +0100")
            pieces, rest = blocks[chance.randrange(len(blocks))]
            text = stamp.join(pieces) + stamp + rest
            file.write(text)
            size, rows, second = size + len(text), rows + PER_S, second + 1
    return rows, size


def measure(argv):
    begun = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            output.seek(0)
            sys.exit(f"{argv[0]} failed ({status}):\n{output.read().decode(errors='replace')}")
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def show(name, size, found):
    wall_s, cpu_s, peak_mb = found
    print(f"  {name:16} {wall_s:7.2f} s  {cpu_s:7.2f} s of CPU  {peak_mb:6.0f} MB  {size / 1e6 / wall_s:7.1f} MB/s  "
          f"{size / 1e6 / cpu_s:7.1f} MB per second of CPU", flush=True)


def compare(options, folder, megabytes, with_peers):
    log, run = f"{folder}/access.log", f"{folder}/access.run"
    rows, size = make(log, megabytes)
    print(f"{size / 1e6:.0f} MB, {rows} rows of {rows // PER_S} seconds", flush=True)
    commands = {
        "wc -l": ["wc", "-l", log],
        "plimsoll import": [options.plimsoll, "import", log, "--format", "access.log=nginx", "--pattern", f"access.log={PATTERN}",
                            "-o", run],
    }
    if with_peers and shutil.which("goaccess"):
        commands["goaccess"] = ["goaccess", log, "--no-global-config", "--log-format", '%h %^[%d:%t %^] "%r" %s %b "%R" "%u" %T',
                                "--date-format", "%d/%b/%Y", "--time-format", "%H:%M:%S", "-o", f"{folder}/goaccess.json"]
    for name, argv in commands.items():
        show(name, size, measure(argv))
    print(f"  run file {os.path.getsize(run) / 1e6:.1f} MB", flush=True)
    if not options.keep:
        os.remove(log)
    os.rename(run, f"{folder}/{megabytes}.run")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--mb", "--megabytes", dest="megabytes", metavar="MB", type=int, default=5_000)
    arguments.add_argument("--peers-mb", metavar="MB", type=int, default=1_000, help="0: leave GoAccess out")
    arguments.add_argument("--plimsoll", default=f"{HERE}/../target/release/plimsoll")
    arguments.add_argument("--keep", action="store_true", help="leave the files, and say where they are")
    options = arguments.parse_args()
    folder = tempfile.mkdtemp()
    try:
        if options.peers_mb:
            compare(options, folder, options.peers_mb, True)
        compare(options, folder, options.megabytes, False)
    finally:
        if options.keep:
            print(folder)
        else:
            shutil.rmtree(folder)


main()
