#!/usr/bin/env python3
"""Performs the steps of the integrations as their services would, with real load, and asks the formats' own linters.

    integrations/test.py --plimsoll target/release/plimsoll     steps and linters
    integrations/test.py --only github,gitlab

Steps run in a shell with the variables of the service; its API is a server on 127.0.0.1. Linters: check-jsonschema (the schemas of GitHub and
GitLab), actionlint, tekton-lint, Groovy's own parser; what can't be installed is skipped by name (with CI set it fails, unless PLIMSOLL_TEST_WITHOUT names it).
"""
import argparse, contextlib, http.server, json, os, re, shutil, subprocess, sys, tempfile, threading, traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TOOLS = ROOT / "target/integration-tools"
# So slow, and so far apart, that the lateness of a load generator on a busy machine matters little.
QUICK, SLOW = "50 ms", "160 ms"
STUDY = """\
study: shop
plan: plan.yaml
threads: [8]
step: 12 s
requirements: [p95 <= {limit}, errors < 1 %]
"""
PLAN = """\
plan: shop
scenarios:
  - users: 1
    steps:
      - get: http://127.0.0.1:${__P(port)}/items
        label: items
"""


def arguments(port):
    """A step that a busy machine spoiled is made again."""
    return f"-Jport={port} --retry-invalid 5"


class Skip(Exception):
    """(what is missing, why)"""


