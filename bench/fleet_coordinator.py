#!/usr/bin/env python3
"""What a coordinator needs for many nodes: 200 simulated ones, each with a second of 50 transactions every second.

    bench/fleet_coordinator.py [NODES...]             default: 50 100 200
    bench/fleet_coordinator.py --longest [NODES...]   the node's longest second, full of examples, instead of a usual one

The nodes are simulated by this script over one connection: they answer orders as `plimsoll node` does, and send a real second (a real node
measured it, of a plan with 50 requests) again and again, with its number changed. Measured of the coordinator, while the load goes on: CPU
(cores), resident memory, bytes per node and second, and how long after its end a second is in the run file; of the simulation, how long after the end of a
second the last node had sent it: with too many nodes that is what ends first. JetStream's server, the simulation and the
coordinator share this machine. Needs nats-server. Set PLIMSOLL for another binary.
"""
import json, os, pathlib, re, shutil, socket, sqlite3, subprocess, sys, tempfile, threading, time, zlib

from fleet import PLIMSOLL, free_port, start, wait_for

TRANSACTIONS, SECONDS = 50, 25
TICKS = os.sysconf('SC_CLK_TCK')
PAGE = os.sysconf('SC_PAGE_SIZE')


class Nats:
    """As much of the protocol as is needed: SUB, PUB, MSG."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.file = self.socket.makefile('rb')
        self.lock = threading.Lock()
        self.send(b'CONNECT {"verbose":false}\r\n')

    def send(self, data):
        with self.lock:
            self.socket.sendall(data)

    def subscribe(self, subject, number):
        self.send(f'SUB {subject} {number}\r\n'.encode())

    def publish(self, subject, payload, reply=''):
        self.send(f'PUB {subject} {reply} {len(payload)}\r\n'.replace('  ', ' ').encode() + payload + b'\r\n')

    def messages(self):
        """Subject, subscription, reply, payload."""
        while True:
            line = self.file.readline()
            if not line:
                return
            if line.startswith(b'PING'):
                self.send(b'PONG\r\n')
            if not line.startswith(b'MSG '):
                continue
            words = line.decode().split()
            payload = self.file.read(int(words[-1]) + 2)[:-2]
            yield words[1], int(words[2]), words[3] if len(words) == 5 else '', payload


def real_second(nats, folder):
    """The message of a second that a real node measured, in the middle of a step."""
    target = free_port()
    processes = [start(PLIMSOLL, 'target', 'ok', '--listen', f'127.0.0.1:{target}')]
    try:
        wait_for(target)
        steps = ', '.join(f'{{get: "http://127.0.0.1:{target}/{n}", label: "GET /page/{n}"}}' for n in range(TRANSACTIONS))
        plan = folder / 'p.yaml'
        plan.write_text(f'plan: p\nscenarios: [{{users: 8, duration: 5 s, steps: [{steps}]}}]\n')
        fleet = folder / 'one.yaml'
        fleet.write_text(f'name: one\nnats: "nats://127.0.0.1:{nats}"\njoined: 1\n')
        processes.append(start(PLIMSOLL, 'node', '--nats', f'nats://127.0.0.1:{nats}', '--fleet', 'one', '--workers', '1'))
        listener = Nats(nats)
        listener.subscribe('plimsoll.one.s.>', 1)
        listener.subscribe('plimsoll.one.c.beat', 2)
        found, protocols = [], set()

        def listen():
            for _, subscription, _, payload in listener.messages():
                if subscription == 2:
                    protocols.add(json.loads(payload)['protocol'])
                    continue
                head, _, body = payload.partition(b'\n')
                if 'second' in (json.loads(head)['event'] if isinstance(json.loads(head)['event'], dict) else {}):
                    found.append(zlib.decompress(body))

        threading.Thread(target=listen, daemon=True).start()
        done = subprocess.run([PLIMSOLL, 'run', str(plan), '--fleet', str(fleet), '-o', str(folder / 'one')], cwd=folder,
                              capture_output=True, text=True)
        if not found:
            sys.exit(f'no second came from a node: {done.stderr}')
        return sorted(found, key=len)[-1 if '--longest' in sys.argv else len(found) // 2], protocols.pop()
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


class Simulation:
    """Nodes that measure nothing, and send as if they did."""

    def __init__(self, port, fleet, count, body, spoken):
        self.nats, self.fleet, self.count, (self.version, self.protocol) = Nats(port), fleet, count, spoken
        self.before, self.after = re.split(rb'"second":\d+', body, maxsplit=1)
        self.began = time.monotonic()
        self.orders, self.numbers, self.sent = {}, {}, 0
        self.starts = None
        self.is_over = False
        # How long after its end the last node had sent a second, at most: the simulation's own limit.
        self.late = 0

    def now_us(self):
        return int((time.monotonic() - self.began) * 1e6)

    def id(self, number):
        return f'{number:016x}'

    def serve(self):
        for number in range(self.count):
            self.nats.subscribe(f'plimsoll.{self.fleet}.n.{self.id(number)}', number + 1)
        threading.Thread(target=self.answer, daemon=True).start()
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        while not self.is_over:
            for number in range(self.count):
                order = self.orders.get(number)
                record = {'number': 0, 'name': f'n{number:03}', 'version': self.version, 'cores': 1, 'kernel': '', 'architecture': '',
                          'descriptors_max': 1000000, 'ports_max': 28000, 'clock_uncertainty_us': 0}
                step = [order['session'], order['key']] if order else None
                beat = {'id': self.id(number), 'protocol': self.protocol, 'record': record, 'step': step}
                self.nats.publish(f'plimsoll.{self.fleet}.c.beat', json.dumps(beat).encode(), reply='nowhere')
            time.sleep(1)

    def answer(self):
        for _, subscription, reply, payload in self.nats.messages():
            number, order, answer = subscription - 1, json.loads(payload), 'done'
            if order == 'clock':
                answer = {'clock': {'node_us': self.now_us(), 'unix_us': time.time_ns() // 1000, 'run': None}}
            elif isinstance(order, dict) and 'prepare' in order:
                self.orders[number] = order['prepare']
                self.numbers[number] = 0
                self.event(number, {'waits': {'group': 0}})
            elif isinstance(order, dict) and 'start' in order and self.starts is None:
                self.starts = order['start']['at_us']
                threading.Thread(target=self.load, daemon=True).start()
            if reply:
                self.nats.publish(reply, json.dumps(answer).encode())

    def event(self, number, event, body=b''):
        order = self.orders[number]
        head = {'key': order['key'], 'number': self.numbers[number], 'event': event}
        self.numbers[number] += 1
        payload = json.dumps(head).encode() + b'\n' + body
        self.sent += len(payload)
        self.nats.publish(f"plimsoll.{self.fleet}.s.{order['session']}.{self.id(number)}", payload)

    def load(self):
        first = self.starts // 1_000_000
        zero = self.orders[0]['run_zero_us']
        for second in range(first, first + SECONDS):
            ends = (zero + (second + 1) * 1_000_000) / 1e6 + self.began
            time.sleep(max(0, ends - time.monotonic()))
            body = zlib.compress(self.before + b'"second":%d' % second + self.after, 1)
            for number in range(self.count):
                self.event(number, {'second': {'more': False}}, body)
            self.late = max(self.late, time.monotonic() - ends)
        outcome = {'stopped_by_plan': False, 'overloaded': False, 'ended_us': (first + SECONDS) * 1_000_000, 'first_user_us': self.starts,
                   'abandoned': 0, 'sent_again': 0, 'failure': None, 'log_waited_us': 0, 'log_lost': 0}
        for number in range(self.count):
            self.event(number, {'ended': outcome})
            self.orders.pop(number)


def used(pid):
    """CPU seconds, resident bytes."""
    words = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    pages = int(pathlib.Path(f'/proc/{pid}/statm').read_text().split()[1])
    return (int(words[11]) + int(words[12])) / TICKS, pages * PAGE


def on_disk(file):
    """The last second of the run file, and the wall time of the run's start; while it is written."""
    try:
        database = sqlite3.connect(f'file:{file}?mode=ro', uri=True, timeout=1)
        last, = database.execute('SELECT max(second) FROM node_intervals').fetchone()
        header, = database.execute("SELECT value FROM meta WHERE key = 'header'").fetchone()
        return last, json.loads(header)['started_unix_us'] / 1e6
    except sqlite3.Error:
        return None, 0


