//! Lists, maps and entries: values that scripts share and change.

use super::value::{Items, MapEntries, ScriptValue};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Lists in lists that are looked into; a list may hold itself.
const DEPTH_MAX: u32 = 48;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// One level deeper into a value; `too_deep` where it goes down without an end.
pub(super) fn deeper<T>(too_deep: T, look: impl FnOnce() -> T) -> T {
    let depth = DEPTH.get();
    if depth >= DEPTH_MAX {
        return too_deep;
    }
    DEPTH.set(depth + 1);
    let found = look();
    DEPTH.set(depth);
    found
}

impl Items {
    pub(super) fn of(values: Vec<ScriptValue>) -> Self {
        Items(Rc::new(RefCell::new(values)))
    }

    /// As they are now: who goes through them may change them meanwhile.
    pub(super) fn all(&self) -> Vec<ScriptValue> {
        self.0.borrow().clone()
    }

    pub(super) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// From the end where `at` is negative.
    pub(super) fn get(&self, at: i64) -> Option<ScriptValue> {
        let values = self.0.borrow();
        let from_end = if at < 0 { at + values.len() as i64 } else { at };
        usize::try_from(from_end).ok().and_then(|at| values.get(at).cloned())
    }

    pub(super) fn replace(&self, values: Vec<ScriptValue>) {
        *self.0.borrow_mut() = values;
    }

    /// `change` must not look at other values.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Vec<ScriptValue>) -> T) -> T {
        change(&mut self.0.borrow_mut())
    }
}

impl MapEntries {
    pub(super) fn of(entries: Vec<(ScriptValue, ScriptValue)>) -> Self {
        MapEntries(Rc::new(RefCell::new(entries)))
    }

    pub(super) fn all(&self) -> Vec<(ScriptValue, ScriptValue)> {
        self.0.borrow().clone()
    }

    pub(super) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    fn place(&self, key: &ScriptValue) -> Option<usize> {
        self.0.borrow().iter().position(|(own, _)| is_key(own, key))
    }

    pub(super) fn get(&self, key: &ScriptValue) -> Option<ScriptValue> {
        let at = self.place(key)?;
        self.0.borrow().get(at).map(|(_, value)| value.clone())
    }

    /// The value before.
    pub(super) fn put(&self, key: ScriptValue, value: ScriptValue) -> Option<ScriptValue> {
        match self.place(&key) {
            Some(at) => Some(std::mem::replace(&mut self.0.borrow_mut()[at].1, value)),
            None => {
                self.0.borrow_mut().push((key, value));
                None
            }
        }
    }

    pub(super) fn remove(&self, key: &ScriptValue) -> Option<ScriptValue> {
        let at = self.place(key)?;
        Some(self.0.borrow_mut().remove(at).1)
    }

    pub(super) fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// Texts are equal whoever made them.
fn is_key(own: &ScriptValue, key: &ScriptValue) -> bool {
    match (own.as_str(), key.as_str()) {
        (Some(a), Some(b)) => a == b,
        _ => own == key,
    }
}

impl PartialEq for Items {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
            || deeper(false, || {
                let (a, b) = (self.all(), other.all());
                a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| is_key(a, b))
            })
    }
}

impl PartialEq for MapEntries {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
            || deeper(false, || {
                let own = self.all();
                own.len() == other.len()
                    && own
                        .iter()
                        .all(|(key, value)| other.get(key).is_some_and(|other| is_key(value, &other)))
            })
    }
}
