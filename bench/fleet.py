#!/usr/bin/env python3
"""Whether many nodes are one load generator: the same load by 1, 2, 4 and 8 nodes against servers that know their own truth.

    bench/fleet.py [SECONDS]
    bench/fleet.py --sum [SECONDS]     only what the nodes make together as fast as they go

Per number of nodes: the rate that was made of the one asked for; response times as the fleet says them, over what the server measured
itself (`plimsoll target delay --distribution`, GET /truth); the spread of the nodes' first users; the evenness of the arrivals of the
whole fleet (`plimsoll target pace`, GET /gaps): the 99th percentile of the gaps, as a ratio to one node's; and what the nodes make together as
fast as they go, as a ratio to as many times what one makes. All in one run, on one machine: nodes share its cores, and each is held to a tenth
of one (a twentieth as fast as they go) by a control group, where they can be made (root). Needs nats-server. Set PLIMSOLL for another binary.
"""
import json, os, pathlib, shutil, socket, subprocess, sys, tempfile, time, urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLIMSOLL = os.environ.get('PLIMSOLL', str(ROOT / 'target/release/plimsoll'))
RATE = 400
DELAYS = '90% 5 ms, 7% 20 ms, 3% 80 ms'


# Of a core, for each node, with a load that it can carry and as fast as it goes; in turns of so many microseconds.
SHARE, SUM_SHARE, PERIOD_US = 0.1, 0.05, 20_000


class Groups:
    """Control groups, of either version, that hold a process to a share of a core; removed at the end."""

    def __init__(self, share):
        self.made, self.share = [], share
        v1, v2 = pathlib.Path('/sys/fs/cgroup/cpu'), pathlib.Path('/sys/fs/cgroup')
        self.root = v1 if v1.is_dir() else v2
        self.is_first = v1.is_dir()

    def hold(self, process):
        group = self.root / f'plimsoll-bench-{process.pid}'
        try:
            group.mkdir()
            self.made.append(group)
            quota = int(self.share * PERIOD_US)
            if self.is_first:
                (group / 'cpu.cfs_period_us').write_text(str(PERIOD_US))
                (group / 'cpu.cfs_quota_us').write_text(str(quota))
            else:
                (group / 'cpu.max').write_text(f'{quota} {PERIOD_US}')
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


def together(nodes, nats, seconds, folder):
    """Requests per second of so many nodes, as fast as they go, and whether they were held to their share."""
    processes, groups, held = [], Groups(SUM_SHARE), True
    try:
        fleet = folder / f'sum{nodes}.yaml'
        fleet.write_text(f'name: s{nodes}\nnats: "nats://127.0.0.1:{nats}"\njoined: {nodes}\n')
        for number in range(nodes):
            processes.append(start(PLIMSOLL, 'node', '--nats', f'nats://127.0.0.1:{nats}', '--fleet', f's{nodes}', '--workers', '1',
                                   '--name', f'node{number}'))
            held = groups.hold(processes[-1]) and held
        instant = free_port()
        processes.append(start(PLIMSOLL, 'target', '--listen', f'127.0.0.1:{instant}', 'ok'))
        wait_for(instant)
        step = run(folder, f'sum{nodes}', instant, fleet, '-c', str(64 * nodes), '-d', f'{seconds}s')['steps'][0]
        return step['requests'] / step['measured_s'], held
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        groups.remove()


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
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    seconds, only_sum = numbers[0] if numbers else 20, '--sum' in sys.argv
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
            for nodes in () if only_sum else (1, 2, 4, 8):
                found = one(nodes, nats, seconds, folder)
                alone = alone or found['gap']
                print(f"{nodes:5}  {found['rate']:.4f}  {found['p50']:.4f}  {found['p95']:.4f}  {found['p99']:.4f}  {found['p999']:.4f}  "
                      f"{found['spread'] / 1e3:12.2f} ms   {found['gap'] / 1e3:12.2f} ms ({found['gap'] / alone:.2f})"
                      f"{'' if found['held'] else '   (not held: no control groups)'}", flush=True)
            print(f'\nas fast as they go, each with {SUM_SHARE:.0%} of a core\nnodes   requests/s   to as many times one')
            first = None
            for nodes in (1, 2, 4, 8):
                per_s, held = together(nodes, nats, seconds, folder)
                first = first or per_s
                print(f"{nodes:5}  {per_s:11.0f}   {per_s / first / nodes:.3f}{'' if held else '   (not held: no control groups)'}", flush=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == '__main__':
    main()
