"""The table of a bench, and its targets: met, missed, or not measured."""
import statistics

from .modes import COMPARED, FORMS, MEMORY, MODES, ONE_WORKER, TWO_PROCESSES, TWO_WORKERS

GONE = "-"
DISTURBED = 0.2
FINE = (0, 3, 4)  # exit statuses; 3 and 4 are verdicts of Plimsoll: it calls a run that only it limits not valid


def median(rows, key):
    values = [row[key] for row in rows if row.get(key) is not None]
    return statistics.median(values) if values else None


def shown(value, form="{:.2f}"):
    return GONE if value is None else form.format(value)


def chosen(rows, mode, tool=None):
    return [row for row in rows if row["mode"] == mode and tool in (None, row["tool"])]


def served(rows):
    return [row for row in rows if row["requests"] > 0]


def others(row):
    """The share of the generator's cores that other work had under load. What a tool used before and after its load
    is taken for use under load, so that this is the least it can have been. With two workers the server is on one
    of their cores, and is no other work."""
    workers = row.get("workers", 1)
    server_s = row["server_busy"] * row["seconds"] if workers == 2 else 0
    return max(0.0, 1 - (row["idle_in_load_s"] + row["cpu_s"] + server_s) / (workers * row["seconds"]))


def disturbed(row):
    """Other work had more of the generator's core than a fair measurement bears. In the real-time class it only gets
    what the generator leaves."""
    return not row["real_time"] and others(row) > DISTURBED


def pairs(rows, mode, tool, baseline):
    """Repeat by repeat with the baseline of the same repeat, so that a slow spell of the machine meets both. Repeats
    in which other work disturbed one of the two count only where there are no others."""
    base = {row["repeat"]: row for row in served(chosen(rows, mode, baseline))}
    found = [(row, base[row["repeat"]]) for row in served(chosen(rows, mode, tool)) if row["repeat"] in base]
    return [pair for pair in found if not any(map(disturbed, pair))] or found


def ratios(rows, mode, tool, baseline):
    return [a["cpu_s_per_million"] / b["cpu_s_per_million"] for a, b in pairs(rows, mode, tool, baseline)]


def ratio(rows, mode, tool, baseline):
    values = ratios(rows, mode, tool, baseline)
    return statistics.median(values) if values else None


def doubt(rows, mode, tool, baseline):
    """The mark of a ratio that other work disturbed."""
    return "~" if any(disturbed(row) for pair in pairs(rows, mode, tool, baseline) for row in pair) else ""


def spread(values):
    if not values:
        return GONE
    text = f"{statistics.median(values):.2f}"
    return text if len(values) == 1 else f"{text} [{min(values):.2f}-{max(values):.2f}]"


def table(heads, lines):
    """The first column to the left, the others to the right."""
    widths = [max(len(line[i]) for line in [heads, *lines]) for i in range(len(heads))]
    for line in [heads, *lines]:
        cells = [text.rjust(width) if i else text.ljust(width) for i, (text, width) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())


def tools_of(rows):
    """The cheapest first; what got no answer last."""
    names = dict.fromkeys(row["tool"] for row in rows)
    return sorted(names, key=lambda name: median([r for r in rows if r["tool"] == name], "cpu_s_per_million") or 1e9)


def failures(rows):
    for name, status in dict.fromkeys((row["tool"], row["status"]) for row in served(rows) if row["status"] not in FINE):
        print(f"{name}: ended with exit status {status}")
    for name in dict.fromkeys(row["tool"] for row in rows if row["requests"] <= 0):
        row = next(row for row in rows if row["tool"] == name and row["requests"] <= 0)
        print(f"{name}: no request arrived (exit status {row['status']}): {row['said']}")


def compared(rows, mode):
    of_mode, baseline = chosen(rows, mode), MODES[mode].baseline
    even = any(row.get("evenness") for row in of_mode)
    heads = ["", "requests/s", "CPU s/M", "user", "MB", f"CPU, {baseline} = 1", "server busy", "other work"]
    heads += ["gap p50 us", "gap p99 us", "in 1 ms p99"] if even else []
    lines = []
    for name in tools_of(served(of_mode)):
        own = served(chosen(rows, mode, name))
        line = [name, shown(median(own, "per_s"), "{:,.0f}"), shown(median(own, "cpu_s_per_million")),
                f"{median(own, 'user_s') / max(1e-9, median(own, 'cpu_s')):.0%}", shown(median(own, "memory_mb"), "{:.1f}"),
                doubt(rows, mode, name, baseline) + spread(ratios(rows, mode, name, baseline)), f"{median(own, 'server_busy'):.0%}",
                f"{statistics.median(map(others, own)):.0%}"]
        stamps = [row["evenness"] for row in own if row.get("evenness")]
        if even:
            line += [shown(median(stamps, "gap_p50_us"), "{:.0f}"), shown(median(stamps, "gap_p99_us"), "{:.0f}"),
                     shown(median(stamps, "in_1_ms_p99"), "{:.0f}")]
        lines.append(line)
    table(heads, lines)


