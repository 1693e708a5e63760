#!/usr/bin/env python3
"""Does Plimsoll report the truth? Plimsoll, wrk and a naive closed loop on a server whose delays are known.

    bench/truth/truth.py [--seconds 24] [--rate 1000] [--patience 30] [--realtime] [--plimsoll PATH]
                         [--json FILE] [--only times|rates|jitter] [--case NAME]

The server (`plimsoll target delay --distribution …`) has a programmed distribution of delays and measures what it
really did; docs/accuracy.md has the definitions. Judged is against what it did; the program is shown beside it. It runs
on the first core, each tool in turn on the last. Plimsoll is as it is by default; what it reports when its worker reads the
clock, as other tools do, instead of the kernel (`--receive-time worker`) is shown beside it and not judged. Three proofs:

  times   p50 to p99.99 of Plimsoll's response and service times are the truth's, within 1 % or 50 µs
  rates   the achieved arrival rate is the asked one within 0.1 % at 10, 50 and 80 % of what one core can do
  jitter  99 of 100 arrivals are within 200 µs of an even schedule

A line is PASS or FAIL. A line on jitter is `machine` when the cores themselves stood still for so long, measured before and
after by standstill.py, that this percentile can't be determined here, and the deviation is no larger than that explains.
"busy" after it says that other work had the core of server or load for more than 2 % of the time. --realtime (needs
privileges) runs server and tools before all other work. Ends with 1 when a line fails, with 3 when none fails and some
say `machine`. Load goes to 127.0.0.1 only.
"""
import argparse, json, os, shutil, sys, tempfile
import cases, tools
from standstill import Standstill

ROOT = os.path.dirname(os.path.dirname(tools.HERE))
BUSY_PERCENT = 2.0
# A core that stands still for less than this is idle; so often is one waited for.
IDLE_PERCENT, TRIES = 0.3, 6
ARRIVALS = {tools.LOAD_CORE: 1, tools.SERVER_CORE: 1} if tools.TWO_CORES else {tools.LOAD_CORE: 2}


class Lines:
    """Says each line, keeps it as JSON, counts verdicts."""

    def __init__(self, path):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self.file, self.counts, self.busy = open(path, "w"), dict(PASS=0, FAIL=0, machine=0), 0

    def add(self, text, verdict, busy, **data):
        self.counts[verdict] += 1
        self.busy += bool(busy)
        print(f"{text} {verdict}{' busy' if busy else ''}", flush=True)
        self.file.write(json.dumps(dict(data, verdict=verdict, busy=bool(busy))) + "\n")
        self.file.flush()


def passes(is_true):
    return "PASS" if is_true else "FAIL"


def worst(*verdicts):
    return max(verdicts, key=["PASS", "machine", "FAIL"].index)


def shown(us):
    if us is None:
        return "–"
    return f"{us:,.0f} µs" if us < 1e4 else f"{us / 1e3:,.1f} ms" if us < 1e6 else f"{us / 1e3:,.0f} ms"


def look(standstill, patience_s=None):
    cores, before = (tools.SERVER_CORE, tools.LOAD_CORE), tools.before_other_work()
    if patience_s is None:
        standstill.look(cores, before)
    else:
        standstill.look_when_calm(cores, patience_s, before)


def times(arguments, folder, lines):
    for case in cases.CASES:
        if arguments.case not in (None, case.name):
            continue
        rate = round(arguments.rate * case.part)
        load = case.load(rate, arguments.seconds)
        target = ["delay", *case.target]
        standstill = Standstill()
        look(standstill, arguments.patience)
        with tools.Server(arguments.plimsoll, target) as server:
            before = server.scheduled_us()
            seen = tools.plimsoll(arguments.plimsoll, folder, case.file, server.url, load)
            _, server_waited = server.percent_since(before, arguments.seconds)
            truth, gaps = server.json("truth"), {} if case.closed else server.json(f"gaps?rate={rate}")
        look(standstill)
        with tools.Server(arguments.plimsoll, target) as server:
            read = tools.plimsoll(arguments.plimsoll, folder, case.file + "-read", server.url, load,
                                  "--receive-time", "worker")
            server.get("reset")
            connections = case.closed or case.users or max(1, round(rate * case.mean_s))
            wrk = tools.wrk(server.url, connections, arguments.seconds) if shutil.which("wrk") else {}
            server.get("reset")
            naive = tools.naive(server, arguments.seconds)
        busy = max(seen["waited_percent"], server_waited) > BUSY_PERCENT
        how = f"closed loop, {case.closed} users" if case.closed else f"{rate}/s{f', {case.users} users' if case.users else ''}"
        print(f"\n{case.name}: {how}. {standstill}")
        print(f"waited for a core: Plimsoll {seen['waited_percent']:.1f} %, server {server_waited:.1f} %")
        others = dict(read=read["response"], wrk=wrk, naive=naive)
        case_lines(lines, case, case.truths(truth, gaps, rate, arguments.seconds), seen, others, busy, standstill)
        count, expected = truth["requests"], seen["requests"] if case.closed else rate * arguments.seconds
        text = f"{'count':>6} {expected:>11,} {count:>11,} {seen['requests']:>25,} {seen['errors']:>4} failed"
        passed = count == seen["requests"] == expected and seen["errors"] == 0
        lines.add(f"{text:104}", passes(passed), False, proof="count", case=case.name, expected=expected, served=count,
                  plimsoll=seen["requests"], errors=seen["errors"], dropped=seen["dropped"])


