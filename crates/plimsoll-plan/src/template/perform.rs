//! The values of functions.

use super::files::{FileLine, UNREADABLE};
use super::render::render_named;
use super::{EvaluationContext, Function, Template, clock, digest, escape, regex_function, rewriting};
use crate::expression::{Script, ScriptLanguage, ScriptValue, java_double};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;

/// The value of a function whose arguments are put together, kept in its variable too. `script`: the first
/// argument where it was read before.
pub(super) fn perform(
    function: Function,
    site: u32,
    script: Option<&Script>,
    arguments: &[String],
    around: &mut dyn EvaluationContext,
) -> String {
    let value = match function.language() {
        // A script that fails gives an empty text and leaves its variable alone, as JMeter does.
        Some(language) => match run(language, script, arguments, around) {
            Ok(value) => value,
            Err(problem) => {
                around.script_failed(problem);
                return String::new();
            }
        },
        None => value(function, site, arguments, around),
    };
    if let Some(name) = function.variable().and_then(|at| arguments.get(at)) {
        store(around, name, &value);
    }
    value
}

fn run(
    language: ScriptLanguage,
    script: Option<&Script>,
    arguments: &[String],
    around: &mut dyn EvaluationContext,
) -> Result<String, String> {
    let value = match script {
        Some(script) => script.evaluate(around)?,
        None => {
            let text = arguments.first().map_or("", |text| text);
            let script = around.scripts().script(language, text).map_err(|problem| problem.to_string())?;
            script.evaluate(around)?
        }
    };
    Ok(match value {
        // Rhino writes these out; the others have nothing then.
        ScriptValue::Null | ScriptValue::Undefined if language != ScriptLanguage::JavaScript => String::new(),
        value => value.to_text(language),
    })
}

fn store(around: &mut dyn EvaluationContext, name: &str, value: &str) {
    let name = name.trim();
    if !name.is_empty() {
        around.set_variable(name, value.to_owned());
    }
}

