"""The cases of the proof of times, and the truth of each."""
import collections, dataclasses, heapq
import tools

STALL_S, EVERY_S = 2, 8
Truths = collections.namedtuple("Truths", "programmed service response")


@dataclasses.dataclass
class Case:
    name: str
    target: list
    mean_s: float
    # Of --rate. At the end of a stall the server writes all answers one after another, some 10 µs each: at half the
    # rate that is small beside the waits.
    part: float = 1
    # The most requests at the same time; without it as many as arrive.
    users: int = 0
    # So many users that each send the next request when they have the answer, instead of arrivals.
    closed: int = 0

    @property
    def file(self):
        return self.name.replace(" ", "-").replace(",", "")

    def load(self, rate, seconds):
        if self.closed:
            return f"users: {self.closed}\n    hold: {seconds} s\n    iterations: forever"
        users = f", users: {self.users}, overload: queue" if self.users else ""
        return f"arrivals: {{rate: {rate}/s, hold: {seconds} s{users}}}"

    def truths(self, truth, gaps, rate, seconds):
        """What the server did is the truth of service times; of response times, from each request's place in the even
        schedule to its answer. Of a wait for a free user it can't know, that is worked out."""
        served = tools.percentiles(truth["served"])
        if self.closed:
            return Truths({}, served, served)
        if self.users:
            return Truths({}, served, queued(rate, seconds, self.users, served[50]))
        return Truths(tools.percentiles(truth["expected"]), served, tools.percentiles(gaps["schedule"]["response"]))


def queued(rate, seconds, users, delay_us):
    """Response times of even arrivals that wait, first come first served, for one of the users; the server needs
    `delay_us` (its own median) and answers nothing in a stall."""
    free_us, times = [0.0] * users, collections.Counter()
    first_us, every_us, stall_us = (EVERY_S - STALL_S) / 2 * 1e6, EVERY_S * 1e6, STALL_S * 1e6
    for number in range(rate * seconds):
        arrived_us = number * 1e6 / rate
        answered_us = max(arrived_us, heapq.heappop(free_us)) + delay_us
        into_us = (answered_us - first_us) % every_us
        if answered_us >= first_us and into_us < stall_us:
            answered_us += stall_us - into_us
        heapq.heappush(free_us, answered_us)
        times[answered_us - arrived_us] += 1
    return tools.quantiles(times)


STALL = ["--distribution", "5 ms", "--stall", f"{STALL_S}s/{EVERY_S}s"]
CASES = [
    Case("constant", ["--distribution", "5 ms"], 0.005),
    Case("bimodal", ["--distribution", "95% 2 ms, 5% 40 ms"], 0.0039),
    Case("exponential", ["--distribution", "exponential 5 ms"], 0.005),
    # Every arrival is sent on time: the stall is in the service time as well.
    Case("stall", STALL, 0.005, 0.5),
    # Eight are sent in a stall and the others wait for them: the stall is in the response time alone.
    Case("stall, 8 users", STALL, 0.005, 0.5, 8),
    # As fast as both can: one of the two cores is used up, and answers lie unread while the worker is busy with others.
    Case("as fast as it goes", ["--distribution", "0 ms"], 0.0003, closed=64),
]
