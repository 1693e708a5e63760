#!/usr/bin/env python3
"""Whether many nodes are one load generator: the same load by 1, 2, 4 and 8 nodes against servers that know their own truth.

    bench/fleet.py [SECONDS]
    bench/fleet.py --sum [SECONDS] [--rounds N]     only what the nodes make together as fast as they go (5 s, 15 rounds)

Per number of nodes: the rate that was made of the one asked for; response times as the fleet says them, over what the server measured
itself (`plimsoll target delay --distribution`, GET /truth); the spread of the nodes' first users; the evenness of the arrivals of the
whole fleet (`plimsoll target pace`, GET /gaps): the 99th percentile of the gaps, as a ratio to one node's. Nodes share the machine's
cores, and each is held to a tenth of one by a control group, where they can be made (root).

What the nodes make together as fast as they go (each with a fortieth of a core, 5 ms of every 200) is measured in rounds: all nodes are
there from the first round to the last, and in each round every number of them makes the same short load, in an order that is drawn. A
round gives ratios of what n nodes made: to n times what one made in that round, and to what n other nodes made at the same moment that
are a fleet of one each, and so know nothing of each other. How fast the machine is in that moment, its caches and the one server are in
the first and not in the second. Printed is the median over the rounds with an interval that has it with 95 % (order statistics, no
assumption about the noise). A quota is not kept to the last percent; so both are printed for each second of CPU that the nodes had, too.

On a machine that does nothing else. Needs nats-server. Set PLIMSOLL for another binary.
"""
import concurrent.futures, json, math, os, pathlib, random, shutil, socket, statistics, subprocess, sys, tempfile, time, urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLIMSOLL = os.environ.get('PLIMSOLL', str(ROOT / 'target/release/plimsoll'))
RATE = 400
DELAYS = '90% 5 ms, 7% 20 ms, 3% 80 ms'


# Of a core, for each node, with a load that it can carry and as fast as it goes; in turns of so many microseconds. As fast as it goes
# the turns are long: the kernel looks at a quota at its ticks, of 1 to 10 ms.
SHARE, PERIOD_US = 0.1, 20_000
SUM_SHARE, SUM_PERIOD_US = 0.025, 200_000
COUNTS = (1, 2, 4, 8)
# Of each node, as fast as they go.
USERS = 64


class Groups:
    """Control groups, of either version, that hold a process to a share of a core; removed at the end."""

    def __init__(self, share, period_us=PERIOD_US):
        self.made, self.share, self.period_us = [], share, period_us
        v1, v2 = pathlib.Path('/sys/fs/cgroup/cpu'), pathlib.Path('/sys/fs/cgroup')
        self.root = v1 if v1.is_dir() else v2
        self.is_first = v1.is_dir()

    def hold(self, process):
        group = self.root / f'plimsoll-bench-{process.pid}'
        try:
            group.mkdir()
            self.made.append(group)
            quota = int(self.share * self.period_us)
            if self.is_first:
                (group / 'cpu.cfs_period_us').write_text(str(self.period_us))
                (group / 'cpu.cfs_quota_us').write_text(str(quota))
            else:
                (group / 'cpu.max').write_text(f'{quota} {self.period_us}')
            (group / 'cgroup.procs').write_text(str(process.pid))
            return True
        except OSError:
            return False

    def remove(self):
        for group in self.made:
            try:
                group.rmdir()
            except OSError:
                pass


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def start(*command):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_for(port):
    for _ in range(200):
        try:
            return socket.create_connection(('127.0.0.1', port)).close()
        except OSError:
            time.sleep(0.05)
    sys.exit(f'nothing listens on port {port}')


def get(port, path):
    with urllib.request.urlopen(f'http://127.0.0.1:{port}{path}') as answer:
        return json.load(answer)


def percentile(histogram, percent):
    return next(p['us'] for p in histogram['percentiles'] if p['percent'] == percent)


