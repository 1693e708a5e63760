//! Methods that take a closure: Groovy's `each`, `collect`, `find` and their like, and those of JavaScript's arrays.

use super::compare;
use super::list_method;
use super::operator;
use super::run::{Evaluated, ScriptRun, elements};
use super::syntax::{Operator, ScriptLanguage};
use super::value::Closure;
use super::value::MapEntries;
use super::value::ScriptValue;

/// Their names.
pub(super) const METHODS: [&str; 33] = [
    "each",
    "eachWithIndex",
    "eachLine",
    "eachMatch",
    "collect",
    "collectEntries",
    "collectMany",
    "find",
    "findAll",
    "findIndexOf",
    "findResult",
    "findResults",
    "any",
    "every",
    "inject",
    "sum",
    "min",
    "max",
    "sort",
    "toSorted",
    "groupBy",
    "count",
    "countBy",
    "unique",
    "times",
    "upto",
    "downto",
    "removeAll",
    "removeIf",
    "retainAll",
    "forEach",
    "with",
    "replaceAll",
];
const JAVASCRIPT: [&str; 4] = ["map", "filter", "some", "reduce"];

pub(super) fn is_known(name: &str) -> bool {
    METHODS.contains(&name)
        || JAVASCRIPT.contains(&name)
        || matches!(name, "step" | "tap" | "call" | "withIndex")
}

