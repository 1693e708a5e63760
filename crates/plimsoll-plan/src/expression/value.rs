//! What an expression gives.

use super::number::Decimal;
use super::syntax::{FunctionCode, Object};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum ScriptValue {
    Null,
    /// JavaScript's; what a call without a result gives there.
    Undefined,
    Bool(bool),
    Int(i32),
    Long(i64),
    Double(f64),
    Decimal(Decimal),
    /// A text of the script itself: a literal in Java's languages, any of JavaScript's own in that.
    Text(String),
    /// A text that Java made: JavaScript's `===` and BeanShell's `==` tell it from the script's own.
    JavaText(String),
    /// A list, a set or an array.
    List(Items),
    Map(MapEntries),
    Entry(Rc<MapEntry>),
    Bytes(Rc<[u8]>),
    /// StringBuilder and its like.
    Buffer(Rc<RefCell<String>>),
    Closure(Rc<Closure>),
    /// java.util.regex.Matcher
    Matcher(Rc<Matcher>),
    /// java.io.File: its path.
    File(Rc<str>),
    Writer(Rc<Writer>),
    /// An object of a class that has nothing of its own: JsonSlurper, encoders.
    Instance(&'static str),
    /// java.util.Date, milliseconds since 1970.
    Date(i64),
    /// java.text.SimpleDateFormat: its pattern and its time zone.
    DateFormat(Rc<DateFormat>),
    Object(Object),
}

/// A pattern for dates, and the zone that they are in; none is the machine's.
#[derive(Clone, Debug, PartialEq)]
pub struct DateFormat {
    pub(super) pattern: String,
    pub(super) zone: RefCell<Option<String>>,
}

/// A type that a declaration or a cast names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Any,
    Bool,
    Int,
    Long,
    Double,
    Decimal,
    Text,
    List,
    Map,
    Bytes,
    Closure,
    Date,
}

/// A list, or an array.
#[derive(Clone, Debug, Default)]
pub struct Items(pub(super) Rc<RefCell<Vec<ScriptValue>>>);

/// A map that keeps the order in which its keys came.
#[derive(Clone, Debug, Default)]
pub struct MapEntries(pub(super) Rc<RefCell<Vec<(ScriptValue, ScriptValue)>>>);

/// One key of a map and its value, or the exception that a script has caught: what has named parts.
#[derive(Clone, Debug, PartialEq)]
pub struct MapEntry {
    pub(super) key: ScriptValue,
    pub(super) value: ScriptValue,
}

/// A closure or a function, and the variables around it while its script runs.
#[derive(Clone, Debug)]
pub struct Closure {
    pub(super) code: Arc<FunctionCode>,
    /// The number of the frame in which it was made.
    pub(super) frame: usize,
}

impl PartialEq for Closure {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.code, &other.code) && self.frame == other.frame
    }
}

/// FileWriter, BufferedWriter, PrintWriter: what is written goes to the file at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Writer {
    pub(super) path: String,
}

/// Where a match begins and ends, and its groups, the whole first.
pub(super) type Match = (usize, usize, Vec<Option<String>>);

/// All matches of a text, and which of them it stands at.
#[derive(Clone, Debug, PartialEq)]
pub struct Matcher {
    pub(super) text: String,
    pub(super) pattern: String,
    pub(super) matches: Vec<Match>,
    /// Of the matches, how many have been found.
    pub(super) found: Cell<usize>,
}
