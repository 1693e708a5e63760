#!/usr/bin/env python3
"""Does Plimsoll report the truth? Plimsoll, wrk and a naive closed loop on a server whose delays are known.

    bench/truth/truth.py [--seconds 24] [--rate 1000] [--realtime] [--plimsoll PATH] [--json FILE] [--only times|rates]

The server (`plimsoll target delay --distribution …`) has a programmed distribution of delays and measures what it
really did; docs/accuracy.md has the definitions. It runs on the first core, each tool in turn on the last. Three
proofs:

  times   p50 to p99.99 of Plimsoll's response and service times are the truth's, within 1 % or 50 µs
  rates   the achieved arrival rate is the asked one within 0.1 % at 10, 50 and 80 % of what one core can do
  jitter  99 of 100 arrivals are within 200 µs of an even schedule

A line is PASS or FAIL; "busy" after it says that other work had the core of server or load for more than 2 % of the
time, so that the line proves nothing either way. --realtime (needs privileges) runs server and tools before all other
work: for a machine that is not idle, and to its disadvantage. Ends with 1 when a line fails. Load goes to 127.0.0.1 only.
"""
import argparse, json, os, shutil, sys, tempfile
import tools

ROOT = os.path.dirname(os.path.dirname(tools.HERE))
BUSY_PERCENT = 2.0
# Name, arguments of the server, mean delay in seconds, part of --rate. Periods of the stall must divide --seconds. At
# the end of a stall the server writes all answers one after another, some 10 µs each: at half the rate that is small
# beside the waits.
CASES = [
    ("constant", ["--distribution", "5 ms"], 0.005, 1),
    ("bimodal", ["--distribution", "95% 2 ms, 5% 40 ms"], 0.0039, 1),
    ("exponential", ["--distribution", "exponential 5 ms"], 0.005, 1),
    ("stall", ["--distribution", "5 ms", "--stall", "2s/8s"], 0.005, 0.5),
]


class Lines:
    """Says each line, keeps it as JSON, counts failures."""

    def __init__(self, path):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self.file, self.failed, self.busy = open(path, "w"), 0, 0

    def add(self, text, passed, busy, **data):
        verdict = ("PASS" if passed else "FAIL") + (" busy" if busy else "")
        self.failed += not passed
        self.busy += bool(busy)
        print(f"{text} {verdict}", flush=True)
        self.file.write(json.dumps(dict(data, passed=passed, busy=bool(busy))) + "\n")
        self.file.flush()


def agrees(seen_us, truth_us):
    return abs(seen_us - truth_us) <= max(0.01 * truth_us, 50)


def shown(us):
    if us is None:
        return "–"
    return f"{us:,.0f} µs" if us < 1e4 else f"{us / 1e3:,.1f} ms" if us < 1e6 else f"{us / 1e3:,.0f} ms"


def times(arguments, folder, lines):
    print(f"\n{'':16} {'programmed':>11} {'server did':>11} {'| Plimsoll':>11} {'':>11} {'| closed loops':>14}")
    print(f"{'':16} {'':>11} {'':>11} {'| response':>11} {'service':>11} {'| wrk':>14} {'naive':>11}")
    for name, target, mean_s, part in CASES:
        with tools.Server(arguments.plimsoll, ["delay", "--busy-poll", *target]) as server:
            rate = round(arguments.rate * part)
            load = f"arrivals: {{rate: {rate}/s, hold: {arguments.seconds} s}}"
            before = server.scheduled_us()
            seen = tools.plimsoll(arguments.plimsoll, folder, name, server.url, load)
            _, server_waited = server.percent_since(before, arguments.seconds)
            truth = server.json("truth")
            server.get("reset")
            connections = max(1, round(rate * mean_s))
            wrk = tools.wrk(server.url, connections, arguments.seconds) if shutil.which("wrk") else {}
            server.get("reset")
            naive = tools.naive(server, arguments.seconds)
        busy = max(seen["waited_percent"], server_waited) > BUSY_PERCENT
        case_lines(lines, name, truth, seen, dict(wrk=wrk, naive=naive), busy)
        count = truth["requests"]
        expected = rate * arguments.seconds
        text = f"{name:11} count {expected:>11,} {count:>11,} {seen['requests']:>11,} {seen['errors']:>4} failed"
        passed = count == seen["requests"] == expected and seen["errors"] == 0
        lines.add(f"{text:74} ", passed, False, proof="count", case=name, expected=expected, served=count,
                  plimsoll=seen["requests"], errors=seen["errors"], dropped=seen["dropped"])
        print(f"{name:11} waited for a core: Plimsoll {seen['waited_percent']:.1f} %, server {server_waited:.1f} %\n")