def start(rows):
    of_mode = chosen(rows, "start")
    names = sorted(tools_of(served(of_mode)), key=lambda name: median(chosen(of_mode, "start", name), "start_ms"))
    table(["", "ms to the first request", "CPU ms", "MB"],
          [[name, shown(median(own, "start_ms"), "{:.1f}"), shown(median(own, "cpu_s") * 1e3, "{:.0f}"),
            shown(median(own, "memory_mb"), "{:.1f}")]
           for name in names for own in [served(chosen(rows, "start", name))]])


def speedup(rows, tool, beside=TWO_PROCESSES):
    """Two workers against one, had both all of their cores, repeat by repeat, and the mark of a disturbed measurement;
    see docs/benchmarks.md."""
    own = served(chosen(rows, "scaling", tool))
    one = {row["repeat"]: row for row in own if row["form"] == beside}
    found = [(row, one[row["repeat"]]) for row in own if row["form"] == TWO_WORKERS and row["repeat"] in one]
    calm = [pair for pair in found if not any(map(disturbed, pair))]
    return [2 * two["per_core_s"] / other["per_core_s"] for two, other in calm or found], "~" if found and not calm else ""


def scaling(rows):
    lines = []
    for name in dict.fromkeys(row["tool"] for row in served(chosen(rows, "scaling"))):
        for form in FORMS:
            own = [row for row in served(chosen(rows, "scaling", name)) if row["form"] == form]
            if own:
                lines.append([f"{name}, {form}", shown(median(own, "per_s"), "{:,.0f}"), shown(median(own, "cpu_s_per_million")),
                              shown(median(own, "per_core_s"), "{:,.0f}"), f"{median(own, 'server_busy'):.0%}",
                              f"{median(own, 'idle_in_load_s') / (own[0]['workers'] * median(own, 'seconds')):.0%}",
                              *("".join((mark, spread(values))) if form == TWO_WORKERS else ""
                                for values, mark in (speedup(rows, name, other) for other in (ONE_WORKER, TWO_PROCESSES)))])
    heads = ["tool and plan", "requests/s", "CPU s/M", "per core second", "server busy", "idle", "one = 1", "processes = 2"]
    table(heads, lines)


def unserved(row):
    """Every thinking user sends at once when it starts: with fewer requests than users, some never got through."""
    return row["mode"] == "think" and row["requests"] < row["users"]


def sizes(rows, plan):
    """(users, memory in MB) of the two runs with a plan, fewer users first."""
    own = [row for row in rows if row.get("plan") == plan and row["status"] in FINE and not unserved(row)]
    return sorted((row["users"], row["memory_mb"]) for row in own)


def per_user_kb(rows, plan):
    found = sizes(rows, plan)
    if len(found) < 2:
        return None
    (few, small), (many, large) = found[0], found[-1]
    return (large - small) * 1024 / (many - few)


def memory(rows, mode):
    table(["plan", "users", "MB", "requests", "CPU s", "exit status"],
          [[row["plan"], f"{row['users']:,}", shown(row["memory_mb"], "{:.1f}"), f"{max(0, row['requests']):,}",
            shown(row["cpu_s"]), str(row["status"])]
           for row in chosen(rows, mode)])
    for row in chosen(rows, mode):
        if unserved(row):
            print(f"{row['plan']}: only {row['requests']:,} requests of {row['users']:,} users: not every one got through")
    for plan in dict.fromkeys(row["plan"] for row in chosen(rows, mode)):
        print(f"{plan}: {shown(per_user_kb(rows, plan))} KB more for each user")


def connection_kb(rows, tool):
    few, many = (median(served(chosen(rows, mode, tool)), "memory_mb") for mode in ("max64", "max1000"))
    return (many - few) * 1024 / (1_000 - 64) if few and many else None


def thinking_mb(rows):
    """(memory of 100,000 users that keep their connections, how it is known)."""
    found = sizes(rows, "think")
    if len(found) < 2:
        return None, ""
    users, large = found[-1]
    if users >= 100_000:
        return large, "measured"
    return large + (100_000 - users) * per_user_kb(rows, "think") / 1024, f"by the slope from {users:,}: the limit of open files"


