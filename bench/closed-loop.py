#!/usr/bin/env python3
"""Plimsoll beside wrk and JMeter: closed loop, 64 keep-alive connections, nginx answering `OK`.

    bench/closed-loop.py [--repeats 3] [--seconds 8] [--jmeter HOME] [--plimsoll PATH] [--no-jmeter]

nginx runs with one worker on core 0, each generator alone on core 1, in turn, so that a change in the machine's
speed meets all of them. Requests are counted by nginx (stub_status), CPU time and peak memory by the kernel
(wait4), so no tool's own report is believed. Needs nginx and wrk; JMeter is put together from Maven Central by
bench/install-jmeter.sh where mvn and java are there. Load goes to 127.0.0.1 only.
"""
import argparse, os, re, shutil, signal, statistics, subprocess, sys, tempfile, time, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
PORT, CONNECTIONS = 18180, 64
NGINX = """worker_processes 1; daemon off; error_log {dir}/error.log; pid {dir}/nginx.pid;
events {{ worker_connections 4096; }}
http {{ access_log off; keepalive_requests 1000000000;
  client_body_temp_path {dir}/b; proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;
  server {{ listen 127.0.0.1:{port} backlog=4096; location / {{ return 200 'OK'; add_header Content-Type text/plain; }}
           location = /stub_status {{ stub_status; }} }} }}
"""
PLAN = """plan: closed loop
scenarios:
  - name: loop
    users: {users}
    hold: {seconds} s
    iterations: forever
    steps:
      - get: http://127.0.0.1:{port}/
        check: {{status: 200}}
"""
IDLE = """plan: idle
scenarios:
  - name: idle
    users: {users}
    hold: {seconds} s
    iterations: forever
    steps:
      - pause: 1 h
      - get: http://127.0.0.1:{port}/
"""


def served():
    text = urllib.request.urlopen(f"http://127.0.0.1:{PORT}/stub_status", timeout=5).read().decode()
    return int(re.search(r"^ *\d+ +\d+ +(\d+)", text, re.M)[1])


def measure(argv):
    """Requests counted by the server, CPU seconds and peak memory by the kernel, for one run pinned to core 1."""
    before = served()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(["taskset", "-c", "1", *argv], stdout=output, stderr=subprocess.STDOUT)
        peak_kb, (_, status, usage) = watch(process.pid)
        requests = served() - before - 1
        if requests < 1 and status != 0:
            output.seek(0)
            sys.exit(f"{argv[0]} failed:\n{output.read().decode(errors='replace')}")
    return dict(requests=requests, cpu=usage.ru_utime + usage.ru_stime, mb=peak_kb / 1024)


def watch(pid):
    """Waits for a process; its peak memory in KB and what wait4 says. (ru_maxrss would count this Python's own
    memory, which the process had between fork and exec.)"""
    peak_kb = 0
    while True:
        try:
            status = open(f"/proc/{pid}/status").read()
            peak_kb = max(peak_kb, int(re.search(r"VmHWM:\s+(\d+)", status)[1]))
        except (OSError, TypeError):
            pass
        done = os.wait4(pid, os.WNOHANG)
        if done[0]:
            return peak_kb, done
        time.sleep(0.05)


def jmeter_home(given):
    if given:
        return given
    home = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "plimsoll-bench", "jmeter")
    if not os.path.exists(f"{home}/bin/ApacheJMeter.jar") and shutil.which("mvn") and shutil.which("java"):
        subprocess.run([f"{HERE}/install-jmeter.sh", home], check=False)
    return home if os.path.exists(f"{home}/bin/ApacheJMeter.jar") else None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--seconds", type=int, default=8)
    arguments.add_argument("--jmeter")
    arguments.add_argument("--no-jmeter", action="store_true")
    arguments.add_argument("--plimsoll", default=f"{HERE}/../target/release/plimsoll")
    arguments = arguments.parse_args()
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not os.path.exists(nginx) or not shutil.which("wrk"):
        sys.exit("needs nginx and wrk: apt-get install nginx-light wrk")
    folder = tempfile.mkdtemp(prefix="plimsoll-bench-")
    with open(f"{folder}/nginx.conf", "w") as conf:
        conf.write(NGINX.format(dir=folder, port=PORT))
    server = subprocess.Popen(["taskset", "-c", "0", nginx, "-p", folder, "-c", f"{folder}/nginx.conf"])
    try:
        time.sleep(1)
        bench(arguments, folder)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def bench(arguments, folder):
    seconds, url = arguments.seconds, f"http://127.0.0.1:{PORT}/"
    with open(f"{folder}/plan.yaml", "w") as plan:
        plan.write(PLAN.format(users=CONNECTIONS, seconds=seconds, port=PORT))
    runs = iter(range(1_000))
    tools = {
        "wrk": lambda: ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", url],
        "plimsoll": lambda: [arguments.plimsoll, "run", f"{folder}/plan.yaml", "--workers", "1", "-o", f"{folder}/run{next(runs)}"],
    }
    home = None if arguments.no_jmeter else jmeter_home(arguments.jmeter)
    if home:
        tools["jmeter"] = lambda: [
            "java", "-Xms1g", "-Xmx1g", "-jar", f"{home}/bin/ApacheJMeter.jar", "-n", "-t", f"{HERE}/closed-loop.jmx",
            f"-Jusers={CONNECTIONS}", f"-Jseconds={seconds}", f"-Jport={PORT}", "-j", f"{folder}/jmeter.log"]
    else:
        print("JMeter is left out: it could not be installed (needs mvn and java)")
    results = {name: [] for name in tools}
    for repeat in range(arguments.repeats):
        for name, argv in tools.items():
            result = measure(argv())
            results[name].append(result)
            print(f"  {repeat + 1} {name:10} {result['requests'] / seconds:>10,.0f}/s  {result['cpu'] / result['requests'] * 1e6:>7.2f} CPU s per million", flush=True)
    median = lambda name, of: statistics.median(of(r) for r in results[name])
    cost = lambda r: r["cpu"] / r["requests"] * 1e6
    print(f"\n{'':10} {'requests/s':>12} {'CPU s/M':>9} {'MB':>7} {'CPU, wrk = 1':>14}   (medians of {arguments.repeats}; the ratio is the median of the ratios run by run)")
    for name in tools:
        ratio = statistics.median(cost(a) / cost(b) for a, b in zip(results[name], results["wrk"]))
        print(f"{name:10} {median(name, lambda r: r['requests'] / seconds):>12,.0f} {median(name, cost):>9.2f} {median(name, lambda r: r['mb']):>7.0f} {ratio:>14.2f}")
    idle(arguments, folder, runs)


def idle(arguments, folder, runs):
    """Memory of virtual users that wait, from the difference of two runs."""
    peaks = []
    for users in (1_000, 21_000):
        with open(f"{folder}/idle.yaml", "w") as plan:
            plan.write(IDLE.format(users=users, seconds=2, port=PORT))
        argv = [arguments.plimsoll, "run", f"{folder}/idle.yaml", "--workers", "1", "-o", f"{folder}/run{next(runs)}"]
        process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        peaks.append(watch(process.pid)[0])
    print(f"\nidle virtual user: {(peaks[1] - peaks[0]) / 20_000:.2f} KB (21,000 users against 1,000: {peaks[1] / 1024:.0f} MB, {peaks[0] / 1024:.0f} MB)")


if __name__ == "__main__":
    main()
