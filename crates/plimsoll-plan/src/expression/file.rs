//! Files that scripts read and write: java.io.File, and writers. They are written beside the plan and below it alone.

use super::arguments::Arguments;
use super::value::{ScriptValue, Writer};
use crate::template::EvaluationContext;
use std::path::Path;
use std::rc::Rc;

type Outcome = Result<ScriptValue, String>;

impl Writer {
    pub(super) fn to_text(&self) -> String {
        format!("java.io.FileWriter[{}]", self.path)
    }
}

/// `new FileWriter(file, append)` and what may be put around it.
pub(super) fn writer(class: &str, arguments: &Arguments<'_>, around: &mut dyn EvaluationContext) -> Outcome {
    let path = match arguments.get(0)? {
        writer @ ScriptValue::Writer(_) => return Ok(writer.clone()),
        ScriptValue::File(path) => path.to_string(),
        other => other.as_str().ok_or("a writer needs a file")?.to_owned(),
    };
    let appends = class == "FileWriter" && arguments.values.get(1) == Some(&ScriptValue::Bool(true));
    if !appends {
        write(around, &path, "", false)?;
    }
    Ok(ScriptValue::Writer(Rc::new(Writer { path })))
}

fn write(around: &mut dyn EvaluationContext, path: &str, text: &str, append: bool) -> Result<(), String> {
    let files = around.files().clone();
    files.write_below(around.origin(), path, text, append)
}

pub(super) fn method(
    of: &ScriptValue,
    name: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn EvaluationContext,
) -> Outcome {
    let language = arguments.language;
    let given = || arguments.values.first().map_or_else(String::new, |value| value.to_text(language));
    if let ScriptValue::Writer(writer) = of {
        let text = match name {
            "write" | "append" | "print" | "leftShift" => given(),
            "println" | "writeLine" => given() + "\n",
            "newLine" => "\n".to_owned(),
            "flush" | "close" => return Ok(ScriptValue::Null),
            _ => return Err(format!("`{name}` is no method of a writer")),
        };
        write(around, &writer.path, &text, true)?;
        return Ok(of.clone());
    }
    let ScriptValue::File(path) = of else { return Err(format!("`{name}` is not known")) };
    let found = around.files().path_of(around.origin(), path);
    let read = |around: &mut dyn EvaluationContext| {
        around.files().text_of(&found).ok_or_else(|| format!("the file {path} can't be read"))
    };
    Ok(match name {
        "exists" => ScriptValue::Bool(found.exists()),
        "isFile" => ScriptValue::Bool(found.is_file()),
        "isDirectory" => ScriptValue::Bool(found.is_dir()),
        "length" | "size" => ScriptValue::Long(found.metadata().map_or(0, |meta| meta.len() as i64)),
        "getName" => Path::new(&**path)
            .file_name()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned())
            .into(),
        "getPath" | "toString" => path.to_string().into(),
        "getAbsolutePath" | "getCanonicalPath" => {
            std::path::absolute(&found).unwrap_or(found).display().to_string().into()
        }
        "getParent" => Path::new(&**path)
            .parent()
            .map_or(ScriptValue::Null, |parent| parent.display().to_string().into()),
        "getText" => read(around)?.into(),
        "readLines" => ScriptValue::list(read(around)?.lines().map(|line| line.to_owned().into()).collect()),
        "append" | "leftShift" => {
            write(around, path, &given(), true)?;
            of.clone()
        }
        "write" | "setText" => {
            write(around, path, &given(), false)?;
            ScriptValue::Null
        }
        "createNewFile" => {
            let is_new = !found.exists();
            if is_new {
                write(around, path, "", true)?;
            }
            ScriptValue::Bool(is_new)
        }
        _ => return Err(format!("`{name}` is no method of a file that is known here")),
    })
}
