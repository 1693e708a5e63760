//! Properties and elements as text.

pub fn element(class: &str, gui: &str, name: &str, props: &str) -> String {
    let name = escape(name);
    format!(
        "<{class} guiclass=\"{gui}\" testclass=\"{class}\" testname=\"{name}\" enabled=\"true\">{props}</{class}>\n"
    )
}

pub fn string(name: &str, text: &str) -> String {
    format!("<stringProp name=\"{name}\">{}</stringProp>", escape(text))
}

pub fn boolean(name: &str, value: bool) -> String {
    format!("<boolProp name=\"{name}\">{value}</boolProp>")
}

pub fn integer(name: &str, value: i64) -> String {
    format!("<intProp name=\"{name}\">{value}</intProp>")
}

pub fn http_argument(name: &str, value: &str, encode: bool) -> String {
    format!(
        "<elementProp name=\"{0}\" elementType=\"HTTPArgument\">{1}{2}{3}{4}{5}</elementProp>",
        escape(name),
        boolean("HTTPArgument.always_encode", encode),
        string("Argument.name", name),
        string("Argument.value", value),
        string("Argument.metadata", "="),
        boolean("HTTPArgument.use_equals", true)
    )
}

pub fn arguments(name: &str, pairs: &[(String, String)], http: bool) -> String {
    let list: String = pairs
        .iter()
        .map(|(name, value)| match http {
            true => http_argument(name, value, false),
            false => format!(
                "<elementProp name=\"{0}\" elementType=\"Argument\">{1}{2}{3}</elementProp>",
                escape(name),
                string("Argument.name", name),
                string("Argument.value", value),
                string("Argument.metadata", "=")
            ),
        })
        .collect();
    let collection = format!("<collectionProp name=\"Arguments.arguments\">{list}</collectionProp>");
    match name {
        "" => collection,
        name => format!("<elementProp name=\"{name}\" elementType=\"Arguments\">{collection}</elementProp>"),
    }
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#xa;")
}
