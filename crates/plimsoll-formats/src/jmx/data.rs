//! What happens at the start of each iteration of a controller: rows of CSV files, counters, random
//! numbers, user parameters.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties, Property};
use crate::files::{self, Misfit};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{AssignByUser, Counter, DataSet, OnError, RandomNumber, Sharing, Step};

/// `None` when an error was reported: the file is not there.
pub fn data_set(lowering: &mut Lowering, element: &Element) -> ElementResult<Option<Step>> {
    let names = lowering.evaluation.known_text(element.text("variableNames"))?;
    let delimiter = lowering.evaluation.known_text(element.text("delimiter"))?;
    if element.text("filename").trim().is_empty() {
        let warning = lowering.warn(element, "no data file is named; users end here");
        warning.hint = Some("fill in the file name".to_owned());
        // FileServer.reserveFile throws, and the thread ends.
        return Ok(Some(Step::Stop(OnError::StopUser)));
    }
    let Some(path) = existing_file(lowering, element) else { return Ok(None) };
    let data = DataSet {
        path: path.into(),
        variables: names.split(',').map(|n| n.trim().to_owned()).filter(|n| !n.is_empty()).collect(),
        skip_first_line: element.flag("ignoreFirstLine", false) && !names.trim().is_empty(),
        delimiter: delimiter_of(&delimiter)?,
        quoted: element.flag("quotedData", false),
        encoding: element.text("fileEncoding").trim().to_owned(),
        recycle: element.flag("recycle", true),
        stop_at_end: element.flag("stopThread", false),
        sharing: sharing(element.text("shareMode")),
    };
    if let Some(problem) = files::encoding_problem(&data.encoding) {
        lowering.error(element, problem).hint = Some(files::ENCODINGS.to_owned());
    }
    warn_of_rows(lowering, element, &data);
    lowering.plan.data.push(data);
    Ok(Some(Step::ReadData(lowering.plan.data.len() - 1)))
}

fn existing_file(lowering: &mut Lowering, element: &Element) -> Option<String> {
    let name = match lowering.evaluation.known_text(element.text("filename")) {
        Ok(name) => name.trim().to_owned(),
        Err(problem) => {
            let hint =
                problem.hint("define the variable in the plan, or write `${__P(name)}` and give `-Jname=…`");
            lowering.error(element, format!("the name of the data file: {problem}")).hint = Some(hint);
            return None;
        }
    };
    let path = files::resolve(lowering.folder, &name);
    if path.is_file() {
        return Some(path.display().to_string());
    }
    let (message, hint) = match name.as_str() {
        "" => ("no data file is named".to_owned(), "fill in the file name".to_owned()),
        name => {
            let (problem, hint) = files::missing(&path, name);
            (format!("the data file {} {problem}", path.display()), hint)
        }
    };
    lowering.error(element, message).hint = Some(hint);
    None
}

fn delimiter_of(text: &str) -> ElementResult<char> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        _ if text == "\\t" => Ok('\t'),
        (None, _) => Ok(','),
        (Some(one), None) => Ok(one),
        _ => Err(format!("the delimiter `{text}` is more than one character")),
    }
}

/// Any other text names a group of data sets that share.
fn sharing(text: &str) -> Sharing {
    match text {
        "shareMode.all" | "" => Sharing::All,
        "shareMode.group" => Sharing::Scenario,
        "shareMode.thread" => Sharing::User,
        other => Sharing::Named(other.to_owned()),
    }
}

fn warn_of_rows(lowering: &mut Lowering, element: &Element, data: &DataSet) {
    if let Some(Misfit { message, hint }) = files::misfit(data) {
        lowering.warn(element, message).hint = Some(hint);
    }
}

pub fn counter(element: &Element) -> ElementResult<Step> {
    let field = |name: &str| Lowering::template(name, element.text(name).trim());
    let or_zero = |name: &str| match element.text(name).trim() {
        "" => Lowering::template(name, "0"),
        text => Lowering::template(name, text),
    };
    let end = field("CounterConfig.end")?;
    Ok(Step::Counter(Counter {
        variable: element.text("CounterConfig.name").trim().to_owned(),
        start: or_zero("CounterConfig.start")?,
        increment: or_zero("CounterConfig.incr")?,
        end: (!end.is_empty()).then_some(end),
        format: element.text("CounterConfig.format").to_owned(),
        per_user: element.flag("CounterConfig.per_user", false),
        reset_each_iteration: element.flag("CounterConfig.reset_on_tg_iteration", false),
    }))
}

pub fn random_number(lowering: &mut Lowering, element: &Element) -> ElementResult<Step> {
    if !element.text("randomSeed").trim().is_empty() {
        lowering.approximate(element, "the random numbers are not those of JMeter's seed");
    }
    Ok(Step::RandomNumber(RandomNumber {
        variable: element.text("variableName").trim().to_owned(),
        minimum: Lowering::template("minimumValue", element.text("minimumValue").trim())?,
        maximum: Lowering::template("maximumValue", element.text("maximumValue").trim())?,
        format: element.text("outputFormat").to_owned(),
        per_user: element.flag("perThread", false),
    }))
}

/// Each user takes the list of values that its number leads to (UserParameters.getValues).
pub fn user_parameters(element: &Element) -> ElementResult<Vec<Step>> {
    let names = element.texts("UserParameters.names");
    let users: Vec<&[Property]> = element.members("UserParameters.thread_values");
    let texts = |user: &[Property]| -> ElementResult<Vec<Template>> {
        let values = user.iter().filter_map(Property::as_text).take(names.len());
        values.map(|text| Lowering::template("UserParameters.thread_values", text)).collect()
    };
    let values: Vec<Vec<Template>> = users.into_iter().map(texts).collect::<ElementResult<_>>()?;
    if let [only] = values.as_slice() {
        let assign = |(name, value): (&&str, &Template)| Step::Assign {
            variable: name.trim().to_owned(),
            value: value.clone(),
        };
        return Ok(names.iter().zip(only).map(assign).collect());
    }
    let name = |name: &&str| Lowering::template("UserParameters.names", name.trim());
    let variables = names.iter().map(name).collect::<ElementResult<Vec<_>>>()?;
    let nothing = variables.is_empty() || values.is_empty();
    Ok(if nothing { Vec::new() } else { vec![Step::AssignByUser(AssignByUser { variables, values })] })
}