def case_lines(lines, name, truth, seen, others, busy):
    programmed, served = tools.percentiles(truth["expected"]), tools.percentiles(truth["served"])
    for percent in tools.PERCENTS:
        response, service = seen["response"][percent], seen["service"][percent]
        # With a stall the truth of the response is what even arrivals meet, whoever sends them: a server that was
        # late itself did not see them arrive.
        truth_us = programmed[percent] if truth["stall"] else served[percent]
        passed = agrees(service, served[percent]) and agrees(response, truth_us)
        wrk, naive = (others[tool].get(percent) for tool in ("wrk", "naive"))
        text = f"{name:11} {f'p{percent}':>4} {shown(programmed[percent]):>11} {shown(served[percent]):>11} "
        text += f"{shown(response):>11} {shown(service):>11} {shown(wrk):>14} {shown(naive):>11}"
        lines.add(text, passed, busy, proof="times", case=name, percent=percent, programmed_us=programmed[percent],
                  served_us=served[percent], response_us=response, service_us=service, wrk_us=wrk, naive_us=naive)


def rates(arguments, folder, lines):
    with tools.Server(arguments.plimsoll, ["pace"]) as server:
        load = "users: 64\n    hold: 5 s\n    iterations: forever"
        closed = tools.plimsoll(arguments.plimsoll, folder, "capacity", server.url, load)
        capacity = closed["requests"] / 5
        print(f"\none core makes {capacity:,.0f} requests/s in a closed loop ({closed['cpu_percent']:.0f} % of it used)\n")
        print(f"{'rate':16} {'asked':>11} {'achieved':>11} {'off by':>11} {'dropped':>11} {'response p99':>14} {'CPU load':>10} {'server':>8}")
        for share in (0.1, 0.5, 0.8):
            rate = max(1, round(capacity * share / 100) * 100)
            server.get("reset")
            # The server stamps four million arrivals. Few users: after a pause of the machine arrivals wait for one,
            # instead of each making a connection.
            seconds = max(2, min(arguments.seconds, 3_900_000 // rate))
            before = server.scheduled_us()
            seen = tools.plimsoll(arguments.plimsoll, folder, f"rate{share}", server.url,
                                  f"arrivals: {{rate: {rate}/s, hold: {seconds} s, users: 500}}")
            server_cpu, server_waited = server.percent_since(before, seconds)
            gaps = server.json(f"gaps?rate={rate}")
            off_percent = 100 * (gaps["rate_per_s"] / rate - 1)
            busy = max(seen["waited_percent"], server_waited) > BUSY_PERCENT
            text = f"{f'{share:.0%} of a core':16} {rate:>9,}/s {gaps['rate_per_s']:>9,.0f}/s {off_percent:>+9.3f} % "
            text += f"{seen['dropped']:>11,} {shown(seen['response'][99]):>14} "
            text += f"{seen['cpu_percent']:>8.0f} % {server_cpu:>6.0f} %"
            passed = abs(off_percent) <= 0.1 and gaps["arrivals"] == rate * seconds
            lines.add(text, passed, busy, proof="rate", share=share, asked_per_s=rate, achieved_per_s=gaps["rate_per_s"],
                      arrivals=gaps["arrivals"], dropped=seen["dropped"], response_p99_us=seen["response"][99],
                      cpu_percent=seen["cpu_percent"], server_cpu_percent=server_cpu, waited_percent=seen["waited_percent"])


def jitter(arguments, folder, lines):
    print(f"\n{'jitter':16} {'p50':>11} {'p90':>11} {'p99':>11} {'p99.9':>11} {'max':>14}   (arrivals against an even schedule)")
    with tools.Server(arguments.plimsoll, ["pace"]) as server:
        before = server.scheduled_us()
        load = f"arrivals: {{rate: {arguments.rate}/s, hold: {arguments.seconds} s}}"
        seen = tools.plimsoll(arguments.plimsoll, folder, "jitter", server.url, load)
        _, server_waited = server.percent_since(before, arguments.seconds)
        schedule = server.json(f"gaps?rate={arguments.rate}")["schedule"]
    deviation = tools.percentiles(schedule["deviation"])
    text = f"{f'{arguments.rate}/s':16} " + " ".join(f"{shown(deviation[p]):>11}" for p in (50, 90, 99, 99.9))
    busy = max(seen["waited_percent"], server_waited) > BUSY_PERCENT
    lines.add(f"{text} {shown(deviation[100]):>14}", deviation[99] < 200, busy, proof="jitter", rate_per_s=arguments.rate,
              deviation_us={str(p): us for p, us in deviation.items()}, waited_percent=seen["waited_percent"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=24, help="of each run; a multiple of 8 for the stall")
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--plimsoll", default=f"{ROOT}/target/release/plimsoll")
    parser.add_argument("--json", default=f"{ROOT}/target/truth.jsonl", help="where every line goes as JSON")
    parser.add_argument("--only", choices=["times", "rates"])
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
        if arguments.only != "rates":
            times(arguments, folder, lines)
        if arguments.only != "times":
            rates(arguments, folder, lines)
            jitter(arguments, folder, lines)
    print(f"\n{lines.failed} failed, {lines.busy} measured while the machine was busy; lines as JSON: {arguments.json}")
    sys.exit(1 if lines.failed else 0)


if __name__ == "__main__":
    main()