def case_lines(lines, case, truths, seen, others, busy, standstill):
    print(f"{'':6} {'programmed':>11} {'server did':>11} {'truth of':>11} {'| Plimsoll':>11} {'':>11} {'read by':>11} {'| closed loops':>14}")
    print(f"{'':6} {'':>11} {'(service)':>11} {'response':>11} {'| response':>11} {'service':>11} {'worker':>11} {'| wrk':>14} {'naive':>11}")
    for percent in tools.PERCENTS:
        true = dict(service=truths.service[percent], response=truths.response[percent])
        measured = {kind: seen[kind][percent] for kind in true}
        verdicts = {kind: passes(abs(measured[kind] - true[kind]) <= max(0.01 * true[kind], 50)) for kind in true}
        read, wrk, naive = (others[tool].get(percent) for tool in ("read", "wrk", "naive"))
        text = f"{f'p{percent}':>6} {shown(truths.programmed.get(percent)):>11} {shown(true['service']):>11} {shown(true['response']):>11} "
        text += f"{shown(measured['response']):>11} {shown(measured['service']):>11} {shown(read):>11} "
        text += f"{shown(wrk):>14} {shown(naive):>11}"
        lines.add(text, worst(*verdicts.values()), busy, proof="times", case=case.name, percent=percent, verdicts=verdicts,
                  programmed_us=truths.programmed.get(percent), true_us=true, plimsoll_us=measured, read_by_worker_us=read, wrk_us=wrk, naive_us=naive, standstill=standstill.described())
    if case.users:
        shows = seen["response"][99] > 10 * seen["service"][99]
        lines.add(f"{'p99 of response is more than ten times that of service: the wait for a user shows':104}", passes(shows), busy,
                  proof="stall shows", case=case.name, response_us=seen["response"][99], service_us=seen["service"][99])


