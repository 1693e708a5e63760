#!/usr/bin/env python3
"""How much of what a server makes up `plimsoll record` finds without a hand, on real web applications, and whether the plans replay.

    bench/correlation.py [--second] [--with-jmeter] [SITE …]

Each site's session is recorded twice. What was sent and differs between the recordings, and was not typed, is dynamic: the server made
it up. It is found when the plan of the first recording does not hold it any more. Then the plan is tried and its answers are compared
with the recording's. With `--second` the plan is made of both recordings. `NEEDLESS` are variables whose values were the same in both recordings.
`--with-jmeter` has the first recording replayed by JMeter, as its recorder holds it, and counts which of the same values BlazeMeter's
Auto Correlation Recorder suggests to replace (bench/correlation/jmeter.py).

Needs Python with `requests`; installs the applications (about 350 MB) under `~/.cache/peers/sites` by pip and npm.
"""
import json, os, pathlib, re, signal, socket, subprocess, sys, time
from urllib.parse import parse_qsl, quote, urlsplit

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLIMSOLL = os.environ.get('PLIMSOLL', str(ROOT / 'target/release/plimsoll'))
CACHE = pathlib.Path(os.environ.get('PEERS', pathlib.Path.home() / '.cache/peers')) / 'sites'
BOTH = '--second' in sys.argv
WITH_JMETER = '--with-jmeter' in sys.argv
PIP = ['django', 'djangorestframework', 'wagtail', 'isso', 'jupyter_server', 'kinto', 'trac', 'requests', 'setuptools<81']
NPM = ['oidc-provider@8', 'json-server@0.17.4', 'json-graphql-server@3', 'node-red@4', 'bcryptjs', 'puppeteer-core@24']
NOT_DYNAMIC = {'host', 'content-length', 'cookie', 'referer', 'connection', 'user-agent', 'accept', 'accept-encoding', 'origin'}


def install():
    venv = CACHE / 'venv'
    if not (venv / 'bin/tracd').exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, '-m', 'venv', venv], check=True)
        subprocess.run([venv / 'bin/pip', 'install', '-q', *PIP], check=True)
    if not (CACHE / 'node_modules/node-red').exists():
        (CACHE / 'package.json').write_text('{}')
        subprocess.run(['npm', 'install', '--silent', '--no-audit', '--no-fund', *NPM], cwd=CACHE, check=True)
    if pathlib.Path(sys.executable).parent != venv / 'bin':
        os.execv(venv / 'bin/python', [str(venv / 'bin/python'), __file__, *sys.argv[1:]])


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def wait_for(port, what, process=None):
    for _ in range(300):
        try:
            socket.create_connection(('127.0.0.1', port), 1).close()
            return
        except OSError:
            if process and process.poll() is not None:
                break
            time.sleep(0.1)
    raise SystemExit(f'{what} does not listen')


def record(site, base, folder, name, number):
    from sites import Browser
    port = free_port()
    recorder = subprocess.Popen(
        [PLIMSOLL, 'record', '-o', f'{name}.yaml', '--force', '--listen', f'127.0.0.1:{port}', '--for', '120 s'],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder / f'{name}.log', 'w'))
    wait_for(port, 'the recorder', recorder)
    try:
        site.session(Browser(f'http://127.0.0.1:{port}'), base, number)
    finally:
        recorder.send_signal(signal.SIGINT)
        recorder.wait(timeout=20)


def sent(entry):
    """Names and values of a request, as far as a server may have made them up."""
    request = entry['request']
    url = urlsplit(request['url'])
    for i, segment in enumerate(url.path.split('/')):
        yield f'path {i}', segment
    for name, value in parse_qsl(url.query, keep_blank_values=True):
        yield name, value
    for header in request['headers']:
        if header['name'].lower() not in NOT_DYNAMIC:
            yield header['name'], re.sub(r'^(Bearer|Token|Basic) ', '', header['value']).strip('"')
    text = request.get('postData', {}).get('text', '')
    if text.startswith(('{', '[')):
        yield from leaves('', json.loads(text))
    else:
        yield from parse_qsl(text, keep_blank_values=True)


def leaves(name, tree):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(key, value)
    elif isinstance(tree, list):
        for value in tree:
            yield from leaves(name, value)
    elif tree is not None and not isinstance(tree, bool):
        yield name, str(tree)


def dynamic(folder):
    """Of each request that is no end of a redirect, what differs between both recordings."""
    first, second = (json.loads((folder / f'{n}.har').read_text())['log']['entries'] for n in ('first', 'second'))
    found, same = [], set()
    redirected = False
    for one, other in same_requests(folder.name, first, second):
        is_end, redirected = redirected, 300 <= one['response']['status'] < 400
        if is_end:
            continue
        for (name, a), (_, b) in zip(sent(one), sent(other)):
            if a != b and not a.startswith('typed'):
                found.append((name, a))
            elif a == b:
                same.add(a)
    return found, same


def same_requests(name, first, second):
    """Pairs of requests of both recordings: by their places, or where a page's scripts ask in another order, by method and path."""
    method = lambda entry: entry['request']['method']
    if [method(entry) for entry in first] == [method(entry) for entry in second] and len(first) < 50:
        return list(zip(first, second))
    key = lambda entry: (method(entry), urlsplit(entry['request']['url']).path)
    others, pairs = {}, []
    for entry in second:
        others.setdefault(key(entry), []).append(entry)
    pairs = [(entry, others[key(entry)].pop(0)) for entry in first if others.get(key(entry))]
    if len(pairs) * 10 < len(first) * 9:
        raise RuntimeError(f'{name}: {len(first)} and {len(second)} requests, {len(pairs)} of them the same: the sessions differ')
    return pairs


