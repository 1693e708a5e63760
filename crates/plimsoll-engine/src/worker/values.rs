//! Values that a plan's elements give to variables: rows of data sets, counters, random numbers.

use super::Worker;
use super::interpreter::Flow;
use crate::data::DataRow;
use crate::program::Text;
use crate::user::User;
use plimsoll_plan::number_format::decimal_format;
use plimsoll_plan::template::EvaluationContext;
use std::rc::Rc;

impl Worker {
    pub fn read_data(&mut self, user: &mut User, set: usize) -> Flow {
        let slots = &self.context.program.slots;
        match self.context.shared.positions.next(set, user.data.scenario, &mut user.execution.rows) {
            DataRow::Values { variables, values } => {
                // A short row leaves the remaining variables as they were.
                for (name, value) in variables.iter().zip(values.iter()) {
                    user.data.variables.set_named(slots, name, value);
                }
            }
            DataRow::EndOfFile { variables } => {
                for name in variables {
                    user.data.variables.set_named(slots, name, "<EOF>");
                }
            }
            DataRow::Stop => return Flow::End,
        }
        Flow::Next
    }

    pub fn count(&mut self, user: &mut User, element: usize) {
        let program = Rc::clone(&self.context.program);
        let counter = &program.counters[element];
        let mut scope = self.context.scope(&mut user.data);
        let mut number =
            |text: &Text, default: i64| text.to_text(&mut scope).trim().parse().unwrap_or(default);
        let (start, increment) = (number(&counter.start, 0), number(&counter.increment, 1));
        let end = counter.end.as_ref().map_or(i64::MAX, |end| number(end, i64::MAX));
        let next = |before: Option<i64>| match before {
            None => start,
            Some(before) => match before.checked_add(increment) {
                Some(next) if next <= end => next,
                _ => start,
            },
        };
        let value = if counter.per_user {
            let value = next(user.execution.counters[element]);
            user.execution.counters[element] = Some(value);
            value
        } else if self.context.shared.counters.is_dealt() {
            let turn = self.context.shared.counters.turn(element);
            dealt_number(turn, start, increment, end)
        } else {
            self.context.shared.counters.advance(element, next)
        };
        user.data.variables.set(counter.variable.slot, &decimal_format(&counter.format, value));
    }

    pub fn random_number(&mut self, user: &mut User, element: usize) {
        let program = Rc::clone(&self.context.program);
        let number = &program.random_numbers[element];
        let mut scope = self.context.scope(&mut user.data);
        let low = number.minimum.to_text(&mut scope).trim().parse::<i64>();
        let high = number.maximum.to_text(&mut scope).trim().parse::<i64>();
        if let (Ok(low), Ok(high)) = (low, high) {
            let value = if low <= high { scope.random().i64(low..=high) } else { low };
            user.data.variables.set(number.variable.slot, &decimal_format(&number.format, value));
        }
    }
}

/// What a counter has at its turn `turn` (from 0), when it begins again at `start` after `end`.
fn dealt_number(turn: u64, start: i64, increment: i64, end: i64) -> i64 {
    let room = i128::from(end) - i128::from(start);
    let numbers = match increment {
        1.. if room >= 0 => room / i128::from(increment) + 1,
        1.. => 1,
        _ => i128::from(i64::MAX),
    };
    let value = i128::from(start) + i128::from(turn) % numbers * i128::from(increment);
    i64::try_from(value).unwrap_or(start)
}

#[cfg(test)]
mod tests {
    use super::dealt_number;

    #[test]
    fn dealt_numbers_are_those_of_one_counter() {
        let numbers = |start, increment, end| -> Vec<i64> {
            (0..5).map(|turn| dealt_number(turn, start, increment, end)).collect()
        };
        assert_eq!(numbers(1, 1, i64::MAX), [1, 2, 3, 4, 5]);
        assert_eq!(numbers(10, 5, 20), [10, 15, 20, 10, 15]);
        assert_eq!(numbers(3, 1, 2), [3; 5]);
        assert_eq!(numbers(0, -2, i64::MAX), [0, -2, -4, -6, -8]);
    }
}
