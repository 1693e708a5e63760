//! The places of arguments in a statement.

/// What a database reads as quotes and comments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SqlDialect {
    MySql,
    Postgres,
}

/// The text between the `?` that stand for arguments: one more than there are arguments.
pub fn split(sql: &str, dialect: SqlDialect) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => quoted(rest, '\'', dialect == SqlDialect::MySql),
            '"' => quoted(rest, '"', dialect == SqlDialect::MySql),
            '`' if dialect == SqlDialect::MySql => quoted(rest, '`', false),
            '$' if dialect == SqlDialect::Postgres => dollar_quoted(rest),
            '#' if dialect == SqlDialect::MySql => up_to(rest, "\n"),
            '-' if rest.starts_with("--") => up_to(rest, "\n"),
            '/' if rest.starts_with("/*") => up_to(rest, "*/"),
            '?' if dialect == SqlDialect::Postgres && rest.starts_with("??") => {
                // PostgreSQL's driver: an operator with a question mark.
                push(&mut pieces, "?");
                rest = &rest[2..];
                continue;
            }
            '?' => {
                pieces.push(String::new());
                rest = &rest[1..];
                continue;
            }
            other => other.len_utf8(),
        };
        push(&mut pieces, &rest[..length]);
        rest = &rest[length..];
    }
    pieces
}

fn push(pieces: &mut [String], text: &str) {
    if let Some(last) = pieces.last_mut() {
        last.push_str(text);
    }
}

/// Bytes of a quoted text with its quotes; a doubled quote is two texts side by side.
fn quoted(text: &str, quote: char, escapes: bool) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if escapes => is_escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// `$tag$ … $tag$`; a lone `$` is itself.
fn dollar_quoted(text: &str) -> usize {
    let tag = text[1..].find('$').map(|end| &text[..end + 2]);
    let is_tag = |tag: &&str| tag[1..tag.len() - 1].chars().all(|c| c.is_alphanumeric() || c == '_');
    match tag.filter(is_tag) {
        Some(tag) => text[tag.len()..].find(tag).map_or(text.len(), |end| end + 2 * tag.len()),
        None => 1,
    }
}

fn up_to(text: &str, end: &str) -> usize {
    text.find(end).map_or(text.len(), |at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sql: &str, dialect: SqlDialect, expected: &[&str]) {
        assert_eq!(split(sql, dialect), expected, "{sql}");
    }

    #[test]
    fn question_marks_in_quotes_and_comments_are_no_places() {
        check("a=? and b=?", SqlDialect::MySql, &["a=", " and b=", ""]);
        check(r"'?\'?' `?` /*?*/ -- ?", SqlDialect::MySql, &[r"'?\'?' `?` /*?*/ -- ?"]);
        check("'it''s ?' \"?\" ?", SqlDialect::Postgres, &["'it''s ?' \"?\" ", ""]);
        check("$x$ ? $x$ $1 ?? ?", SqlDialect::Postgres, &["$x$ ? $x$ $1 ? ", ""]);
        check(r"'\' ?", SqlDialect::Postgres, &[r"'\' ", ""]);
        check("'ü?", SqlDialect::MySql, &["'ü?"]);
    }
}
