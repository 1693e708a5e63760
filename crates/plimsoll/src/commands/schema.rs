//! `plimsoll schema plan|study|import`: for editors.

use crate::arguments::{SchemaArguments, SchemaOf};
use crate::exit::{Exit, Failure};
use crate::schema::json_schema;
use crate::stdout;

pub fn schema(arguments: &SchemaArguments) -> Result<Exit, Failure> {
    let defined: &[_] = if arguments.document == SchemaOf::Plan { &plimsoll_formats::DEFINED } else { &[] };
    let root = match arguments.document {
        SchemaOf::Plan => &plimsoll_formats::PLAN,
        SchemaOf::Study => &plimsoll_study::STUDY,
        SchemaOf::Import => &plimsoll_import::IMPORT,
    };
    let text = serde_json::to_string_pretty(&json_schema(root, defined))
        .map_err(|error| Failure::internal(error.to_string()))?;
    stdout::print_data(&format!("{text}\n"));
    Ok(Exit::Done)
}
