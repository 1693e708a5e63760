"""JMeter's side of bench/correlation.py: the recorded session as JMeter's recorder would hold it, its replay by JMeter, and what
BlazeMeter's Auto Correlation Recorder (3.1.1) suggests from both. JMeter itself correlates nothing but cookies.

The recorder's wizard needs a window; what it calls, `ComparisonMethod`, does not, and is called here with its defaults.
"""
import json, os, pathlib, subprocess
from urllib.parse import parse_qsl, urlsplit
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
VERSION = '3.1.1'
OF_CONNECTION = {'host', 'content-length', 'connection', 'cookie', 'proxy-connection', 'accept-encoding'}


def home():
    candidates = [os.environ.get('JMETER_HOME'), HERE.parent.parent / 'target/test-tools/jmeter', pathlib.Path.home() / '.cache/peers/jmeter']
    return next((pathlib.Path(c) for c in candidates if c and (pathlib.Path(c) / 'bin/ApacheJMeter.jar').exists()), None)


def recorder(cache):
    """The class path of the correlation recorder, or why there is none. `CORRELATION_RECORDER` may name a class path of one's own."""
    jmeter = home()
    if not jmeter:
        return None, 'JMeter is not installed (JMETER_HOME)'
    given = os.environ.get('CORRELATION_RECORDER')
    if not given:
        jars = cache / 'recorder'
        if not jars.exists():
            pom = cache / 'recorder.xml'
            pom.write_text(
                '<project><modelVersion>4.0.0</modelVersion><groupId>p</groupId><artifactId>p</artifactId><version>1</version><dependencies>'
                f'<dependency><groupId>com.blazemeter</groupId><artifactId>jmeter-bzm-correlation-recorder</artifactId><version>{VERSION}</version></dependency>'
                '<dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>31.1-jre</version></dependency>'
                '<dependency><groupId>commons-lang</groupId><artifactId>commons-lang</artifactId><version>2.6</version></dependency>'
                '</dependencies></project>')
            made = subprocess.run(['mvn', '-q', '-f', pom, 'dependency:copy-dependencies', f'-DoutputDirectory={jars}'], capture_output=True, text=True)
            if made.returncode:
                return None, f'the correlation recorder {VERSION} can not be had ({made.stdout.strip().splitlines()[:1]})'
        given = f'{jars}/*'
    path = f'{jmeter}/lib/*:{jmeter}/lib/ext/*:{given}'
    classes = cache / 'classes'
    classes.mkdir(exist_ok=True)
    built = subprocess.run(['javac', '-nowarn', '-proc:none', '-d', classes, '-cp', path, HERE / 'Suggestions.java'], capture_output=True, text=True)
    return (f'{classes}:{path}', None) if built.returncode == 0 else (None, built.stderr.strip()[:200])


def examine(folder, class_path):
    """The values that the recorder's suggestions replace, by the session in `folder`/first.har."""
    entries = json.loads((folder / 'first.har').read_text())['log']['entries']
    (folder / 'recording.jtl').write_text(trace(entries))
    (folder / 'recorded.jmx').write_text(plan(entries))
    (folder / 'replay.jtl').unlink(missing_ok=True)
    jmeter = home()
    saved = ['response_data', 'samplerData', 'requestHeaders', 'responseHeaders', 'url', 'subresults', 'assertions', 'encoding']
    options = [f'-Jjmeter.save.saveservice.{name}=true' for name in saved] + ['-Jjmeter.save.saveservice.output_format=xml']
    subprocess.run(['java', '-Xmx512m', '-Djava.awt.headless=true', '-jar', jmeter / 'bin/ApacheJMeter.jar', '-n', '-t', 'recorded.jmx', '-l', 'replay.jtl',
                    '-j', 'jmeter.log', *options], cwd=folder, check=True, capture_output=True, timeout=120)
    subprocess.run(['java', '-Xmx512m', '-Djava.awt.headless=true', '-cp', class_path, 'Suggestions', jmeter, 'recording.jtl', 'replay.jtl', 'suggested.json'],
                   cwd=folder, check=True, capture_output=True, timeout=120)
    return [value for suggestion in json.loads((folder / 'suggested.json').read_text()) for value in suggestion['values']]


def headers(message):
    return [(h['name'], h['value']) for h in message['headers'] if not h['name'].startswith(':')]


def text(characters):
    """What XML can hold: its control characters are left out."""
    return escape(''.join(c for c in characters if c >= ' ' or c in '\n\r\t'))