impl ScriptRun<'_> {
    pub(super) fn with_closure(
        &mut self,
        of: &ScriptValue,
        name: &str,
        closure: &Closure,
        values: &[ScriptValue],
    ) -> Evaluated {
        match (name, of) {
            ("times", ScriptValue::Int(_) | ScriptValue::Long(_)) => {
                for number in 0..of.to_i64().unwrap_or(0) {
                    self.invoke(closure, vec![ScriptValue::Int(number as i32)])?;
                }
                return Ok(ScriptValue::Null);
            }
            ("upto" | "downto", ScriptValue::Int(_) | ScriptValue::Long(_)) => {
                return self.count_to(of, name, closure, values);
            }
            ("with" | "tap", _) => return self.invoke(closure, vec![of.clone()]),
            ("replaceAll", ScriptValue::Text(text) | ScriptValue::JavaText(text)) => {
                return self.replaced(text, closure, values);
            }
            ("eachLine", ScriptValue::Text(text) | ScriptValue::JavaText(text)) => {
                for line in text.lines() {
                    self.invoke(closure, vec![line.to_owned().into()])?;
                }
                return Ok(ScriptValue::Null);
            }
            ("find" | "findAll", ScriptValue::Text(text) | ScriptValue::JavaText(text))
                if values.len() == 2 =>
            {
                return self.found(text, name == "findAll", closure, values);
            }
            ("inject" | "reduce", _) => return self.folded(of, closure, values),
            _ => {}
        }
        let items = match of {
            // Its values, not its places.
            ScriptValue::List(items) => items.all(),
            other => elements(other.clone(), self.language)?,
        };
        match of {
            ScriptValue::Map(entries) => self.of_map(entries, items, name, closure),
            _ => self.of_list(of, items, name, closure),
        }
    }

    fn is(&mut self, closure: &Closure, value: &ScriptValue) -> Result<bool, String> {
        self.invoke(closure, vec![value.clone()])?.truth(self.language)
    }

    /// Those of which the closure is true, with their places.
    fn chosen(&mut self, closure: &Closure, items: &[ScriptValue]) -> Result<Vec<usize>, String> {
        let mut found = Vec::new();
        for (at, value) in items.iter().enumerate() {
            if self.is(closure, value)? {
                found.push(at);
            }
        }
        Ok(found)
    }

    fn first(
        &mut self,
        closure: &Closure,
        items: &[ScriptValue],
        wanted: bool,
    ) -> Result<Option<usize>, String> {
        for (at, value) in items.iter().enumerate() {
            if self.is(closure, value)? == wanted {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    fn each_value(&mut self, closure: &Closure, items: &[ScriptValue]) -> Result<Vec<ScriptValue>, String> {
        items.iter().map(|value| self.invoke(closure, vec![value.clone()])).collect()
    }

    fn of_map(
        &mut self,
        entries: &MapEntries,
        items: Vec<ScriptValue>,
        name: &str,
        closure: &Closure,
    ) -> Evaluated {
        if name == "findAll" {
            let own = entries.all();
            let chosen = self.chosen(closure, &items)?;
            return Ok(ScriptValue::map(chosen.into_iter().map(|at| own[at].clone()).collect()));
        }
        self.of_list(&ScriptValue::Map(entries.clone()), items, name, closure)
    }

    fn of_list(
        &mut self,
        of: &ScriptValue,
        items: Vec<ScriptValue>,
        name: &str,
        closure: &Closure,
    ) -> Evaluated {
        Ok(match name {
            "each" | "forEach" => {
                self.each_value(closure, &items)?;
                of.clone()
            }
            "eachWithIndex" => {
                for (at, value) in items.into_iter().enumerate() {
                    self.invoke(closure, vec![value, ScriptValue::count(at)])?;
                }
                of.clone()
            }
            "collect" | "map" => ScriptValue::list(self.each_value(closure, &items)?),
            "collectMany" => {
                let lists = self.each_value(closure, &items)?;
                let all = lists.iter().map(list_method::all).collect::<Result<Vec<_>, _>>()?;
                ScriptValue::list(all.into_iter().flatten().collect())
            }
            "collectEntries" => self.entries(closure, &items)?,
            "find" => self.first(closure, &items, true)?.map_or(ScriptValue::Null, |at| items[at].clone()),
            "findAll" | "filter" => {
                let chosen = self.chosen(closure, &items)?;
                ScriptValue::list(chosen.into_iter().map(|at| items[at].clone()).collect())
            }
            "findIndexOf" => {
                self.first(closure, &items, true)?.map_or(ScriptValue::Int(-1), ScriptValue::count)
            }
            "findResult" | "findResults" => {
                let mut values = self.each_value(closure, &items)?;
                values.retain(|value| !value.is_nothing());
                match name {
                    "findResults" => ScriptValue::list(values),
                    _ => values.into_iter().next().unwrap_or(ScriptValue::Null),
                }
            }
            "any" | "some" => ScriptValue::Bool(self.first(closure, &items, true)?.is_some()),
            "every" => ScriptValue::Bool(self.first(closure, &items, false)?.is_none()),
            "count" => ScriptValue::count(self.chosen(closure, &items)?.len()),
            "sum" => {
                let mut sum = ScriptValue::Null;
                for value in self.each_value(closure, &items)? {
                    sum = match sum {
                        ScriptValue::Null => value,
                        sum => operator::apply(self.language, Operator::Add, sum, value)?,
                    };
                }
                sum
            }
            "min" | "max" => {
                self.sorted(closure, items, name == "max")?.into_iter().next().unwrap_or(ScriptValue::Null)
            }
            "sort" | "toSorted" => {
                let sorted = self.sorted(closure, items, false)?;
                match of {
                    ScriptValue::List(own) if name == "sort" => {
                        own.replace(sorted);
                        of.clone()
                    }
                    _ => ScriptValue::list(sorted),
                }
            }
            "groupBy" | "countBy" => self.groups(closure, items, name == "countBy")?,
            "unique" => {
                let keys = self.each_value(closure, &items)?;
                let is_first = |at: &usize| !keys[..*at].contains(&keys[*at]);
                ScriptValue::list((0..items.len()).filter(is_first).map(|at| items[at].clone()).collect())
            }
            "removeAll" | "removeIf" | "retainAll" => {
                let chosen = self.chosen(closure, &items)?;
                let keeps = |at: &usize| chosen.contains(at) == (name == "retainAll");
                let retained: Vec<ScriptValue> =
                    (0..items.len()).filter(keeps).map(|at| items[at].clone()).collect();
                let changed = retained.len() != items.len();
                if let ScriptValue::List(own) = of {
                    own.replace(retained);
                }
                ScriptValue::Bool(changed)
            }
            _ => return Err(format!("`{name}` with a closure is not known here")),
        })
    }

    fn entries(&mut self, closure: &Closure, items: &[ScriptValue]) -> Evaluated {
        let found = MapEntries::default();
        for value in self.each_value(closure, items)? {
            match value {
                ScriptValue::List(pair) if pair.len() == 2 => {
                    let (key, value) = (pair.get(0), pair.get(1));
                    found.put(key.unwrap_or(ScriptValue::Null), value.unwrap_or(ScriptValue::Null));
                }
                ScriptValue::Map(more) => {
                    more.all().into_iter().for_each(|(key, value)| _ = found.put(key, value))
                }
                ScriptValue::Entry(entry) => _ = found.put(entry.key.clone(), entry.value.clone()),
                _ => return Err("an entry is a map, or a list of two".to_owned()),
            }
        }
        Ok(ScriptValue::Map(found))
    }

    fn groups(&mut self, closure: &Closure, items: Vec<ScriptValue>, counts: bool) -> Evaluated {
        let groups = MapEntries::default();
        for value in items {
            let key = self.invoke(closure, vec![value.clone()])?;
            match groups.get(&key) {
                Some(ScriptValue::List(group)) => group.change(|values| values.push(value)),
                _ => _ = groups.put(key, ScriptValue::list(vec![value])),
            }
        }
        if counts {
            for (key, group) in groups.all() {
                let count = if let ScriptValue::List(group) = group { group.len() } else { 0 };
                groups.put(key, ScriptValue::count(count));
            }
        }
        Ok(ScriptValue::Map(groups))
    }

    /// By a key of each value, or by the order of two.
    fn sorted(
        &mut self,
        closure: &Closure,
        items: Vec<ScriptValue>,
        descending: bool,
    ) -> Result<Vec<ScriptValue>, String> {
        let by_key = closure.code.parameters.len() < 2;
        let keys = if by_key { self.each_value(closure, &items)? } else { items.clone() };
        let mut order: Vec<usize> = (0..items.len()).collect();
        // Insertion by halves: a closure may fail, and a comparison must be able to stop.
        let mut sorted: Vec<usize> = Vec::with_capacity(order.len());
        for at in order.drain(..) {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                let before = match by_key {
                    true => {
                        let order = compare::compare(self.language, &keys[at], &keys[sorted[middle]])?;
                        order.is_some_and(|order| if descending { order.is_gt() } else { order.is_lt() })
                    }
                    false => {
                        let pair = vec![keys[at].clone(), keys[sorted[middle]].clone()];
                        let order = self.invoke(closure, pair)?.to_i64().unwrap_or(0);
                        if descending { order > 0 } else { order < 0 }
                    }
                };
                if before { high = middle } else { low = middle + 1 }
            }
            sorted.insert(low, at);
        }
        Ok(sorted.into_iter().map(|at| items[at].clone()).collect())
    }

    fn folded(&mut self, of: &ScriptValue, closure: &Closure, values: &[ScriptValue]) -> Evaluated {
        let mut items = match of {
            ScriptValue::List(items) => items.all(),
            other => elements(other.clone(), self.language)?,
        };
        // JavaScript has the closure first; it stands at the end wherever it was.
        let mut folded = match values {
            [start, _] => start.clone(),
            _ if items.is_empty() => return Ok(ScriptValue::Null),
            _ => items.remove(0),
        };
        for value in items {
            folded = self.invoke(closure, vec![folded, value])?;
        }
        Ok(folded)
    }

    fn count_to(
        &mut self,
        of: &ScriptValue,
        name: &str,
        closure: &Closure,
        values: &[ScriptValue],
    ) -> Evaluated {
        let (from, to) = (of.to_i64().unwrap_or(0), values.first().and_then(ScriptValue::to_i64));
        let to = to.ok_or("a number is missing")?;
        let mut number = from;
        while if name == "upto" { number <= to } else { number >= to } {
            self.invoke(closure, vec![ScriptValue::Int(number as i32)])?;
            number += if name == "upto" { 1 } else { -1 };
        }
        Ok(ScriptValue::Null)
    }

    /// The groups of a match are the closure's arguments, or it has them as a list.
    fn matched(&mut self, closure: &Closure, groups: Vec<Option<String>>) -> Evaluated {
        let value = |group: Option<String>| group.map_or(ScriptValue::Null, ScriptValue::from);
        let mut values: Vec<ScriptValue> = groups.into_iter().map(value).collect();
        match (values.len(), closure.code.parameters.len()) {
            (1, _) => self.invoke(closure, vec![values.remove(0)]),
            (_, 0 | 1) => self.invoke(closure, vec![ScriptValue::list(values)]),
            _ => self.invoke(closure, values),
        }
    }

    fn replaced(&mut self, text: &str, closure: &Closure, values: &[ScriptValue]) -> Evaluated {
        let pattern = values.first().map_or_else(String::new, |value| value.to_text(self.language));
        let mut out = String::new();
        let mut done = 0;
        for (start, end, groups) in super::matcher::matches_of(text, &pattern)? {
            out.push_str(&text[done..start]);
            out.push_str(&self.matched(closure, groups)?.to_text(self.language));
            done = end;
            super::text::bounded(out.len())?;
        }
        out.push_str(&text[done..]);
        self.step(out.len())?;
        Ok(out.into())
    }

    fn found(&mut self, text: &str, all: bool, closure: &Closure, values: &[ScriptValue]) -> Evaluated {
        let pattern = values.first().map_or_else(String::new, |value| value.to_text(ScriptLanguage::Groovy));
        let mut found = Vec::new();
        for (_, _, groups) in super::matcher::matches_of(text, &pattern)? {
            found.push(self.matched(closure, groups)?);
            if !all {
                break;
            }
        }
        match all {
            true => Ok(ScriptValue::list(found)),
            false => Ok(found.into_iter().next().unwrap_or(ScriptValue::Null)),
        }
    }
}
