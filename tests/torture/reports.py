"""Reports of days, and of very many names: how long they take, and how much memory."""
import os, subprocess, time

from bench import case, require

DAY_S = 86_400


def measured(bench, *arguments, seconds):
    """Exit code, seconds and most memory (MB) of a command."""
    began = time.monotonic()
    said = open(bench.path("said.txt"), "ab")
    process = subprocess.Popen([bench.plimsoll, *map(str, arguments)], cwd=bench.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.monotonic() - began
    code = os.waitstatus_to_exitcode(status)
    require(code in (0, 3, 4), lambda: f"{arguments[0]} ended with {code}: {open(bench.path('said.txt')).read()[-400:]}")
    require(took < seconds, f"{arguments[0]} took {took:.1f} s")
    return took, usage.ru_maxrss / 1024


HEAD = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,grpThreads,allThreads\n"


def write_day(bench):
    random, start = bench.random, 1_700_000_000_000
    with open(bench.path("day.jtl"), "w") as file:
        file.write(HEAD)
        for i in range(10 * DAY_S):
            user = i % 50
            elapsed = int(random.lognormvariate(4, 0.4))
            file.write(f"{start + 100 * i},{elapsed},page {i % 20},200,OK,users 1-{user},true,2000,50,50\n")


@case("reports", "import and report of a day with 10 requests/s of 20 transactions", short=0, long=1)
def day(bench):
    write_day(bench)
    return both(bench, "day.jtl")


@case("reports", "import and report of 100,000 transactions' names", short=0, long=1)
def names(bench):
    start = 1_700_000_000_000
    with open(bench.path("names.jtl"), "w") as file:
        file.write(HEAD)
        for i in range(300_000):
            file.write(f"{start + 2 * i},{20 + i % 30},item {i % 100_000},200,OK,users 1-{i % 20},true,2000,20,20\n")
    return both(bench, "names.jtl")


@case("reports", "import and report of a day with 10 requests/s and of 40 hosts with 18 series each, read every second", short=0, long=1)
def hosts(bench):
    write_day(bench)
    random, start = bench.random, 1_700_000_000
    os.mkdir(bench.path("day"))
    os.rename(bench.path("day.jtl"), bench.path("day/day.jtl"))
    lines = ["procs -----------memory---------- ---swap-- -----io---- -system-- -------cpu------- -----timestamp-----\n",
             " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st gu                 UTC\n"]
    for second in range(DAY_S):
        user, system = random.randint(5, 60), random.randint(1, 10)
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(start + second))
        lines.append(f"{random.randint(0, 4):2d}  0      0 {8_000_000 + random.randint(0, 90_000)} 120000 3200000    0    0    {random.randint(0, 9)}   "
                     f"{random.randint(0, 300)} {random.randint(800, 2000)} {random.randint(1000, 4000)} {user} {system} {100 - user - system}  0  0  0 {at}\n")
    for host in range(40):
        with open(bench.path(f"day/app{host:02d}.vmstat.log"), "w") as file:
            file.writelines(lines)
    return both(bench, "day")


def both(bench, name):
    imported_s, imported_mb = measured(bench, "import", name, "-o", "day.run", seconds=300)
    report_s, report_mb = measured(bench, "report", "day.run", "-o", "day.html", seconds=10)
    require(report_mb < 1_000, f"the report took {report_mb:.0f} MB")
    return {"import s": imported_s, "import MB": imported_mb, "report s": report_s, "report MB": report_mb}