def examine(name, site, work, class_path):
    import jmeter
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    server = subprocess.Popen([str(part) for part in site.start(folder, port)], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=open(folder / 'server.log', 'w'), stderr=subprocess.STDOUT, start_new_session=True)
    base = f'http://127.0.0.1:{port}'
    try:
        wait_for(port, name, server)
        for recording, number in (('first', 1), ('second', 2)):
            record(site, base, folder, recording, number)
        values, same = dynamic(folder)
        if BOTH:
            subprocess.run([PLIMSOLL, 'convert', 'first.har', '--second', 'second.har', '-o', 'first.yaml', '--force'],
                           cwd=folder, check=True, capture_output=True)
        text = (folder / 'first.yaml').read_text()
        steps = re.sub(r'(?m)^ *#.*\n', '', text)
        held = lambda v: re.search(rf'(?<!\w){re.escape(v)}(?!\w)', steps) or (len(v) > 7 and quote(v, safe='') in steps)
        # A small number may stand elsewhere and mean something else.
        missed = [(n, v) for n, v in values if held(v) and (len(v) > 3 or f'/{v}' in steps or f'{n}: {v}' in steps)]
        correlated = re.findall(r'# +\$\{(\w+)\} in .*? was `([^`]*)`', text)
        needless = [n for n, v in correlated if v in same and v not in {v for _, v in values}]
        replay = subprocess.run([PLIMSOLL, 'try', 'first.yaml', '--compare-with', 'first.har', '--for', '60 s'], cwd=folder,
                                capture_output=True, text=True)
        (folder / 'replay.log').write_text(replay.stdout + replay.stderr)
        suggested = jmeter.examine(folder, class_path) if class_path else None
        return values, same, missed, needless, replay, suggested
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)


def main():
    install()
    sys.path.insert(0, str(ROOT / 'bench/correlation'))
    from sites import all_sites
    import jmeter, tempfile
    class_path, why = jmeter.recorder(CACHE) if WITH_JMETER else (None, None)
    if why:
        raise SystemExit(f'not compared with JMeter: {why}')
    work = pathlib.Path(os.environ.get('WORK') or tempfile.mkdtemp(prefix='correlation-'))
    sites = all_sites(str(CACHE))
    asked = [name for name in sys.argv[1:] if not name.startswith('--')] or list(sites)
    # Dynamic values, those found, needless variables, sites that were examined, replays as recorded; found and needless by BlazeMeter's recorder.
    totals = [0] * 7
    print(f"{'SITE':<16} {'DYNAMIC':>8} {'FOUND':>6} {'NEEDLESS':>9}  REPLAY")
    for name in asked:
        try:
            values, same, missed, needless, replay, suggested = examine(name, sites[name], work, class_path)
        except Exception as error:  # one site that does not start is no reason not to look at the others
            print(f'{name:<16} not examined: {error}')
            continue
        last = [line for line in replay.stdout.splitlines() if line.startswith('compared with')]
        count, found = len(values), len(values) - len(missed)
        print(f"{name:<16} {count:>8} {found:>6} {len(needless):>9}  {'as recorded' if replay.returncode == 0 else 'differs'}"
              f" ({last[0].split(': ', 1)[1] if last else replay.stderr.strip()[:80]})")
        for slot, value in missed:
            print(f'    not found: {slot} {value[:60]}')
        theirs, wrong = judged(suggested or [], values, same)
        if class_path:
            print(f'    BlazeMeter’s recorder: {theirs} of {count} found, {len(wrong)} needless')
        more = (count, found, len(needless), 1, replay.returncode == 0, theirs, len(wrong))
        totals = [total + own for total, own in zip(totals, more)]
    show(totals, len(asked), work)


def judged(suggested, values, same):
    """How many of the dynamic values a suggestion replaces, and which suggestions replace what was the same in both recordings."""
    dynamic = {value for _, value in values}
    # In its favour: a suggestion that holds more than the value (quotes, `Bearer`) counts as well.
    replaces = lambda value: value in suggested or len(value) > 3 and any(value in one for one in suggested)
    return sum(replaces(value) for _, value in values), {value for value in suggested if value in same and value not in dynamic}


def show(totals, asked, work):
    values, found, needless, examined, same, theirs, wrong = totals
    share = lambda part, whole: f'{part} of {whole} ({100 * part / whole:.1f} %)' if whole else 'none'
    print(f"\n{'by two recordings' if BOTH else 'by one recording'}, {examined} of {asked} sites examined")
    print(f'  dynamic values found   {share(found, values)}')
    print(f'  needless variables     {needless}')
    print(f'  replays as recorded    {share(same, examined)}')
    if WITH_JMETER:
        print(f'JMeter alone\n  dynamic values found   {share(0, values)}: its recorder correlates nothing but cookies')
        print(f"with BlazeMeter's Auto Correlation Recorder, its comparison of recording and replay\n  dynamic values found   {share(theirs, values)}\n  needless variables     {wrong}")
    print(f'files in {work}')


main()