def one(nats, folder, count, body, spoken):
    name = f'many{count}'
    simulation = Simulation(nats, name, count, body, spoken)
    simulation.serve()
    fleet, out = folder / f'{name}.yaml', folder / name
    fleet.write_text(f'name: {name}\nnats: "nats://127.0.0.1:{nats}"\njoined: {count}\n')
    run = start(PLIMSOLL, 'run', str(folder / 'p.yaml'), '--fleet', str(fleet), '-o', str(out))
    try:
        deadline = time.monotonic() + 60
        while simulation.starts is None and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(5)
        (cpu, _), began, memory, delays, seen = used(run.pid), time.monotonic(), 0, [], None
        while simulation.orders and run.poll() is None and time.monotonic() < began + 2 * SECONDS:
            time.sleep(0.05)
            last, started = on_disk(out / 'run.run')
            if last is not None and last != seen:
                # The first look at which this second was there.
                delays.append(time.time() - started - last - 1)
                seen = last
            now_cpu, resident = used(run.pid)
            memory = max(memory, resident)
        took = time.monotonic() - began
        run.wait(120)
    finally:
        simulation.is_over = True
        if run.poll() is None:
            run.kill()
    database = sqlite3.connect(out / 'run.run')
    whole, = database.execute('SELECT count(*) FROM node_intervals WHERE missing = 0').fetchone()
    return {'cores': (now_cpu - cpu) / took, 'mb': memory / 1e6, 'delay': max(delays, default=float('inf')), 'whole': whole / (count * SECONDS),
            'bytes': simulation.sent / count / SECONDS, 'late': simulation.late}


def main():
    counts = [int(word) for word in sys.argv[1:] if word != '--longest'] or [50, 100, 200]
    program = shutil.which('nats-server') or '/usr/sbin/nats-server'
    version = subprocess.run([PLIMSOLL, '--version'], capture_output=True, text=True, check=True).stdout.split()[-1]
    with tempfile.TemporaryDirectory() as scratch:
        folder, nats = pathlib.Path(scratch), free_port()
        server = start(program, '-js', '-a', '127.0.0.1', '-p', str(nats), '-sd', str(folder / 'store'))
        try:
            wait_for(nats)
            body, protocol = real_second(nats, folder)
            print(f'{TRANSACTIONS} transactions every second of each node, for {SECONDS} s')
            print('nodes   cores   memory   all sent after   on disk after   seconds that are whole   bytes per node and second')
            for count in counts:
                found = one(nats, folder, count, body, (version, protocol))
                print(f"{count:5}   {found['cores']:5.2f}   {found['mb']:3.0f} MB   {found['late']:12.2f} s   {found['delay']:10.2f} s   {100 * found['whole']:20.2f} %"
                      f"   {found['bytes']:25,.0f}", flush=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == '__main__':
    main()