@contextlib.contextmanager
def service(plimsoll, response):
    """The system under test; its port."""
    command = [plimsoll, "target", "delay", "--response", response, "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        yield re.search(r"127\.0\.0\.1:(\d+)", server.stderr.readline()).group(1)
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def forge():
    """The API of a forge: comments and notes that are written, by id."""
    comments = {}

    class Api(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def answer(self, body):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def do_GET(self):
            self.answer([{"id": id, "body": text} for id, text in comments.items()])

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
            id = int(self.path.rsplit("/", 1)[1]) if self.command == "PATCH" else len(comments) + 1
            comments[id] = body
            self.answer({"id": id})

        do_PATCH = do_POST

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", comments
    finally:
        server.shutdown()


class Job:
    """A checkout, and a shell in it."""

    def __init__(self, plimsoll, folder, limit="250 ms"):
        self.plimsoll, self.folder = plimsoll, Path(folder)
        (self.folder / "study.yaml").write_text(STUDY.format(limit=limit))
        (self.folder / "plan.yaml").write_text(PLAN)

    def sh(self, script, shell="bash", arguments=(), **variables):
        environment = {**os.environ, "PATH": f"{Path(self.plimsoll).parent}:{os.environ['PATH']}", **variables}
        options = ["-e", "-o", "pipefail"] if shell == "bash" else []
        return subprocess.run([shell, *options, "-c", script, shell, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300)


def yaml_of(path):
    """Every document of a file."""
    sys.path.insert(0, str(next((TOOLS / "python/lib").glob("python*/site-packages"))))
    import yaml
    return list(yaml.safe_load_all(path.read_text()))


def github_job(job, port, comments_at, branch, event, **inputs):
    """The action's own steps, in order, as a runner performs them: its expressions are filled in, `uses` steps are left out."""
    action = yaml_of(HERE / "github/action.yml")[0]
    inputs = {**{name: str(given.get("default", "")) for name, given in action["inputs"].items()}, "study": "study.yaml",
              "arguments": arguments(port), **inputs}
    outputs, output, summary = {}, job.folder / "output", job.folder / "summary.md"
    values = lambda: {**{f"inputs.{name}": value for name, value in inputs.items()}, "github.event.pull_request.number": "7",
                      "github.event_name": event, "github.ref_name": branch, "github.token": "t",
                      **{f"steps.run.outputs.{name}": value for name, value in outputs.items()}}
    filled = lambda text: re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: values().get(found.group(1), ""), text)
    code, said = 0, ""
    for step in action["runs"]["steps"]:
        if "run" not in step or not is_due(step.get("if", ""), values(), code):
            continue
        output.write_text("")
        environment = {name: filled(value) for name, value in step.get("env", {}).items()}
        done = job.sh(step["run"], GITHUB_OUTPUT=str(output), GITHUB_STEP_SUMMARY=str(summary), GITHUB_API_URL=comments_at, GITHUB_PATH=str(job.folder / "path"),
                      GITHUB_REPOSITORY="o/r", RUNNER_TEMP=str(job.folder), **environment)
        said += done.stdout + done.stderr
        code = code or done.returncode
        outputs.update(line.split("=", 1) for line in output.read_text().splitlines())
    return code, said


def is_due(condition, values, code):
    """`always() && a == 'b' && …`, as the action writes it."""
    parts = [part.strip() for part in condition.split("&&") if part.strip()]
    if "always()" not in parts and code:
        return False
    for part in (part for part in parts if part != "always()"):
        left, operator, right = re.fullmatch(r"([\w.-]+) (==|!=) ('[^']*'|[\w.-]+)", part).groups()
        right = right[1:-1] if right.startswith("'") else values.get(right, "")
        if (values.get(left, "") == right) != (operator == "=="):
            return False
    return True


def github(plimsoll):
    with tempfile.TemporaryDirectory() as folder, forge() as (api, comments):
        job = Job(plimsoll, folder)
        with service(plimsoll, QUICK) as port:
            code, said = github_job(job, port, api, "main", "push")
            assert code == 0, said
            assert list(Path(folder, "plimsoll-baseline").glob("*.run")) and not comments, "the main branch's run is the baseline"
            shutil.rmtree(Path(folder, "plimsoll"))
            code, said = github_job(job, port, api, "change", "pull_request")
            assert code == 0 and len(comments) == 1, said
            assert "<!-- plimsoll: plimsoll -->" in comments[1] and "###" in comments[1], comments
            assert "<testsuites" in Path(folder, "plimsoll/report.junit.xml").read_text()
        shutil.rmtree(Path(folder, "plimsoll"))
        with service(plimsoll, SLOW) as port:
            code, said = github_job(job, port, api, "change", "pull_request")
            assert code == 3 and "a regression against the baseline is proven" in said, said
            assert len(comments) == 1 and "REGRESSION" in comments[1], "the same comment says it"
        shutil.rmtree(Path(folder, "plimsoll"))
        with service(plimsoll, SLOW) as port:
            job = Job(plimsoll, folder, "5 ms")
            code, said = github_job(job, port, api, "main", "push")
            assert code == 3 and "a requirement failed" in said, said
        assert "FAIL" in Path(folder, "summary.md").read_text()


def gitlab_script():
    text = (HERE / "gitlab/plimsoll.yml").read_text()
    inputs = {"name": "plimsoll", "study": "study.yaml", "arguments": "", "stage": "test", "image": "i", "version": "0", "margin": "5"}
    filled = TOOLS / "gitlab.yml"
    filled.write_text(re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: inputs[found.group(1)], text.split("\n---\n")[1]))
    return filled, yaml_of(filled)[0]["plimsoll"]


def gitlab(plimsoll):
    _, found = gitlab_script()
    script = "\n".join(found["before_script"] + found["script"])
    with tempfile.TemporaryDirectory() as folder, forge() as (api, comments):
        job = Job(plimsoll, folder)
        base = {"NAME": "plimsoll", "STUDY": "study.yaml", "MARGIN": "5", "VERSION": "0", "CI_DEFAULT_BRANCH": "main", "CI_API_V4_URL": api, "CI_PROJECT_ID": "1"}
        merge = {**base, "CI_MERGE_REQUEST_IID": "3", "PLIMSOLL_TOKEN": "t"}
        with service(plimsoll, QUICK) as port:
            done = job.sh(script, "sh", **base, ARGUMENTS=arguments(port), CI_COMMIT_BRANCH="main")
            assert done.returncode == 0 and list(Path(folder, "plimsoll-baseline").glob("*.run")), done.stdout + done.stderr
        shutil.rmtree(Path(folder, "plimsoll"))
        with service(plimsoll, SLOW) as port:
            done = job.sh(script, "sh", **merge, ARGUMENTS=arguments(port))
            assert done.returncode == 3, done.stdout + done.stderr
        assert len(comments) == 1 and "REGRESSION" in comments[1], comments


def jenkins_scripts():
    return re.findall(r"script: '''(.*?)'''", (HERE / "jenkins/Jenkinsfile").read_text(), re.S)


def jenkins(plimsoll):
    load, comparison = jenkins_scripts()
    with tempfile.TemporaryDirectory() as folder:
        job = Job(plimsoll, folder)
        variables = {"STUDY": "study.yaml", "MARGIN": "5"}
        with service(plimsoll, QUICK) as port:
            done = job.sh(load, "sh", **variables, ARGUMENTS=arguments(port))
            assert done.returncode in (0, 4), done.stdout + done.stderr
        assert job.sh(comparison, "sh", **variables).returncode == 0, "without a baseline nothing is compared"
        Path(folder, "baseline").mkdir()
        for run in Path(folder, "plimsoll").glob("*.run"):
            shutil.copy(run, Path(folder, "baseline"))
        with service(plimsoll, SLOW) as port:
            assert job.sh(load, "sh", **variables, ARGUMENTS=arguments(port)).returncode in (0, 4)
        done = job.sh(comparison, "sh", **variables)
        assert done.returncode == 3 and Path(folder, "plimsoll/comparison.html").exists(), done.stdout + done.stderr


def tekton(plimsoll):
    step = yaml_of(HERE / "tekton/task.yaml")[0]["spec"]["steps"][0]
    with tempfile.TemporaryDirectory() as folder:
        job = Job(plimsoll, folder)
        variables = {"STUDY": "study.yaml", "MARGIN": "5", "VERSION": "0", "BASELINE": "", "EXIT_CODE_FILE": f"{folder}/code", "VERDICT_FILE": f"{folder}/verdict"}
        with service(plimsoll, QUICK) as port:
            done = job.sh(step["script"], "sh", arguments(port).split(), **variables)
            assert done.returncode == 0, done.stdout + done.stderr
        assert Path(folder, "code").read_text() in ("0", "4") and "shop" in Path(folder, "verdict").read_text()
        job = Job(plimsoll, folder, "5 ms")
        with service(plimsoll, SLOW) as port:
            done = job.sh(step["script"], "sh", arguments(port).split(), **variables)
            assert done.returncode == 3 and Path(folder, "code").read_text() == "3", done.stdout + done.stderr


def installed(program, *commands):
    """A linter's program; installed by these commands if it is not there."""
    if not Path(program).exists():
        for command in commands:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
            if done.returncode:
                raise Skip(Path(program).name, (done.stderr or done.stdout).strip().splitlines()[-1])
    return str(program)


def accepted(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def schemas(_):
    check = installed(TOOLS / "python/bin/check-jsonschema")
    accepted(check, "--builtin-schema", "vendor.github-actions", HERE / "github/action.yml")
    accepted(check, "--builtin-schema", "vendor.github-workflows", HERE / "github/example.yml")
    filled, _ = gitlab_script()
    accepted(check, "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", filled)
    accepted(check, "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", HERE / "gitlab/example.gitlab-ci.yml")


def actionlint(_):
    if not shutil.which("go"):
        raise Skip("actionlint", "it is installed with Go")
    os.environ["GOBIN"] = str(TOOLS / "bin")
    program = installed(TOOLS / "bin/actionlint", ["go", "install", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.7"])
    with tempfile.TemporaryDirectory() as folder:
        # It looks for the action where the workflow says it is.
        shutil.copytree(HERE, Path(folder, "integrations"))
        workflows = Path(folder, ".github/workflows")
        workflows.mkdir(parents=True)
        shutil.copy(HERE / "github/example.yml", workflows / "load.yml")
        done = subprocess.run([program, str(workflows / "load.yml")], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def tekton_lint(_):
    if not shutil.which("npm"):
        raise Skip("tekton-lint", "it is installed with npm")
    program = installed(TOOLS / "node_modules/.bin/tekton-lint", ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", TOOLS, "@ibm/tekton-lint@1"])
    said = accepted(program, HERE / "tekton/task.yaml")
    assert "error" not in said.lower(), said


def groovy(_):
    """The Jenkinsfile is Groovy: parsed by Groovy, without performing it."""
    if not (shutil.which("mvn") and shutil.which("java")):
        raise Skip("groovy", "it is installed with Maven")
    jar = TOOLS / "groovy/groovy-4.0.27.jar"
    installed(jar, ["mvn", "-q", "dependency:copy", "-Dartifact=org.apache.groovy:groovy:4.0.27", f"-DoutputDirectory={jar.parent}"])
    check = Path(tempfile.gettempdir()) / f"plimsoll-parse-{os.getpid()}.groovy"
    check.write_text("import org.codehaus.groovy.control.*\nnew CompilationUnit().tap { addSource(new File(args[0])); compile(Phases.CONVERSION) }\n")
    try:
        java = ["java", "-cp", jar, "groovy.ui.GroovyMain", check]
        accepted(*java, HERE / "jenkins/Jenkinsfile")
        broken = Path(tempfile.mkdtemp()) / "Jenkinsfile"
        broken.write_text((HERE / "jenkins/Jenkinsfile").read_text().replace("stages {", "stages { {{", 1))
        assert subprocess.run([str(word) for word in [*java, broken]], capture_output=True).returncode, "it takes anything"
    finally:
        check.unlink()


ALL = (github, gitlab, jenkins, tekton, schemas, actionlint, tekton_lint, groovy)


def perform(test, plimsoll):
    try:
        test(plimsoll)
        return "passed", ""
    except Skip as skip:
        what, why = skip.args
        strict = os.environ.get("CI") and what not in os.environ.get("PLIMSOLL_TEST_WITHOUT", "").split(",")
        return ("failed" if strict else "skipped"), f"no {what}: {why}"
    except Exception:
        return "failed", traceback.format_exc()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plimsoll", default=str(ROOT / "target/release/plimsoll"))
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    TOOLS.mkdir(parents=True, exist_ok=True)
    if not (TOOLS / "python/bin/check-jsonschema").exists():
        subprocess.run([sys.executable, "-m", "venv", TOOLS / "python"], check=True)
        subprocess.run([TOOLS / "python/bin/pip", "install", "--quiet", "check-jsonschema", "pyyaml"], check=True)
    chosen = [name for name in given.only.split(",") if name]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for test in (test for test in ALL if not chosen or test.__name__ in chosen):
        result, why = perform(test, str(Path(given.plimsoll).resolve()))
        counts[result] += 1
        print(f"{result:<8} {test.__name__}{': ' + why if why else ''}", flush=True)
    print(f"\n{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