def open_model(rows):
    """(p99 gap in µs, CPU against the floor, ticks against wrk2): what the target for 5,000/s speaks of."""
    own = [row for row in chosen(rows, "rate", "plimsoll") if row.get("evenness")]
    stamps = [row["evenness"] for row in [row for row in own if not disturbed(row)] or own]
    return median(stamps, "gap_p99_us"), ratio(rows, "rate", "plimsoll", "floor"), ratio(rows, "rate", "plimsoll-ticks", "wrk2")


def targets(rows):
    """(what, target, measured, met or None): every promise about speed and size."""
    def at_most(what, limit, value, unit, form="{:.2f}", note=""):
        measured = shown(value, form) + (f" ({note})" if note and value is not None else "")
        return what, f"<= {limit} {unit}", measured, None if value is None else value <= limit

    def beside_wrk(what, limit, mode, unit="x wrk"):
        line = at_most(what, limit, ratio(rows, mode, "plimsoll", "wrk"), unit)
        return *line[:2], doubt(rows, mode, "plimsoll", "wrk") + line[2], line[3]

    gap_us, to_floor, to_wrk2 = open_model(rows)
    even = None if gap_us is None or to_floor is None else gap_us <= 300 and to_floor <= 1.1
    cheap = None if to_wrk2 is None else to_wrk2 <= 1.0
    start_ms = median(served(chosen(rows, "start", "plimsoll")), "start_ms")
    thousand_mb = median(served(chosen(rows, "max1000", "plimsoll")), "memory_mb")
    untimed_ms = median(served(chosen(rows, "start", "plimsoll-untimed")), "start_ms")
    thinking, how = thinking_mb(rows)
    workers, mark = speedup(rows, "plimsoll heavy")
    gain = statistics.median(workers) if workers else None
    return [
        beside_wrk("closed loop, 64 connections", 1.10, "max64"),
        beside_wrk("closed loop, 1,000 connections", 1.10, "max1000"),
        beside_wrk("POST of 5 KB", 1.15, "post"),
        beside_wrk("TLS", 1.15, "tls"),
        beside_wrk("script", 1.0, "script", "x wrk with Lua"),
        at_most("1,000 connections", 16, thousand_mb, "MB", "{:.1f}"),
        at_most("idle user", 4, per_user_kb(rows, "idle"), "KB"),
        at_most("active user", 16, per_user_kb(rows, "get"), "KB"),
        at_most("100,000 thinking users", 1024, thinking, "MB", "{:.0f}", how),
        ("5,000/s, open model, exact", "gap p99 <= 300 us at <= 1.1 x floor",
         doubt(rows, "rate", "plimsoll", "floor") + f"{shown(gap_us, '{:.0f}')} us, {shown(to_floor)} x", even),
        ("5,000/s, or in ticks of 1 ms", "<= 1 x wrk2", doubt(rows, "rate", "plimsoll-ticks", "wrk2") + shown(to_wrk2), cheap),
        at_most("first request", 15, start_ms, "ms", "{:.1f}", f"without a duration {shown(untimed_ms, '{:.1f}')}"),
        ("two workers (two processes = 2)", ">= 1.9", mark + shown(gain), None if gain is None else gain >= 1.9),
    ]


def show(rows):
    for mode in dict.fromkeys(row["mode"] for row in rows):
        own = chosen(rows, mode)
        repeats = len({row["repeat"] for row in own})
        print(f"\n== {mode}: {MODES[mode].what}" + (f"; medians of {repeats}" if repeats > 1 else ""))
        if mode in COMPARED:
            compared(rows, mode)
        elif mode in MEMORY:
            memory(rows, mode)
        else:
            dict(start=start, scaling=scaling)[mode](rows)
        if mode not in MEMORY:
            failures(own)
    names = [name for name in tools_of(served(chosen(rows, "max1000"))) if connection_kb(rows, name) is not None]
    if names:
        print("\n== memory of a connection: peak with 1,000 beside peak with 64 in the closed loop")
        table(["", "KB"], [[name, shown(connection_kb(rows, name), "{:.1f}")] for name in sorted(names, key=lambda n: connection_kb(rows, n))])
    print("\n== targets (~: other work disturbed the measurement; see docs/benchmarks.md)")
    words = {True: "met", False: "MISSED", None: "not measured"}
    table(["", "target", "measured", ""], [[what, target, measured, words[met]] for what, target, measured, met in targets(rows)])
