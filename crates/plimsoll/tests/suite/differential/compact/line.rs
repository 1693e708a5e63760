//! A line of a plan: its word, values and pairs.

pub struct Line {
    pub word: String,
    pub values: Vec<String>,
    pub pairs: Vec<(String, String)>,
}

pub fn parse(line: &str) -> Option<(usize, Line)> {
    let depth = (line.len() - line.trim_start().len()) / 2;
    let mut words = words(line.trim()).into_iter();
    let word = words.next().filter(|word| !word.starts_with('#'))?;
    let (mut values, mut pairs) = (Vec::new(), Vec::new());
    for word in words {
        match word.strip_prefix('"') {
            Some(text) => values.push(text.to_owned()),
            None => match word.split_once('=').filter(|(name, _)| !name.starts_with(['/', '$', '!'])) {
                Some((name, value)) => pairs.push((name.to_owned(), value.to_owned())),
                None => values.push(word),
            },
        }
    }
    Some((depth, Line { word, values, pairs }))
}

/// Split at blanks outside of quotes; a word that begins with a quote keeps that one as a mark.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted && chars.peek() == Some(&'n') => {
                chars.next();
                word.push('\n');
            }
            '\\' if quoted && chars.peek() == Some(&'"') => word.extend(chars.next()),
            '"' => {
                if !quoted && word.is_empty() {
                    word.push('"');
                }
                quoted = !quoted;
            }
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