fn value(function: Function, site: u32, arguments: &[String], around: &mut dyn EvaluationContext) -> String {
    let raw = |at: usize| arguments.get(at).map_or("", |argument| argument.as_str());
    let trimmed = |at: usize| raw(at).trim();
    let truth = |flag: bool| flag.to_string();
    match function {
        Function::P => property_or(around, trimmed(0), arguments.get(1).map_or("1", |a| a)),
        Function::Property => property_or(around, trimmed(0), arguments.get(2).map_or(trimmed(0), |a| a)),
        Function::SetProperty => set_property(around, arguments),
        Function::IsPropertyDefined => truth(around.property(raw(0)).is_some()),
        Function::IsVariableDefined => truth(around.variable_named(raw(0)).is_some()),
        Function::IsDefined => (if around.variable_named(raw(0)).is_some() { "1" } else { "0" }).to_owned(),
        Function::Random => random_between(around, trimmed(0), trimmed(1)),
        Function::RandomString => random_string(around, trimmed(0), trimmed(1)),
        Function::RandomDate => {
            let now = around.wall_ms();
            clock::random_date([trimmed(0), trimmed(1), trimmed(2)], now, around.random())
        }
        Function::RandomFromVariables => random_from_variables(around, trimmed(0)),
        Function::Choose => choose(around, arguments),
        Function::Time => clock::time(raw(0), around.wall_ms()),
        Function::TimeShift => {
            let shifted = clock::time_shift(trimmed(0), trimmed(1), trimmed(2), around.wall_ms());
            // With four arguments the last one is no locale.
            store(around, raw(if arguments.len() == 4 { 3 } else { 4 }), &shifted);
            shifted
        }
        Function::ConvertTime => clock::converted(raw(0), raw(1), raw(2)),
        Function::Uuid => random_uuid(around.random()),
        Function::Traceparent => traceparent(trimmed(0).parse().unwrap_or(100.0), around.random()),
        Function::ThreadNumber => around.user_number().to_string(),
        Function::ThreadGroupName => around.scenario_name().to_owned(),
        Function::SamplerName => around.request_name(),
        Function::PlanName => around.origin().file.clone(),
        Function::Iteration => around.iteration().to_string(),
        Function::Counter => around.count(site, trimmed(0).eq_ignore_ascii_case("true")).to_string(),
        Function::Variable => variable_or(around, trimmed(0), arguments.get(1)),
        Function::Eval => eval(around, raw(0)),
        Function::EvalVariable => {
            let text = around.variable_named(trimmed(0)).unwrap_or_default().to_owned();
            eval(around, &text)
        }
        Function::UrlEncode => url::form_urlencoded::byte_serialize(raw(0).as_bytes()).collect(),
        Function::UrlDecode => url_decode(raw(0)),
        Function::EscapeHtml => escape::html(raw(0)),
        Function::UnescapeHtml => escape::unescaped_html(raw(0)),
        Function::EscapeXml => escape::xml(raw(0)),
        Function::Unescape => escape::unescaped_java(raw(0)),
        Function::EscapeRegex => escape::regex(raw(0)),
        Function::Character => escape::characters(arguments),
        Function::Base64Encode => STANDARD.encode(raw(0)),
        Function::Base64Decode => {
            let bytes = STANDARD.decode(trimmed(0)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        Function::Digest => digest::digest(raw(0), raw(1), raw(2), raw(3).eq_ignore_ascii_case("true")),
        Function::Md5 => digest::digest("MD5", raw(0), "", false),
        Function::IntSum => sum(around, arguments, |texts| whole_sum(texts, true)),
        Function::LongSum => sum(around, arguments, |texts| whole_sum(texts, false)),
        Function::DoubleSum => sum(around, arguments, |texts| {
            let numbers: Option<Vec<f64>> = texts.iter().map(|text| text.trim().parse().ok()).collect();
            Some(java_double(numbers?.into_iter().sum()))
        }),
        Function::ChangeCase => change_case(arguments),
        Function::UpperCase => raw(0).to_uppercase(),
        Function::LowerCase => raw(0).to_lowercase(),
        Function::Substring => {
            let (begin, end) = (trimmed(1).parse::<usize>(), trimmed(2).parse::<usize>());
            let characters = raw(0).chars().skip(*begin.as_ref().unwrap_or(&usize::MAX));
            characters.take(end.unwrap_or(0).saturating_sub(begin.unwrap_or(0))).collect()
        }
        Function::Length => raw(0).encode_utf16().count().to_string(),
        Function::If => raw(if raw(0) == raw(1) { 2 } else { 3 }).to_owned(),
        Function::Split => escape::split(around, arguments),
        Function::Regex => regex_function::regex_function(around, arguments),
        Function::SessionId => rewriting::session_id(around, arguments),
        Function::RegexParameter => rewriting::regex_parameter(around, arguments),
        Function::CsvRead => {
            let (files, origin) = (around.files().clone(), around.origin().clone());
            files.cell(&origin, around.rows(), raw(0), raw(1))
        }
        Function::FileToString => around.files().text(around.origin(), raw(0), trimmed(1)),
        Function::StringFromFile => next_line(around, site, arguments),
        Function::StringToFile => {
            let append =
                !trimmed(2).eq_ignore_ascii_case("false") && (trimmed(2).is_empty() || is_true(trimmed(2)));
            let text = raw(1).replace("\\n", "\n");
            let name = trimmed(0);
            truth(!name.is_empty() && around.files().write(around.origin(), name, &text, append))
        }
        Function::Environment => {
            let default = arguments.get(2).map_or(raw(0), |default| default);
            std::env::var(raw(0)).unwrap_or_else(|_| default.to_owned())
        }
        Function::Log => raw(0).to_owned(),
        Function::MachineName => around.machine_name(),
        Function::MachineIp => around.machine_ip(),
        Function::LogSilently
        | Function::Groovy
        | Function::Jexl3
        | Function::Jexl2
        | Function::JavaScript
        | Function::BeanShell => String::new(),
    }
}

fn is_true(text: &str) -> bool {
    text.eq_ignore_ascii_case("true")
}

/// Trimmed, as JMeterUtils.getPropDefault does it.
fn property_or(around: &dyn EvaluationContext, name: &str, default: &str) -> String {
    around.property(name).as_deref().unwrap_or(default).trim().to_owned()
}

fn set_property(around: &mut dyn EvaluationContext, arguments: &[String]) -> String {
    let [name, value, rest @ ..] = arguments else { return String::new() };
    let old = around.property(name.trim()).map(Cow::into_owned);
    around.set_property(name.trim(), value.clone());
    let wants_old = rest.first().is_some_and(|a| is_true(a.trim()));
    if wants_old { old.unwrap_or_default() } else { String::new() }
}

fn random_between(around: &mut dyn EvaluationContext, low: &str, high: &str) -> String {
    match (low.parse::<i64>(), high.parse::<i64>()) {
        (Ok(low), Ok(high)) if low <= high => around.random().i64(low..=high).to_string(),
        _ => String::new(),
    }
}

/// Longest text that `__RandomString` makes.
const RANDOM_STRING_MAX: usize = 10_000_000;

fn random_string(around: &mut dyn EvaluationContext, length: &str, characters: &str) -> String {
    let length = length.parse::<usize>().unwrap_or(0).min(RANDOM_STRING_MAX);
    let characters: Vec<char> = characters.chars().collect();
    let random = around.random();
    (0..length)
        .map(|_| match characters.as_slice() {
            [] => random.alphanumeric(),
            some => some[random.usize(..some.len())],
        })
        .collect()
}

/// Of `a|b`: all matches of an extractor's variable, or the variable itself.
fn random_from_variables(around: &mut dyn EvaluationContext, names: &str) -> String {
    let mut values = Vec::new();
    for name in names.split('|').filter(|name| !name.is_empty()) {
        let count = around.variable_named(&format!("{name}_matchNr")).and_then(|n| n.parse::<u32>().ok());
        match count.filter(|count| *count > 0) {
            Some(count) => {
                let numbered = (1..=count).map(|n| format!("{name}_{n}"));
                values.extend(numbered.filter_map(|name| around.variable_named(&name).map(str::to_owned)));
            }
            None => values.extend(around.variable_named(name).filter(|v| !v.is_empty()).map(str::to_owned)),
        }
    }
    if values.is_empty() {
        return String::new();
    }
    values.swap_remove(around.random().usize(..values.len()))
}

/// The last argument names a variable.
fn choose(around: &mut dyn EvaluationContext, arguments: &[String]) -> String {
    let Some((name, texts)) = arguments.split_last().filter(|(_, texts)| !texts.is_empty()) else {
        return String::new();
    };
    let value = texts[around.random().usize(..texts.len())].clone();
    store(around, name, &value);
    value
}

pub(crate) fn random_uuid(random: &mut fastrand::Rng) -> String {
    let bytes = random.u128(..).to_be_bytes();
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// `00-<trace id>-<span id>-<flags>`, ids that are not 0 (W3C Trace Context, 3.2).
fn traceparent(sampled_percent: f64, random: &mut fastrand::Rng) -> String {
    let (trace, span) = (random.u128(1..), random.u64(1..));
    let is_sampled = random.f64() * 100.0 < sampled_percent;
    format!("00-{trace:032x}-{span:016x}-{:02x}", u8::from(is_sampled))
}

fn variable_or(around: &dyn EvaluationContext, name: &str, default: Option<&String>) -> String {
    match (around.variable_named(name), default) {
        (Some(value), _) => value.to_owned(),
        (None, Some(default)) => default.clone(),
        (None, None) => name.to_owned(),
    }
}

fn eval(around: &mut dyn EvaluationContext, text: &str) -> String {
    if !around.eval_bounds().enter(text.len()) {
        return text.to_owned();
    }
    let mut out = String::new();
    render_named(&Template::parse(text), around, &mut out);
    around.eval_bounds().leave();
    out
}

pub(crate) fn url_decode(text: &str) -> String {
    let pair = format!("x={}", text.replace('&', "%26"));
    url::form_urlencoded::parse(pair.as_bytes()).map(|(_, value)| value.into_owned()).collect()
}

/// The last argument names a variable unless it is a number.
fn sum(
    around: &mut dyn EvaluationContext,
    arguments: &[String],
    of: impl Fn(&[String]) -> Option<String>,
) -> String {
    if let Some(all) = of(arguments) {
        return all;
    }
    let Some((name, rest)) = arguments.split_last() else { return String::new() };
    let value = of(rest).unwrap_or_default();
    store(around, name, &value);
    value
}

/// Of 32 or 64 bits: beyond their range they wrap as Java's numbers do.
fn whole_sum(texts: &[String], is_int: bool) -> Option<String> {
    let number = |text: &String| match is_int {
        true => text.trim().parse::<i32>().ok().map(i64::from),
        false => text.trim().parse::<i64>().ok(),
    };
    let sum = texts.iter().map(number).try_fold(0_i64, |sum, n| Some(sum.wrapping_add(n?)))?;
    Some(if is_int { (sum as i32).to_string() } else { sum.to_string() })
}

/// A mode that is not known leaves the text as it is.
fn change_case(arguments: &[String]) -> String {
    let text = arguments.first().map_or("", |a| a);
    match arguments.get(1).map_or("", |mode| mode.as_str()).to_ascii_uppercase().as_str() {
        "LOWER" => text.to_lowercase(),
        "CAPITALIZE" => {
            let mut characters = text.chars();
            let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
            first + characters.as_str()
        }
        "UPPER" | "" => text.to_uppercase(),
        _ => text.to_owned(),
    }
}

fn next_line(around: &mut dyn EvaluationContext, site: u32, arguments: &[String]) -> String {
    let raw = |at: usize| arguments.get(at).map_or("", |argument| argument.as_str());
    let numbers = (arguments.len() >= 3).then(|| (raw(2), raw(3)));
    let value = match around.files().line(around.origin(), site, raw(0), numbers) {
        FileLine::Text(line) => line,
        FileLine::Unreadable => UNREADABLE.to_owned(),
        FileLine::EndOfSequence => {
            around.end_user();
            return UNREADABLE.to_owned();
        }
    };
    store(around, arguments.get(1).map_or("StringFromFile_", |name| name), &value);
    value
}
