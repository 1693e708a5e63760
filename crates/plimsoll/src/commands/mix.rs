use crate::arguments::Mix as Arguments;
use crate::exit::{Exit, Failure};
pub fn mix(_a: &Arguments) -> Result<Exit, Failure> { todo!() }