def rates(arguments, folder, lines):
    with tools.Server(arguments.plimsoll, ["pace", "--busy-poll"]) as server:
        load = "users: 64\n    hold: 5 s\n    iterations: forever"
        closed = tools.plimsoll(arguments.plimsoll, folder, "capacity", server.url, load, "--busy-poll")
        capacity = closed["requests"] / 5
        print(f"\none core makes {capacity:,.0f} requests/s in a closed loop ({closed['cpu_percent']:.0f} % of it used)\n")
        print(f"{'rate':16} {'asked':>11} {'achieved':>11} {'off by':>11} {'dropped':>11} {'response p99':>14} {'CPU load':>10}")
        for share in (0.1, 0.5, 0.8):
            rate = max(1, round(capacity * share / 100) * 100)
            server.get("reset")
            # The server stamps four million arrivals. Few users: after a pause of the machine arrivals wait for one,
            # instead of each making a connection.
            seconds = max(2, min(arguments.seconds, 3_900_000 // rate))
            before = server.scheduled_us()
            seen = tools.plimsoll(arguments.plimsoll, folder, f"rate{share}", server.url,
                                  f"arrivals: {{rate: {rate}/s, hold: {seconds} s, users: 500}}", "--busy-poll")
            _, server_waited = server.percent_since(before, seconds)
            gaps = server.json(f"gaps?rate={rate}")
            off_percent = 100 * (gaps["rate_per_s"] / rate - 1)
            busy = max(seen["waited_percent"], server_waited) > BUSY_PERCENT
            text = f"{f'{share:.0%} of a core':16} {rate:>9,}/s {gaps['rate_per_s']:>9,.0f}/s {off_percent:>+9.3f} % "
            text += f"{seen['dropped']:>11,} {shown(seen['response'][99]):>14} {seen['cpu_percent']:>8.0f} %"
            passed = abs(off_percent) <= 0.1 and gaps["arrivals"] == rate * seconds
            lines.add(text, passes(passed), busy, proof="rate", share=share, asked_per_s=rate, achieved_per_s=gaps["rate_per_s"],
                      arrivals=gaps["arrivals"], dropped=seen["dropped"], response_p99_us=seen["response"][99],
                      cpu_percent=seen["cpu_percent"], waited_percent=seen["waited_percent"])


def jitter(arguments, folder, lines):
    print(f"\n{'jitter':24} {'p50':>11} {'p90':>11} {'p99':>11} {'p99.9':>11} {'max':>14}   (arrivals against an even schedule)")
    for rate in (arguments.rate, 5 * arguments.rate):
        for busy_poll in (True, False):
            tries = []
            while len(tries) < TRIES and not any(standstill.percent() < IDLE_PERCENT for standstill, *_ in tries):
                tries.append(arrivals_once(arguments, folder, rate, busy_poll, len(tries)))
            # The calmest, whatever it shows.
            standstill, seen, server_waited, deviation = min(tries, key=lambda one: one[0].percent())
            text = f"{f'{rate}/s, ' + ('busy polling' if busy_poll else 'default'):24} "
            text += " ".join(f"{shown(deviation[p]):>11}" for p in (50, 90, 99, 99.9)) + f" {shown(deviation[100]):>14}"
            busy = max(seen["waited_percent"], server_waited) > BUSY_PERCENT
            lines.add(text, jitter_verdict(standstill, deviation[99]), busy, proof="jitter", rate_per_s=rate,
                      busy_poll=busy_poll, deviation_us={str(p): us for p, us in deviation.items()},
                      explained_us=standstill.explains_us(ARRIVALS, 99), standstill=standstill.described(),
                      waited_percent=seen["waited_percent"])
            print(f"  {standstill}; {len(tries)} tries")


def jitter_verdict(standstill, deviation_us):
    """A core that stands still makes arrivals later, never more even: what is even in spite of that is."""
    return "PASS" if deviation_us <= 200 else standstill.verdict(deviation_us, 200, ARRIVALS, 99)


def arrivals_once(arguments, folder, rate, busy_poll, number):
    """What stood still around the run, what Plimsoll and the server saw in it, and how uneven arrivals were."""
    standstill = Standstill()
    look(standstill)
    with tools.Server(arguments.plimsoll, ["pace", "--busy-poll"]) as server:
        before = server.scheduled_us()
        seen = tools.plimsoll(arguments.plimsoll, folder, f"jitter{rate}{busy_poll}{number}", server.url,
                              f"arrivals: {{rate: {rate}/s, hold: {arguments.seconds} s}}", *(["--busy-poll"] if busy_poll else []))
        _, server_waited = server.percent_since(before, arguments.seconds)
        schedule = server.json(f"gaps?rate={rate}")["schedule"]
    look(standstill)
    return standstill, seen, server_waited, tools.percentiles(schedule["deviation"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=24, help="of each run; a multiple of 8 for the stall")
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--plimsoll", default=f"{ROOT}/target/release/plimsoll")
    parser.add_argument("--json", default=f"{ROOT}/target/truth.jsonl", help="where every line goes as JSON")
    parser.add_argument("--only", choices=["times", "rates", "jitter"])
    parser.add_argument("--case", choices=[case.name for case in cases.CASES], help="one case of the times alone")
    parser.add_argument("--patience", type=int, default=30, help="seconds to wait before each run for other work to end")
    parser.add_argument("--realtime", action="store_true", help="server and tools come before other work (chrt --rr)")
    arguments = parser.parse_args()
    tools.realtime = arguments.realtime
    if arguments.seconds % 8:
        parser.error("--seconds must be a multiple of 8: whole periods of the stall")
    load = " ".join(open("/proc/loadavg").read().split()[:3])
    where = "cores of their own" if tools.TWO_CORES else "ONE CORE FOR BOTH: times hold each other's turns"
    print(f"server and load on {where}{', before all other work' if tools.realtime else ''}; load average before: {load}")
    lines = Lines(arguments.json)
    with tempfile.TemporaryDirectory(prefix="plimsoll-truth-") as folder:
        for proof in (times, rates, jitter):
            if arguments.only in (None, proof.__name__):
                proof(arguments, folder, lines)
    counts = lines.counts
    print(f"\n{counts['PASS']} passed, {counts['FAIL']} failed, {counts['machine']} cannot be determined on this machine "
          f"(its cores stood still); {lines.busy} measured while other work had a core. Lines as JSON: {arguments.json}")
    sys.exit(1 if counts["FAIL"] else 3 if counts["machine"] else 0)


if __name__ == "__main__":
    main()
