#!/usr/bin/env python3
"""What a large recording costs: `plimsoll convert` of a HAR file, with its time and its highest memory.

    bench/har.py [MEGABYTES]               500 by default; takes as much room in the folder for temporary files

The file is a session of pages with forms, JSON, scripts and images, in the shares in which browsers record them, with a token that each page
gives and the next request sends. Printed are seconds, the peak of resident memory (`wait4`), and what was found. Set PLIMSOLL for
another binary. No load goes anywhere.
"""
import base64, json, os, pathlib, random, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLIMSOLL = os.environ.get('PLIMSOLL', str(ROOT / 'target/release/plimsoll'))
HEADERS = [{'name': name, 'value': value} for name, value in
           (('Accept', '*/*'), ('User-Agent', 'Mozilla/5.0'), ('Accept-Language', 'en'), ('Cookie', 'sid=0a1b2c3d4e5f'))]
WORDS = ['order', 'basket', 'price', 'shipping', 'address', 'customer', 'delivery', 'invoice']


def text(chance, length):
    return ' '.join(chance.choice(WORDS) for _ in range(length // 7))


def entry(at, method, path, kind, content, body=None, encoding=None):
    request = {'method': method, 'url': f'http://shop.example{path}', 'httpVersion': 'HTTP/1.1', 'headers': HEADERS,
               'cookies': [], 'queryString': [], 'headersSize': -1, 'bodySize': -1}
    if body:
        request['postData'] = {'mimeType': 'application/x-www-form-urlencoded', 'text': body}
    held = {'size': len(content), 'mimeType': kind, 'text': content}
    if encoding:
        held['encoding'] = encoding
    seconds = at / 10
    started = f'2026-03-04T{int(seconds // 3600) % 24:02}:{int(seconds // 60) % 60:02}:{seconds % 60:06.3f}Z'
    return {'startedDateTime': started, 'time': 20, 'request': request,
            'response': {'status': 200, 'statusText': 'OK', 'httpVersion': 'HTTP/1.1', 'headers': HEADERS[:1], 'cookies': [],
                         'content': held, 'redirectURL': '', 'headersSize': -1, 'bodySize': -1},
            'cache': {}, 'timings': {'send': 0, 'wait': 18, 'receive': 2}}


def entries(chance):
    """A page, what it loads, and the form that is sent back with the token of the page; again and again."""
    at, token = 0, 'tok-0000000000'
    while True:
        sent, token = token, f'tok-{chance.getrandbits(40):010x}'
        page = f'<html><form><input type="hidden" name="csrf" value="{token}"></form>{text(chance, 60_000)}</html>'
        yield entry(at, 'POST', '/step', 'text/html', page, f'csrf={sent}&note=typed')
        yield entry(at + 1, 'GET', '/items.json', 'application/json', json.dumps({'items': [text(chance, 200) for _ in range(100)]}))
        yield entry(at + 2, 'GET', '/app.js', 'text/javascript', text(chance, 300_000))
        yield entry(at + 3, 'GET', '/photo.jpg', 'image/jpeg', base64.b64encode(chance.randbytes(150_000)).decode(), None, 'base64')
        at += 20


def write(path, megabytes):
    chance, written = random.Random(1), 0
    with open(path, 'w') as file:
        file.write('{"log": {"version": "1.2", "creator": {"name": "bench", "version": "1"}, "pages": [], "entries": [\n')
        for number, one in enumerate(entries(chance)):
            line = json.dumps(one)
            file.write((',\n' if number else '') + line)
            written += len(line)
            if written >= megabytes * 1_000_000:
                break
        file.write('\n]}}\n')


def main():
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory(prefix='plimsoll-har-') as folder:
        har = pathlib.Path(folder) / 'large.har'
        write(har, megabytes)
        started = time.perf_counter()
        process = subprocess.Popen([PLIMSOLL, 'convert', har.name, '-o', 'large.yaml'], cwd=folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f'error: convert ended with {process.returncode}: {said}')
        plan = (pathlib.Path(folder) / 'large.yaml').read_text()
        print(f'file     {har.stat().st_size / 1e6:.0f} MB')
        print(f'time     {seconds:.1f} s')
        print(f'memory   {usage.ru_maxrss / 1024:.0f} MiB at most')
        print(f"plan     {plan.count('- post:') + plan.count('- get:')} requests, {plan.count('variable:')} extractors")
        print(said.strip())


main()
