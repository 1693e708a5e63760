//! What samples have beside what they do: pauses before, checks and extractors after.

use super::texts::{TEXTS, TIME_OR_REFERENCE};
use crate::yaml::names::{DOCUMENTS, PARTS, SIZE_PARTS, SOURCES};
use plimsoll_plan::document::{Key, Kind, MappingShape, key};
use plimsoll_plan::expression::ScriptLanguage;

/// Of everything that gives a sample.
pub static SAMPLE_OPTIONS: MappingShape = MappingShape::new(
    "step",
    "",
    &[
        key("think", Kind::OneOrMore(&PAUSE), "Pauses before the request, not in its time; they add up.")
            .example("500 ms"),
        key(
            "extract",
            Kind::OneOrMore(&Kind::Mapping(&EXTRACTOR)),
            "Values that are taken out of the answer into variables.",
        )
        .example("{variable: token, json: $.token}"),
        key(
            "check",
            Kind::OneOrMore(&CHECK),
            "What must hold of the answer; by default a status of 200 to 399.",
        )
        .example("{status: 200}"),
    ],
);

pub const LABEL: Key = key("label", Kind::Text, "The transaction it is counted under.");

/// A pause: its length, or a mapping.
pub static PAUSE: Kind = Kind::Either(&[Kind::Mapping(&PAUSE_SHAPE), TIME_OR_REFERENCE]);

pub static PAUSE_SHAPE: MappingShape = MappingShape::new(
    "pause",
    "A pause of random length, or one that is shared; a text with references is a number of milliseconds.",
    &[
        key(
            "uniform",
            Kind::Mapping(&UNIFORM),
            "From `offset` to `offset` + `range`, all lengths equally likely.",
        )
        .example("{offset: 1 s, range: 2 s}"),
        key("gaussian", Kind::Mapping(&GAUSSIAN), "Normally distributed.")
            .example("{offset: 1 s, deviation: 100 ms}"),
        key("poisson", Kind::Mapping(&POISSON), "`offset` and a Poisson-distributed number of milliseconds.")
            .example("{offset: 1 s, lambda: 100 ms}"),
        key("scaled", Kind::Mapping(&SCALED), "Another pause, times a factor.")
            .example("{by: 0.5, pause: 1 s}"),
        key("timer", Kind::Count, "The number, from 1, of one of the plan's `timers`."),
    ],
);

const OFFSET: Key = key("offset", TIME_OR_REFERENCE, "The shortest pause, or its middle; 0 by default.");

pub static UNIFORM: MappingShape = MappingShape::new(
    "pause",
    "",
    &[OFFSET, key("range", TIME_OR_REFERENCE, "How much longer it may be.").required()],
);
pub static GAUSSIAN: MappingShape = MappingShape::new(
    "pause",
    "",
    &[OFFSET, key("deviation", TIME_OR_REFERENCE, "The standard deviation.").required()],
);
pub static POISSON: MappingShape = MappingShape::new(
    "pause",
    "",
    &[OFFSET, key("lambda", TIME_OR_REFERENCE, "The mean of what is added.").required()],
);
pub static SCALED: MappingShape = MappingShape::new(
    "scaled",
    "",
    &[key("by", Kind::Number, "The factor.").required(), key("pause", PAUSE, "The pause.").required()],
);

/// A script: its text in Groovy, or a mapping.
pub const SCRIPT: Kind = Kind::Either(&[Kind::Text, Kind::Mapping(&SCRIPT_SHAPE)]);

pub static SCRIPT_SHAPE: MappingShape = MappingShape::new(
    "script",
    "A few lines of a script.",
    &[
        key(
            "language",
            Kind::Words(|| ScriptLanguage::ALL.iter().map(|(name, _)| *name).collect()),
            "The language; Groovy by default.",
        ),
        key("text", Kind::Text, "The script.").required().example("vars.put('a', '1')"),
    ],
);

static SOURCE_KINDS: [Kind; 2] = [Kind::Words(|| SOURCES.words()), Kind::Mapping(&OF_VARIABLE)];
const OF_SOURCE: Key = key("of", Kind::Either(&SOURCE_KINDS), "Where it is looked for; the body by default.");
const PARTS_KEY: Key = key(
    "parts",
    Kind::Words(|| PARTS.words()),
    "Redirects and embedded resources are looked at, too, or alone.",
);
const NOT: Key = key("not", Kind::Flag, "The check holds when it would not.");

pub static OF_VARIABLE: MappingShape =
    MappingShape::new("of", "", &[key("variable", Kind::Text, "The variable that is looked at.")]);

/// The keys of an XPath.
static XPATH: MappingShape = MappingShape::new(
    "xpath",
    "",
    &[
        key("xpath", Kind::Text, "An XPath 1.0 expression.").example("//div[@id='total']"),
        key(
            "document",
            Kind::Words(|| DOCUMENTS.words()),
            "How the answer is read; `xml_namespaces` by default.",
        ),
        key("namespaces", Kind::Named(&Kind::Text), "Prefixes and their addresses.")
            .example("{s: 'http://www.w3.org/2003/05/soap-envelope'}"),
    ],
);

