"""The test plan of JMeter for a job: one thread group, one sampler, and what the plan adds to it."""

EMPTY_ARGUMENTS = ('<elementProp name="HTTPsampler.Arguments" elementType="Arguments">'
                   '<collectionProp name="Arguments.arguments"/></elementProp>')


def text(name, value):
    return f'<stringProp name="{name}">{value}</stringProp>'


def flag(name, value):
    return f'<boolProp name="{name}">{str(value).lower()}</boolProp>'


def number(name, value):
    return f'<intProp name="{name}">{value}</intProp>'


def element(kind, gui, content, children=""):
    return (f'<{kind} guiclass="{gui}" testclass="{kind}" testname="{kind}" enabled="true">{content}</{kind}>\n'
            f'<hashTree>{children}</hashTree>\n')


def body(job):
    if job.plan != "post":
        return EMPTY_ARGUMENTS
    with open(f"{job.folder}/{job.body}") as file:
        content = file.read()
    return (flag("HTTPSampler.postBodyRaw", True) +
            '<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">'
            '<elementProp name="" elementType="HTTPArgument">' + flag("HTTPArgument.always_encode", False) +
            text("Argument.value", content) + text("Argument.metadata", "=") + '</elementProp></collectionProp></elementProp>')


def sampler(job):
    path = {"get": "/", "post": "/post", "script": "/json/${id}"}[job.plan]
    content = (body(job) + text("HTTPSampler.domain", "127.0.0.1") + text("HTTPSampler.port", job.port) +
               text("HTTPSampler.protocol", "https" if job.mode.tls else "http") + text("HTTPSampler.path", path) +
               text("HTTPSampler.method", "POST" if job.plan == "post" else "GET") +
               flag("HTTPSampler.follow_redirects", True) + flag("HTTPSampler.use_keepalive", True) +
               text("HTTPSampler.implementation", "HttpClient4"))
    children = ""
    if job.plan == "script":
        children = element("JSONPostProcessor", "JSONPostProcessorGui", text("JSONPostProcessor.referenceNames", "token") +
                           text("JSONPostProcessor.jsonPathExprs", "$.token") + text("JSONPostProcessor.match_numbers", "1"))
        # JMeter's own spelling.
        children += element("ResponseAssertion", "AssertionGui", '<collectionProp name="Asserion.test_strings">' +
                            text("1", "200") + '</collectionProp>' + text("Assertion.test_field", "Assertion.response_code") +
                            flag("Assertion.assume_success", False) + number("Assertion.test_type", 8))
    return element("HTTPSamplerProxy", "HttpTestSampleGui", content, children)


def csv_data(job):
    return element("CSVDataSet", "TestBeanGUI", text("delimiter", ",") + text("filename", job.data) +
                   text("variableNames", "id,name") +
                   flag("ignoreFirstLine", True) + flag("recycle", True) + flag("stopThread", False) + flag("quotedData", False) +
                   text("shareMode", "shareMode.all"))


def throughput_timer(job):
    per_minute = job.rate_per_s * 60.0
    return element("ConstantThroughputTimer", "TestBeanGUI",
                   number("calcMode", 2) + f"<doubleProp><name>throughput</name><value>{per_minute}</value></doubleProp>")


def test_plan(job):
    loop = ('<elementProp name="ThreadGroup.main_controller" elementType="LoopController">' +
            flag("LoopController.continue_forever", False) + number("LoopController.loops", -1) + '</elementProp>')
    group = element("ThreadGroup", "ThreadGroupGui",
                    loop + text("ThreadGroup.num_threads", job.connections) + text("ThreadGroup.ramp_time", 0) +
                    flag("ThreadGroup.scheduler", True) + text("ThreadGroup.duration", job.seconds) + text("ThreadGroup.delay", "") +
                    flag("ThreadGroup.same_user_on_next_iteration", True) + text("ThreadGroup.on_sample_error", "continue"),
                    (throughput_timer(job) if job.rate_per_s else "") + (csv_data(job) if job.plan == "script" else "") + sampler(job))
    plan = element("TestPlan", "TestPlanGui",
                   flag("TestPlan.functional_mode", False) + flag("TestPlan.serialize_threadgroups", False), group)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>\n' +
            plan + '</hashTree></jmeterTestPlan>\n')
