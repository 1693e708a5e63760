"""How long the machine's cores themselves stand still, and what that makes of a measured percentile.

A loop that only reads the clock finds a gap where its core was taken away: by the hypervisor, an interrupt, the kernel's
threads, other work. Load and server lose the same time and can't tell why.

The model. A gap of g that is met at a moment spread evenly in time lasts another 0 to g, each alike. So the share of
such moments that are held up for more than x is, with all gaps that were found in a time T,

    held(x) = sum(max(0, g - x)) / T

A request has few moments that must be noticed, the others are due within microseconds of them:

    its start is due          on the load's core      response, arrivals
    it has arrived            on the server's core    response, service, arrivals
    its answer has arrived    on the load's core      response, service

(That its answer is due on the server's core is a moment too, and is in what the server measured of itself.) Moments that
are milliseconds apart meet different gaps, so their shares add up; where one gap covers two moments the sum is too large.
What the gaps explain at percentile p is the largest x that at least (100 - p) % of all requests are held up for. When
that is more than the tolerance, the percentile can't be determined here; a deviation beyond it has another cause.
The gaps are those found right before and after, not those of the run: a long and rare one may be in one and not in the
other. Then the line fails. (That the first look waits for calm makes the gaps fewer, and so the judgement stricter.)
"""
import json, os, subprocess, sys, time

GAP_US = 50
SECONDS = 3
CALM_PERCENT = 3


def spin(core, seconds):
    """Gaps above GAP_US in microseconds, and the time looked at."""
    os.sched_setaffinity(0, {core})
    begun = last = time.perf_counter_ns()
    end, least, gaps = begun + int(seconds * 1e9), GAP_US * 1000, []
    while last < end:
        now = time.perf_counter_ns()
        if now - last > least:
            gaps.append((now - last) / 1000)
        last = now
    return dict(gaps_us=gaps, looked_us=(last - begun) / 1000)


class Standstill:
    def __init__(self):
        self.gaps_us, self.looked_us = {}, {}

    def look(self, cores, before=()):
        """A loop on each core at the same time, while nothing else of ours runs; `before` is put before the commands."""
        argv = lambda core: [*before, sys.executable, os.path.abspath(__file__), str(core), str(SECONDS)]
        loops = {core: subprocess.Popen(argv(core), stdout=subprocess.PIPE) for core in sorted(set(cores))}
        for core, loop in loops.items():
            found = json.loads(loop.communicate()[0])
            self.gaps_us.setdefault(core, []).extend(found["gaps_us"])
            self.looked_us[core] = self.looked_us.get(core, 0) + found["looked_us"]

    def look_when_calm(self, cores, patience_s, before=()):
        """Looks again until other work leaves the cores alone, at most that long; what the last look found counts."""
        end = time.monotonic() + patience_s
        while True:
            self.__init__()
            self.look(cores, before)
            if time.monotonic() > end or all(of["percent"] < CALM_PERCENT for of in self.described().values()):
                return
            time.sleep(2 * SECONDS)

    def held(self, moments, least_us=0.0):
        """The share of requests held up for more than that; `moments` are {core: how many}."""
        return sum(count * sum(max(0, gap - least_us) for gap in self.gaps_us[core]) / self.looked_us[core]
                   for core, count in moments.items())

    def explains_us(self, moments, percent):
        share = 1 - percent / 100
        low, high = 0.0, max((gap for core in moments for gap in self.gaps_us[core]), default=0.0)
        if self.held(moments) < share:
            return 0.0
        while high - low > 0.5:
            middle = (low + high) / 2
            low, high = (middle, high) if self.held(moments, middle) >= share else (low, middle)
        return low

    def verdict(self, above_us, tolerance_us, moments, percent):
        """`above_us` is measured less true. Gaps make times longer: what is too short is never theirs."""
        explained_us = self.explains_us(moments, percent)
        agrees = abs(above_us) <= tolerance_us
        if not agrees and not 0 < above_us <= explained_us:
            return "FAIL"
        return "machine" if explained_us > tolerance_us else "PASS"

    def percent(self):
        """Of the core that stood still the longest."""
        return max(of["percent"] for of in self.described().values())

    def described(self):
        return {core: dict(percent=100 * sum(gaps) / self.looked_us[core], gaps=len(gaps), longest_us=max(gaps, default=0))
                for core, gaps in self.gaps_us.items()}

    def __str__(self):
        return "cores stood still: " + "; ".join(
            f"core {core} {of['percent']:.2f} % ({of['gaps']} gaps, longest {of['longest_us'] / 1e3:.1f} ms)"
            for core, of in self.described().items())


if __name__ == "__main__":
    print(json.dumps(spin(int(sys.argv[1]), float(sys.argv[2]))))
