//! Text in lines of a width.

use plimsoll_run::visible_line;

/// Broken between words, but not at no-break spaces, which become plain ones; all lines are indented.
pub fn wrapped(text: &str, indent: usize, width: usize) -> Vec<String> {
    broken(text, [indent, indent], width)
}

/// The same with an indent for continuation lines only.
pub fn hanging(text: &str, indent: usize, width: usize) -> Vec<String> {
    broken(text, [0, indent], width)
}

/// Indents are those of the first line and of the others.
pub fn broken(text: &str, indents: [usize; 2], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut indent, mut line) = (indents[0], " ".repeat(indents[0]));
    for word in visible_line(text).split(' ') {
        let used = line.chars().count();
        if used > indent && used + 1 + word.chars().count() > width {
            indent = indents[1];
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        if line.chars().count() > indent {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
