#!/usr/bin/env python3
"""Whether many nodes are one load generator: the same load by 1, 2, 4 and 8 nodes against servers that know their own truth.

    bench/fleet.py [SECONDS]
    bench/fleet.py --sum [SECONDS] [--rounds N]     only what the nodes make together as fast as they go (5 s, 15 rounds)

Per number of nodes: the rate that was made of the one asked for; response times as the fleet says them, over what the server measured
itself (`plimsoll target delay --distribution`, GET /truth); the spread of the nodes' first users; the evenness of the arrivals of the
whole fleet (`plimsoll target pace`, GET /gaps): the 99th percentile of the gaps, as a ratio to one node's. Nodes share the machine's
cores, and each is held to a tenth of one by a control group, where they can be made (root).

What the nodes make together as fast as they go (each with a fortieth of a core, 5 ms of every 200) is measured in rounds: eight nodes that
are fleets of two, of four or of eight, and at the same moment eight others that are a fleet of one each, and so know nothing of each
other. How fast the machine is in that moment, its caches and the one server are the same for both. All nodes are started again for every
load: two processes of one program differ by some percent for as long as they run, and that must not stay with one side. Printed is the
median of the rounds' ratios with an interval that has it with 95 % (order statistics, no assumption about the noise). A quota is not kept to
the last percent; so the ratio is printed for each second of CPU that the nodes had, too.

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
# Nodes that are fleets of several, and as many that are a fleet of one each.
OF_SUM = 8
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


def start_nodes(fleet, nodes, nats, folder):
    """A fleet of so many: its processes and its file."""
    file = folder / f'{fleet}.yaml'
    file.write_text(f'name: {fleet}\nnats: "nats://127.0.0.1:{nats}"\njoined: {nodes}\n')
    started = [start(PLIMSOLL, 'node', '--nats', f'nats://127.0.0.1:{nats}', '--fleet', fleet, '--workers', '1',
                     '--name', f'node{number}', '--orphan-timeout', '1h') for number in range(nodes)]
    return started, file


def load_of(fleets, port, seconds, folder):
    """Of fleets that make their loads at the same time, each: requests per second, requests, and seconds of CPU that its nodes had."""
    def made_by(fleet):
        started, file = fleet
        name, before = f'{file.stem}-of-sum', sum(cpu_s(process) for process in started)
        step = run(folder, name, port, file, '-c', str(USERS * len(started)), '-d', f'{seconds}s')['steps'][0]
        shutil.rmtree(folder / name)
        return step['requests'] / step['measured_s'], step['requests'], sum(cpu_s(process) for process in started) - before

    with concurrent.futures.ThreadPoolExecutor(len(fleets)) as together:
        return list(together.map(made_by, fleets))


def load_of_both(nodes, tag, nats, port, seconds, folder, draw):
    """Of fleets of so many nodes and of as many nodes alone, at the same moment, their sums: requests per second and for each second of
    CPU; and whether all nodes were held to their share."""
    groups, processes = Groups(SUM_SHARE, SUM_PERIOD_US), []
    names = [(f'{tag}n{number}', nodes) for number in range(OF_SUM // nodes)] + [(f'{tag}one{number}', 1) for number in range(OF_SUM)]
    draw.shuffle(names)
    try:
        fleets = [start_nodes(name, of_fleet, nats, folder) for name, of_fleet in names]
        processes = [process for started, _ in fleets for process in started]
        # A start takes more than a share of a core.
        time.sleep(1)
        held = all([groups.hold(process) for process in processes])
        made = load_of(fleets, port, seconds, folder)
        both = []
        for is_single in (False, True):
            here = [one for (_, of_fleet), one in zip(names, made) if (of_fleet == 1) == is_single]
            both.append((sum(per_s for per_s, _, _ in here), sum(requests for _, requests, _ in here) / sum(cpu for _, _, cpu in here)))
        return both, held
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        groups.remove()


def median_and_interval(values):
    return '{:.3f} ({:.3f} to {:.3f})'.format(statistics.median(values), *interval(values))


def print_sum(rounds, nats, seconds, folder):
    counts, all_held, draw = [nodes for nodes in COUNTS if nodes > 1], True, random.Random(1)
    found, port = {nodes: [] for nodes in counts}, free_port()
    server = start(PLIMSOLL, 'target', '--listen', f'127.0.0.1:{port}', 'ok')
    try:
        wait_for(port)
        for number in range(rounds):
            for nodes in draw.sample(counts, len(counts)):
                both, held = load_of_both(nodes, f'r{number}of{nodes}', nats, port, seconds, folder, draw)
                found[nodes].append(both)
                all_held = all_held and held
    finally:
        server.terminate()
        server.wait()
    print(f'\n{OF_SUM} nodes as fast as they go, each with {SUM_SHARE:.1%} of a core: {rounds} rounds of {seconds} s; medians, and where they are with 95 %')
    print('                                to as many fleets of one at the same moment')
    print('fleets of   requests/s of all   per second              per second of CPU')
    for nodes in counts:
        per_s, of_cpu = ([fleets[which] / singles[which] for fleets, singles in found[nodes]] for which in (0, 1))
        of_all = statistics.median(fleets[0] for fleets, _ in found[nodes])
        print(f"{nodes:9}   {of_all:17.0f}   {median_and_interval(per_s)}  {median_and_interval(of_cpu)}"
              f"{'' if all_held else '   (not held: no control groups)'}", flush=True)


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
