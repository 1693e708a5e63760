//! Plans for JMeter.

/// A plan of these elements of its tree: each an element and the text of what is below it.
pub fn plan(elements: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <jmeterTestPlan version=\"1.2\" properties=\"5.0\" jmeter=\"5.6.3\"><hashTree>\n\
         <TestPlan guiclass=\"TestPlanGui\" testclass=\"TestPlan\" testname=\"Plan\" enabled=\"true\"/>\n\
         <hashTree>\n{}</hashTree></hashTree></jmeterTestPlan>\n",
        elements.concat()
    )
}

/// A thread group of this class with so many users and iterations; -1 are for ever.
pub fn group(class: &str, users: u32, loops: &str, below: &[String]) -> String {
    format!(
        "<{class} guiclass=\"{class}Gui\" testclass=\"{class}\" testname=\"Users\" enabled=\"true\">\n\
         <stringProp name=\"ThreadGroup.on_sample_error\">continue</stringProp>\n\
         <elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\" \
         guiclass=\"LoopControlPanel\" testclass=\"LoopController\" enabled=\"true\">\n\
         <boolProp name=\"LoopController.continue_forever\">false</boolProp>\n\
         <stringProp name=\"LoopController.loops\">{loops}</stringProp></elementProp>\n\
         <stringProp name=\"ThreadGroup.num_threads\">{users}</stringProp>\n\
         <stringProp name=\"ThreadGroup.ramp_time\">0</stringProp></{class}>\n\
         <hashTree>\n{}</hashTree>\n",
        below.concat()
    )
}

/// A Groovy script as sampler.
pub fn script(name: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<JSR223Sampler guiclass=\"TestBeanGUI\" testclass=\"JSR223Sampler\" testname=\"{name}\" enabled=\"true\">\n\
         <stringProp name=\"scriptLanguage\">groovy</stringProp>\n\
         <stringProp name=\"cacheKey\">true</stringProp>\n\
         <stringProp name=\"script\">{text}</stringProp></JSR223Sampler>\n<hashTree/>\n"
    )
}

pub fn get(name: &str, port: u16) -> String {
    format!(
        "<HTTPSamplerProxy guiclass=\"HttpTestSampleGui\" testclass=\"HTTPSamplerProxy\" testname=\"{name}\" \
         enabled=\"true\">\n\
         <stringProp name=\"HTTPSampler.domain\">127.0.0.1</stringProp>\n\
         <stringProp name=\"HTTPSampler.port\">{port}</stringProp>\n\
         <stringProp name=\"HTTPSampler.path\">/</stringProp>\n\
         <stringProp name=\"HTTPSampler.method\">GET</stringProp>\n\
         <boolProp name=\"HTTPSampler.use_keepalive\">true</boolProp></HTTPSamplerProxy>\n<hashTree/>\n"
    )
}

/// A transaction that holds its requests.
pub fn parent(name: &str, below: &[String]) -> String {
    format!(
        "<TransactionController guiclass=\"TransactionControllerGui\" testclass=\"TransactionController\" \
         testname=\"{name}\" enabled=\"true\">\n\
         <boolProp name=\"TransactionController.parent\">true</boolProp></TransactionController>\n\
         <hashTree>\n{}</hashTree>\n",
        below.concat()
    )
}

/// A file beside the plan gives `${name}`.
pub fn names(file: &str) -> String {
    format!(
        "<CSVDataSet guiclass=\"TestBeanGUI\" testclass=\"CSVDataSet\" testname=\"names\" enabled=\"true\">\n\
         <stringProp name=\"filename\">{file}</stringProp>\n\
         <stringProp name=\"variableNames\">name</stringProp>\n\
         <stringProp name=\"delimiter\">,</stringProp>\n\
         <boolProp name=\"recycle\">true</boolProp>\n\
         <stringProp name=\"shareMode\">shareMode.all</stringProp></CSVDataSet>\n<hashTree/>\n"
    )
}