def run(folder, name, port, fleet, *load):
    out = folder / name
    subprocess.run([PLIMSOLL, 'run', f'http://127.0.0.1:{port}/', *load, '--fleet', str(fleet), '-o', str(out), '--format', 'json'],
                   cwd=folder, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return json.loads((out / 'report.json').read_text())['runs'][0]


def cpu_s(process):
    """That it has had, its threads that have ended too: the kernel's clock of the process."""
    return time.clock_gettime((~process.pid << 3) | 2)


def interval(values):
    """Holds the median with at least 95 % (order statistics); of few values: all of them."""
    ordered, n = sorted(values), len(values)
    below, rank = 0.0, 0
    while rank < n // 2 and below + math.comb(n, rank) / 2 ** n <= 0.025:
        below += math.comb(n, rank) / 2 ** n
        rank += 1
    low = max(rank - 1, 0)
    return ordered[low], ordered[n - 1 - low]


def start_nodes(fleet, nodes, nats, folder, groups):
    """A fleet of so many, each held to its share: its nodes and its file; and whether they are held."""
    started, held = [], True
    file = folder / f'{fleet}.yaml'
    file.write_text(f'name: {fleet}\nnats: "nats://127.0.0.1:{nats}"\njoined: {nodes}\n')
    for number in range(nodes):
        started.append(start(PLIMSOLL, 'node', '--nats', f'nats://127.0.0.1:{nats}', '--fleet', fleet, '--workers', '1',
                             '--name', f'node{number}', '--orphan-timeout', '1h'))
        held = groups.hold(started[-1]) and held
    return (started, file), held


def load_of(fleets, port, seconds, folder):
    """Of fleets that make their loads at the same time, each: requests per second, and for each second of CPU that its nodes had."""
    def made_by(fleet):
        started, file = fleet
        name, before = f'{file.stem}-of-sum', sum(cpu_s(process) for process in started)
        step = run(folder, name, port, file, '-c', str(USERS * len(started)), '-d', f'{seconds}s')['steps'][0]
        shutil.rmtree(folder / name)
        return step['requests'] / step['measured_s'], step['requests'] / (sum(cpu_s(process) for process in started) - before)

    with concurrent.futures.ThreadPoolExecutor(len(fleets)) as together:
        return list(together.map(made_by, fleets))


def rounds_of(count, nats, seconds, folder):
    """For each number of nodes what each round found, of their fleet alone and of it with as many fleets of one; and whether all nodes
    were held to their share."""
    groups, fleets, processes, all_held = Groups(SUM_SHARE, SUM_PERIOD_US), {}, [], True
    try:
        instant = free_port()
        processes.append(start(PLIMSOLL, 'target', '--listen', f'127.0.0.1:{instant}', 'ok'))
        wait_for(instant)
        for fleet, nodes in [(f's{nodes}', nodes) for nodes in COUNTS] + [(f'single{number}', 1) for number in range(max(COUNTS))]:
            fleets[fleet], held = start_nodes(fleet, nodes, nats, folder, groups)
            all_held, processes = held and all_held, processes + fleets[fleet][0]
        singles = [fleets[f'single{number}'] for number in range(max(COUNTS))]
        loads = {('alone', nodes): [fleets[f's{nodes}']] for nodes in COUNTS}
        loads |= {('with singles', nodes): [fleets[f's{nodes}'], *singles[:nodes]] for nodes in COUNTS}
        found, draw = {load: [] for load in loads}, random.Random(1)
        for _ in range(count):
            for load in draw.sample(list(loads), len(loads)):
                found[load].append(load_of(loads[load], instant, seconds, folder))
        return found, all_held
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        groups.remove()


def median_and_interval(values):
    return '{:.3f} ({:.3f} to {:.3f})'.format(statistics.median(values), *interval(values))


def to_as_many_times_one(found, nodes):
    """Of requests per second, and of those for each second of CPU."""
    pairs = [(many[0], one[0]) for many, one in zip(found['alone', nodes], found['alone', 1])]
    return [median_and_interval([many[0] / one[0] / nodes for many, one in pairs]), median_and_interval([many[1] / one[1] for many, one in pairs])]


def to_fleets_of_one(found, nodes):
    """As `to_as_many_times_one`, of those at the same moment."""
    rounds = [(fleet, singles) for fleet, *singles in found['with singles', nodes]]
    return [median_and_interval([fleet[0] / sum(single[0] for single in singles) for fleet, singles in rounds]),
            median_and_interval([fleet[1] / statistics.mean(single[1] for single in singles) for fleet, singles in rounds])]


def print_sum(count, nats, seconds, folder):
    found, held = rounds_of(count, nats, seconds, folder)
    print(f'\nas fast as they go, each with {SUM_SHARE:.1%} of a core: {count} rounds of {seconds} s; medians, and where they are with 95 %')
    print('                     to as many times one                             to as many fleets of one at the same moment')
    print('nodes   requests/s   per second              per second of CPU       per second              per second of CPU')
    for nodes in COUNTS:
        text = '  '.join(to_as_many_times_one(found, nodes) + to_fleets_of_one(found, nodes))
        per_s = statistics.median(fleet[0] for fleet, in found['alone', nodes])
        print(f"{nodes:5}  {per_s:11.0f}   {text}{'' if held else '   (not held: no control groups)'}", flush=True)


def one(nodes, nats, seconds, folder):
    processes, groups, held = [], Groups(SHARE), True
    try:
        fleet = folder / f'fleet{nodes}.yaml'
        fleet.write_text(f'name: n{nodes}\nnats: "nats://127.0.0.1:{nats}"\njoined: {nodes}\n')
        for number in range(nodes):
            processes.append(start(PLIMSOLL, 'node', '--nats', f'nats://127.0.0.1:{nats}', '--fleet', f'n{nodes}', '--workers', '1',
                                   '--name', f'node{number}'))
            held = groups.hold(processes[-1]) and held
        delay, pace = free_port(), free_port()
        processes.append(start(PLIMSOLL, 'target', '--listen', f'127.0.0.1:{delay}', 'delay', '--distribution', DELAYS))
        processes.append(start(PLIMSOLL, 'target', '--listen', f'127.0.0.1:{pace}', 'pace'))
        wait_for(delay), wait_for(pace)
        rate = ('--rate', str(RATE), '-d', f'{seconds}s')
        step = run(folder, f'delay{nodes}', delay, fleet, *rate)
        truth = get(delay, '/truth')['served']
        run(folder, f'pace{nodes}', pace, fleet, *rate)
        gaps = get(pace, f'/gaps?rate={RATE}')
        users = run(folder, f'users{nodes}', delay, fleet, '-c', '16', '-d', '3s')
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        groups.remove()
    row = step['steps'][0]
    spread = [note['content']['nodes-started']['spread_us'] for note in users['notes']
              if isinstance(note['content'], dict) and 'nodes-started' in note['content']]
    times = row.get('service') or row['response']
    return {
        'rate': row['requests'] / row['measured_s'] / RATE,
        'p50': times['p50_us'] / percentile(truth, 50.0),
        'p95': times['p95_us'] / percentile(truth, 95.0),
        'p99': times['p99_us'] / percentile(truth, 99.0),
        'p999': times['p99_9_us'] / percentile(truth, 99.9),
        'held': held,
        'spread': spread[0] if spread else 0,
        'gap': percentile(gaps['gap'], 99.0),
    }


def main():
    words, rounds = sys.argv[1:], 15
    if '--rounds' in words:
        at = words.index('--rounds')
        rounds = int(words[at + 1])
        del words[at:at + 2]
    numbers, only_sum = [int(word) for word in words if word.isdigit()], '--sum' in words
    seconds = numbers[0] if numbers else 20
    program = shutil.which('nats-server') or '/usr/sbin/nats-server'
    if not os.path.exists(program):
        sys.exit('nats-server is not installed')
    with tempfile.TemporaryDirectory() as scratch:
        folder, nats = pathlib.Path(scratch), free_port()
        server = start(program, '-js', '-a', '127.0.0.1', '-p', str(nats), '-sd', str(folder / 'store'))
        try:
            wait_for(nats)
            if not only_sum:
                print(f'{RATE}/s for {seconds} s, {DELAYS}; ratios of what the fleet says to what the server measured')
                print('nodes   rate     p50     p95     p99   p99.9   first users within   p99 gap of arrivals (to one node\'s)')
            alone = None
            for nodes in () if only_sum else COUNTS:
                found = one(nodes, nats, seconds, folder)
                alone = alone or found['gap']
                print(f"{nodes:5}  {found['rate']:.4f}  {found['p50']:.4f}  {found['p95']:.4f}  {found['p99']:.4f}  {found['p999']:.4f}  "
                      f"{found['spread'] / 1e3:12.2f} ms   {found['gap'] / 1e3:12.2f} ms ({found['gap'] / alone:.2f})"
                      f"{'' if found['held'] else '   (not held: no control groups)'}", flush=True)
            print_sum(rounds, nats, numbers[0] if only_sum and numbers else 5, folder)
        finally:
            server.terminate()
            server.wait()


if __name__ == '__main__':
    main()
