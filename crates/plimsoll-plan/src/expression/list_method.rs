//! Methods of lists: Java's, what Groovy adds to them, and JavaScript's arrays.

use super::arguments::{Arguments, outside};
use super::compare;
use super::operator;
use super::syntax::ScriptLanguage;
use super::value::Items;
use super::value::ScriptValue;

type Outcome = Result<ScriptValue, String>;

/// Most values that a script puts into one list.
const LENGTH_MAX: usize = 1_000_000;

pub(super) fn list(items: &Items, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    let nothing =
        if language == ScriptLanguage::JavaScript { ScriptValue::Undefined } else { ScriptValue::Null };
    let index = |at: usize| usize::try_from(arguments.whole(at)?).map_err(|_| outside());
    Ok(match (name, arguments.values.len()) {
        ("size" | "getLength" | "getSize", _) => ScriptValue::count(items.len()),
        ("isEmpty", _) => ScriptValue::Bool(items.is_empty()),
        ("get", _) => items.get(index(0)? as i64).ok_or_else(outside)?,
        ("getAt", _) => items.get(arguments.whole(0)?).unwrap_or(nothing),
        ("first" | "head" | "getFirst", _) => items.get(0).ok_or_else(outside)?,
        ("last" | "getLast", _) => items.get(-1).ok_or_else(outside)?,
        ("contains" | "indexOf" | "includes" | "lastIndexOf", _) => found(items, name, arguments)?,
        ("join", _) => {
            let texts: Vec<String> = items.all().iter().map(|value| value.to_text(language)).collect();
            let mark = match arguments.values.is_empty() {
                true if language == ScriptLanguage::JavaScript => ",".to_owned(),
                true => String::new(),
                false => arguments.text(0)?,
            };
            texts.join(&mark).into()
        }
        ("push", _) => {
            arguments.values.iter().try_for_each(|value| add(items, items.len(), value.clone()))?;
            ScriptValue::count(items.len())
        }
        ("add" | "leftShift", 1) => {
            add(items, items.len(), arguments.get(0)?.clone())?;
            if name == "add" { ScriptValue::Bool(true) } else { ScriptValue::List(items.clone()) }
        }
        ("add", _) => {
            add(items, index(0)?, arguments.get(1)?.clone())?;
            nothing
        }
        ("addAll", _) => {
            let more = all(arguments.get(0)?)?;
            more.into_iter().try_for_each(|value| add(items, items.len(), value))?;
            ScriptValue::Bool(true)
        }
        ("set" | "putAt", _) => {
            let before = items.get(arguments.whole(0)?).unwrap_or(ScriptValue::Null);
            put(items, arguments.get(0)?, arguments.get(1)?.clone())?;
            before
        }
        ("remove" | "removeAt", _) => remove(items, arguments)?,
        ("pop", _) if language == ScriptLanguage::JavaScript => items.change(Vec::pop).unwrap_or(nothing),
        ("pop" | "shift", _) => match items.is_empty() {
            true => nothing,
            false => items.change(|values| values.remove(0)),
        },
        ("clear", _) => {
            items.replace(Vec::new());
            nothing
        }
        _ => return whole(items, name, arguments),
    })
}

/// What gives another list, or a value of all.
fn whole(items: &Items, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    let mut values = items.all();
    let count = || usize::try_from(arguments.whole(0)?).map_err(|_| outside());
    Ok(match name {
        "toList" | "asList" | "toArray" | "clone" | "toSorted" | "stream" if name != "toSorted" => {
            ScriptValue::list(values)
        }
        "reverse" => {
            values.reverse();
            ScriptValue::list(values)
        }
        "sort" | "toSorted" => {
            sort(language, &mut values)?;
            if name == "sort" && language != ScriptLanguage::JavaScript {
                items.replace(values);
                return Ok(ScriptValue::List(items.clone()));
            }
            ScriptValue::list(values)
        }
        "unique" | "toSet" => {
            let mut retained: Vec<ScriptValue> = Vec::new();
            for value in values {
                let is_there = retained.iter().map(|own| compare::equal(ScriptLanguage::Groovy, own, &value));
                if !is_there.collect::<Result<Vec<_>, _>>()?.contains(&true) {
                    retained.push(value);
                }
            }
            ScriptValue::list(retained)
        }
        "take" => ScriptValue::list(values.into_iter().take(count()?).collect()),
        "drop" => ScriptValue::list(values.into_iter().skip(count()?).collect()),
        "tail" => ScriptValue::list(values.into_iter().skip(1).collect()),
        "subList" | "slice" => {
            let from = count()?;
            let to = arguments.values.get(1).map_or(Ok(values.len() as i64), |_| arguments.whole(1))?;
            let to = usize::try_from(to).map_err(|_| outside())?;
            ScriptValue::list(values.get(from..to).ok_or_else(outside)?.to_vec())
        }
        "findAll" | "find" => {
            let holds = |value: &ScriptValue| value.truth(language);
            let mut retained = Vec::new();
            for value in values {
                if holds(&value)? {
                    retained.push(value);
                }
            }
            match name {
                "find" => retained.into_iter().next().unwrap_or(ScriptValue::Null),
                _ => ScriptValue::list(retained),
            }
        }
        "flatten" => ScriptValue::list(flat(values)),
        "plus" => {
            values.extend(all(arguments.get(0)?).unwrap_or_else(|_| arguments.values.to_vec()));
            ScriptValue::list(values)
        }
        "minus" | "removeAll" => {
            let others = all(arguments.get(0)?).unwrap_or_else(|_| arguments.values.to_vec());
            let is_other = |value: &ScriptValue| others.iter().any(|other| same(value, other));
            values.retain(|value| !is_other(value));
            if name == "minus" {
                return Ok(ScriptValue::list(values));
            }
            let changed = values.len() != items.len();
            items.replace(values);
            ScriptValue::Bool(changed)
        }
        "sum" => {
            let mut sum = ScriptValue::Null;
            for value in values {
                sum = match sum {
                    ScriptValue::Null => value,
                    sum => operator::apply(language, super::syntax::Operator::Add, sum, value)?,
                };
            }
            sum
        }
        "min" | "max" => {
            let mut best: Option<ScriptValue> = None;
            for value in values {
                let order = match &best {
                    Some(best) => compare::compare(language, &value, best)?,
                    None => None,
                };
                let is_better =
                    order.is_none_or(|order| if name == "min" { order.is_lt() } else { order.is_gt() });
                if best.is_none() || is_better {
                    best = Some(value);
                }
            }
            best.unwrap_or(ScriptValue::Null)
        }
        "count" => ScriptValue::count(
            values.iter().filter(|value| arguments.values.iter().any(|w| same(value, w))).count(),
        ),
        "withIndex" => {
            let pair = |(at, value)| ScriptValue::list(vec![value, ScriptValue::count(at)]);
            ScriptValue::list(values.into_iter().enumerate().map(pair).collect())
        }
        "containsAll" => {
            let others = all(arguments.get(0)?)?;
            ScriptValue::Bool(others.iter().all(|other| values.iter().any(|value| same(value, other))))
        }
        "indices" | "getIndices" => ScriptValue::list((0..values.len()).map(ScriptValue::count).collect()),
        _ => return Err(format!("`{name}` is no method of a list")),
    })
}