pub static EXTRACTOR: MappingShape = MappingShape::new(
    "extract",
    "A value that is taken out of the answer: exactly one of regex, json, jmespath, xpath, css, between and script.",
    &[
        key("variable", Kind::Text, "The variable that gets the value.").example("token"),
        key("regex", Kind::Text, "A regular expression.").example("'name=\"csrf\" value=\"([^\"]+)\"'"),
        key("template", Kind::Text, "What is kept of a match of `regex`; the first group by default.").example("$1$"),
        key("json", Kind::Text, "A JSONPath (RFC 9535).").example("$.token"),
        key("joined", Kind::Flag, "With `match: all` all matches also go into `name_ALL`, with commas between."),
        key("jmespath", Kind::Text, "A JMESPath.").example("items[0].id"),
        key("fragment", Kind::Flag, "The XML of the node instead of its text; with `xpath`."),
        key("css", Kind::Text, "A CSS selector, on HTML.").example("input[name=csrf]"),
        key("attribute", Kind::Text, "The attribute of the element; its text by default; with `css`.").example("value"),
        key("between", Kind::Mapping(&BETWEEN), "What stands between two texts.").example("{left: 'id=', right: '&'}"),
        key("script", SCRIPT, "What a script makes of the answer, `prev`."),
        OF_SOURCE,
        PARTS_KEY,
        key("match", Kind::Either(&[Kind::Number, Kind::Words(|| vec!["random", "all"])]), "Which match: its number from 1, `random` or `all`; 1 by default."),
        key("default", Kind::Text, "The value when nothing matches; without it the variable stays as it was."),
    ],
)
.with(&[&XPATH]);

pub static BETWEEN: MappingShape = MappingShape::new(
    "between",
    "",
    &[
        key("left", Kind::Text, "What stands before the value."),
        key("right", Kind::Text, "What stands behind it."),
    ],
);

/// A check, by what it compares.
pub static CHECK: Kind = Kind::ByKey(&[
    &JSON_CHECK,
    &JMESPATH_CHECK,
    &XPATH_CHECK,
    &DOCUMENT_CHECK,
    &SIZE_CHECK,
    &DURATION_CHECK,
    &SCRIPT_CHECK,
    &TEXT_CHECK,
]);

pub static TEXT_CHECK: MappingShape = MappingShape::new(
    "check",
    "What must hold of the answer: one comparison.",
    &[
        key("status", TEXTS, "The status is this text.").example("200"),
        key("contains", TEXTS, "The text is in it.").example("Welcome"),
        key("equals", TEXTS, "It is the text."),
        key("finds", TEXTS, "The regular expression is found in it.").example("order [0-9]+"),
        key("matches", TEXTS, "The regular expression matches the whole of it."),
        OF_SOURCE,
        PARTS_KEY,
        NOT,
        key("any", Kind::Flag, "One of several patterns is enough."),
        key("assume_success", Kind::Flag, "A status outside 200 to 399 is no failure by itself."),
        key("message", Kind::Text, "What the report says when it does not hold."),
    ],
);

const VALUE: Key = key("value", Kind::Text, "The value that it must have.");
const VALUE_MATCHES: Key =
    key("value_matches", Kind::Text, "A regular expression that the value must match.");

pub static JSON_CHECK: MappingShape = MappingShape::new(
    "check",
    "A JSONPath is found.",
    &[
        key("json", Kind::Text, "A JSONPath (RFC 9535).").required().example("$.status"),
        VALUE,
        VALUE_MATCHES,
        key("or_null", Kind::Flag, "null will do, too."),
        NOT,
    ],
)
.marked_by(&["json"]);

pub static JMESPATH_CHECK: MappingShape = MappingShape::new(
    "check",
    "A JMESPath gives something other than null.",
    &[
        key("jmespath", Kind::Text, "A JMESPath.").required().example("items[0].id"),
        VALUE,
        VALUE_MATCHES,
        NOT,
    ],
)
.marked_by(&["jmespath"]);

pub static XPATH_CHECK: MappingShape =
    MappingShape::new("check", "An XPath finds nodes, or is true.", &[OF_SOURCE, PARTS_KEY, NOT])
        .with(&[&XPATH])
        .marked_by(&["xpath"]);

pub static DOCUMENT_CHECK: MappingShape = MappingShape::new(
    "check",
    "What kind of document the body is.",
    &[
        key("well_formed", Kind::Flag, "The body is well-formed XML without a document type."),
        key("schema", Kind::Text, "An XML Schema that the body fits.").example("order.xsd"),
        key("html_mistakes_max", Kind::Count, "A browser sees no more mistakes in the body.").example("0"),
        key("md5", Kind::Text, "The MD5 sum of the decoded body.")
            .example("900150983cd24fb0d6963f7d28e17f72"),
    ],
)
.marked_by(&["well_formed", "schema", "html_mistakes_max", "md5"]);

pub static SIZE_CHECK: MappingShape = MappingShape::new(
    "check",
    "A number of bytes.",
    &[
        key("size", Kind::Text, "An operator and a number of bytes.").required().example("'>= 100'"),
        key(
            "of",
            Kind::Either(&[Kind::Words(|| SIZE_PARTS.words()), Kind::Mapping(&OF_VARIABLE)]),
            "What is measured; the body by default.",
        ),
        PARTS_KEY,
    ],
)
.marked_by(&["size"]);

pub static DURATION_CHECK: MappingShape = MappingShape::new(
    "check",
    "The exchange took no longer.",
    &[
        key(
            "max_duration",
            TIME_OR_REFERENCE,
            "The longest time; a text with references is in milliseconds.",
        )
        .required()
        .example("500 ms"),
        PARTS_KEY,
    ],
)
.marked_by(&["max_duration"]);

pub static SCRIPT_CHECK: MappingShape = MappingShape::new(
    "check",
    "What a script says of the answer.",
    &[key("script", SCRIPT, "The script.").required()],
)
.marked_by(&["script"]);