def trace(entries):
    """The recording as the recorder saves it, one sample for a request."""
    samples = []
    for number, entry in enumerate(entries):
        request, response = entry['request'], entry['response']
        lines = lambda message: text(''.join(f'{name}: {value}\n' for name, value in headers(message)))
        cookies = '; '.join(value for name, value in headers(request) if name.lower() == 'cookie')
        content = response['content'].get('text', '') if response['content'].get('encoding') != 'base64' else ''
        status = f"HTTP/1.1 {response['status']} {response['statusText']}\n"
        samples.append(
            f'<httpSample t="1" lt="1" ts="{number}" s="true" lb={quoteattr(label(number, request))} rc="{response["status"]}" rm="" tn="1" dt="text" de="UTF-8" by="1">'
            f'<responseHeader class="java.lang.String">{text(status)}{lines(response)}</responseHeader>'
            f'<requestHeader class="java.lang.String">{lines(request)}</requestHeader>'
            f'<responseData class="java.lang.String">{text(content)}</responseData>'
            f'<cookies class="java.lang.String">{text(cookies)}</cookies><method class="java.lang.String">{request["method"]}</method>'
            f'<queryString class="java.lang.String">{text(request.get("postData", {}).get("text", ""))}</queryString>'
            f'<java.net.URL>{text(request["url"])}</java.net.URL></httpSample>')
    return '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n' + '\n'.join(samples) + '\n</testResults>\n'


def label(number, request):
    return f'{number + 1} {urlsplit(request["url"]).path}'


def plan(entries):
    """The recording as a plan: one user, once, cookies by JMeter's manager, redirects followed."""
    steps, redirected = [], False
    for number, entry in enumerate(entries):
        is_end, redirected = redirected, 300 <= entry['response']['status'] < 400
        if not is_end:
            steps.append(sampler(number, entry['request']))
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>'
            '<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="recorded" enabled="true"/><hashTree>'
            '<CookieManager guiclass="CookiePanel" testclass="CookieManager" testname="cookies" enabled="true"><collectionProp name="CookieManager.cookies"/></CookieManager><hashTree/>'
            '<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="users" enabled="true"><stringProp name="ThreadGroup.num_threads">1</stringProp>'
            '<stringProp name="ThreadGroup.on_sample_error">continue</stringProp><elementProp name="ThreadGroup.main_controller" elementType="LoopController">'
            '<stringProp name="LoopController.loops">1</stringProp><boolProp name="LoopController.continue_forever">false</boolProp></elementProp></ThreadGroup><hashTree>' + ''.join(steps) +
            '</hashTree></hashTree></hashTree></jmeterTestPlan>\n')


def sampler(number, request):
    url = urlsplit(request['url'])
    body = request.get('postData', {}).get('text', '')
    is_form = request.get('postData', {}).get('mimeType', '').startswith('application/x-www-form-urlencoded')
    arguments = parse_qsl(body, keep_blank_values=True) if is_form else [('', body)] if body else []
    own = [(name, value) for name, value in headers(request) if name.lower() not in OF_CONNECTION]
    string = lambda name, value: f'<stringProp name="{name}">{text(value)}</stringProp>'
    return (f'<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname={quoteattr(label(number, request))} enabled="true">'
            f'<boolProp name="HTTPSampler.postBodyRaw">{str(not is_form and bool(body)).lower()}</boolProp>'
            '<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">'
            + ''.join(f'<elementProp name={quoteattr(name)} elementType="HTTPArgument"><boolProp name="HTTPArgument.always_encode">{str(is_form).lower()}</boolProp>'
                      + string('Argument.name', name) + string('Argument.value', value) + string('Argument.metadata', '=') + '</elementProp>' for name, value in arguments)
            + '</collectionProp></elementProp>' + string('HTTPSampler.domain', url.hostname) + string('HTTPSampler.port', str(url.port or ''))
            + string('HTTPSampler.protocol', url.scheme) + string('HTTPSampler.path', url.path + (f'?{url.query}' if url.query else ''))
            + string('HTTPSampler.method', request['method'])
            + '<boolProp name="HTTPSampler.follow_redirects">true</boolProp><boolProp name="HTTPSampler.use_keepalive">true</boolProp></HTTPSamplerProxy><hashTree>'
            '<HeaderManager guiclass="HeaderPanel" testclass="HeaderManager" testname="headers" enabled="true"><collectionProp name="HeaderManager.headers">'
            + ''.join(f'<elementProp name="" elementType="Header">{string("Header.name", name)}{string("Header.value", value)}</elementProp>' for name, value in own)
            + '</collectionProp></HeaderManager><hashTree/></hashTree>')
