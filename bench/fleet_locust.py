#!/usr/bin/env python3
"""What Locust's master needs for many workers, as bench/fleet_coordinator.py measures it of Plimsoll's coordinator.

    python3 -m venv v; v/bin/pip install locust
    v/bin/python bench/fleet_locust.py [WORKERS...]        default: 50 100 200

The workers are Locust's own (WorkerRunner), all in one process; their users report 50 requests of different names every three seconds, without sending anything: a worker
tells its master of them every three seconds. Measured of the master, while the load goes on: CPU (cores) and resident memory. Locust keeps one sum since the start of each
name, and no seconds of nodes.
"""
import os, pathlib, socket, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve()
SECONDS, NAMES, EVERY_S = 25, 50, 3
TICKS, PAGE = os.sysconf('SC_CLK_TCK'), os.sysconf('SC_PAGE_SIZE')
LOCUSTFILE = f'''
import random, gevent
from locust import User, task
class Visitor(User):
    @task
    def pages(self):
        for n in range({NAMES}):
            self.environment.events.request.fire(request_type="GET", name=f"/page/{{n}}", response_time=random.uniform(5, 90), response_length=100, exception=None, context={{}})
        gevent.sleep({EVERY_S})
'''


def workers(count, port, folder):
    """This process as so many workers."""
    from locust.env import Environment

    sys.path.insert(0, folder)
    from locustfile import Visitor

    runners = [Environment(user_classes=[Visitor]).create_worker_runner('127.0.0.1', port) for _ in range(count)]
    for runner in runners:
        runner.greenlet.join()


def used(pid):
    words = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    pages = int(pathlib.Path(f'/proc/{pid}/statm').read_text().split()[1])
    return (int(words[11]) + int(words[12])) / TICKS, pages * PAGE


def one(count, folder):
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        port = s.getsockname()[1]
    quiet = {'stdout': subprocess.DEVNULL, 'stderr': open(f'{folder}/log', 'wb'), 'cwd': folder}
    master = subprocess.Popen([sys.executable, '-m', 'locust', '-f', f'{folder}/locustfile.py', '--master', '--master-bind-port', str(port), '--headless', '--expect-workers',
                               str(count), '-u', str(count), '-r', str(count), '-t', f'{SECONDS + 30}s', '--only-summary'], **quiet)
    time.sleep(2)
    simulated = subprocess.Popen([sys.executable, HERE, '--workers', str(count), str(port), folder], **quiet)
    try:
        time.sleep(15)
        if master.poll() is not None:
            sys.exit(f'the master ended: {pathlib.Path(folder, "log").read_text()[-500:]}')
        (cpu, _), began = used(master.pid), time.monotonic()
        time.sleep(SECONDS)
        after, memory = used(master.pid)
        log = pathlib.Path(folder, 'log').read_text()
        if 'missing' in log or 'Sending spawn jobs' not in log:
            sys.exit(f'the workers did not all take part: {log[-500:]}')
        return (after - cpu) / (time.monotonic() - began), memory / 1e6
    finally:
        for process in (simulated, master):
            process.terminate()
            process.wait()


def main():
    if sys.argv[1:2] == ['--workers']:
        return workers(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    print(f'{NAMES} names, reported every {EVERY_S} s by each worker, for {SECONDS} s\nworkers   cores   memory')
    for count in [int(word) for word in sys.argv[1:]] or [50, 100, 200]:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'locustfile.py').write_text(LOCUSTFILE)
            cores, megabytes = one(count, folder)
            print(f'{count:7}   {cores:5.2f}   {megabytes:3.0f} MB', flush=True)


if __name__ == '__main__':
    main()
