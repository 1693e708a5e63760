use crate::conversion::Conversion;
use crate::json::Json;
use crate::reading::{ReadError, Reading};
use std::path::Path;
pub fn is_description(_t: &Json) -> bool { false }
pub fn read(_f: &str, _t: &Json, _d: &Path, _c: &Conversion) -> Reading { todo!() }
