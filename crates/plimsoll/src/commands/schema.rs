//! `plimsoll schema plan|study|import`: for editors.

use crate::arguments::SchemaArguments;
use crate::exit::{Exit, Failure};
use crate::{schema, stdout};

pub fn schema(arguments: &SchemaArguments) -> Result<Exit, Failure> {
    let text = serde_json::to_string_pretty(&schema::of(arguments.document))
        .map_err(|error| Failure::internal(error.to_string()))?;
    stdout::print_data(&format!("{text}\n"));
    Ok(Exit::Done)
}