fn same(a: &ScriptValue, b: &ScriptValue) -> bool {
    match (a.as_str(), b.as_str()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b || (a.is_number() && b.is_number() && a.to_f64() == b.to_f64()),
    }
}

fn found(items: &Items, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let wanted = arguments.get(0)?;
    let values = items.all();
    let found = match name {
        "lastIndexOf" => values.iter().rposition(|value| same(value, wanted)),
        _ => values.iter().position(|value| same(value, wanted)),
    };
    Ok(match name {
        "contains" | "includes" => ScriptValue::Bool(found.is_some()),
        _ => found.map_or(ScriptValue::Int(-1), ScriptValue::count),
    })
}

fn add(items: &Items, at: usize, value: ScriptValue) -> Result<(), String> {
    if at > items.len() {
        return Err(outside());
    }
    if items.len() >= LENGTH_MAX {
        return Err(format!("a list of more than {LENGTH_MAX} values"));
    }
    items.change(|values| values.insert(at, value));
    Ok(())
}

/// Groovy's lists grow to the place.
pub(super) fn put(items: &Items, at: &ScriptValue, value: ScriptValue) -> Result<(), String> {
    let at = at.to_i64().ok_or("the place is no whole number")?;
    let at = usize::try_from(if at < 0 { at + items.len() as i64 } else { at }).map_err(|_| outside())?;
    if at >= LENGTH_MAX {
        return Err(outside());
    }
    items.change(|values| {
        while values.len() <= at {
            values.push(ScriptValue::Null);
        }
        values[at] = value;
    });
    Ok(())
}

/// By its place where the argument is a whole number, else the first that is equal.
fn remove(items: &Items, arguments: &Arguments<'_>) -> Outcome {
    let wanted = arguments.get(0)?;
    match wanted {
        ScriptValue::Int(at) => {
            let at = usize::try_from(*at).ok().filter(|at| *at < items.len()).ok_or_else(outside)?;
            Ok(items.change(|values| values.remove(at)))
        }
        wanted => {
            let mut values = items.all();
            let place = values.iter().position(|value| same(value, wanted));
            if let Some(place) = place {
                values.remove(place);
                items.replace(values);
            }
            Ok(ScriptValue::Bool(place.is_some()))
        }
    }
}

fn flat(values: Vec<ScriptValue>) -> Vec<ScriptValue> {
    let mut out = Vec::new();
    for value in values {
        match value {
            ScriptValue::List(inner) => {
                out.extend(super::collection::deeper(Vec::new(), || flat(inner.all())))
            }
            other => out.push(other),
        }
    }
    out
}

pub(super) fn all(value: &ScriptValue) -> Result<Vec<ScriptValue>, String> {
    match value {
        ScriptValue::List(items) => Ok(items.all()),
        _ => Err("an argument is no list".to_owned()),
    }
}

pub(super) fn sort(language: ScriptLanguage, values: &mut [ScriptValue]) -> Result<(), String> {
    let mut problem = None;
    values.sort_by(|a, b| match compare::compare(language, a, b) {
        Ok(order) => order.unwrap_or(std::cmp::Ordering::Equal),
        Err(reason) => {
            problem.get_or_insert(reason);
            std::cmp::Ordering::Equal
        }
    });
    problem.map_or(Ok(()), Err)
}
