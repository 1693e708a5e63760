//! The place in a script up to which it is read: its tokens, taken one by one, and what was declared so far.

use super::problem::ScriptProblem;
use super::syntax::ScriptLanguage;
use super::token::Token;

pub(super) type Read<T> = Result<T, ScriptProblem>;

pub(super) struct Parser<'t> {
    pub language: ScriptLanguage,
    pub text: &'t str,
    pub tokens: Vec<(usize, Token)>,
    pub at: usize,
    /// Parentheses and brackets around the current token: newlines mean nothing in them.
    pub open: u32,
    pub depth: u32,
    /// Operators, members and casts of the statement at hand so far.
    pub links: u32,
    /// Blocks around the current token, those of closures too.
    pub blocks: u32,
    /// Variables that the script declared.
    pub names: Vec<String>,
    pub imports: Vec<String>,
    /// The script has values whose parts have names of their own: JSON, maps.
    pub has_maps: bool,
}

impl Parser<'_> {
    pub fn problem<T>(&self, reason: impl Into<String>) -> Read<T> {
        let at = self.tokens.get(self.at).map_or(self.text.len(), |(at, _)| *at);
        Err(ScriptProblem::at(self.text, at, reason))
    }

    fn ends_at_newline(&self) -> bool {
        self.open == 0 && matches!(self.language, ScriptLanguage::Groovy | ScriptLanguage::JavaScript)
    }

    pub fn skip_newlines(&mut self) {
        while matches!(self.tokens.get(self.at), Some((_, Token::NewLine))) {
            self.at += 1;
        }
    }

    /// The next token; a newline only where it can end a statement.
    pub fn peek(&mut self) -> Option<&Token> {
        let start = self.at;
        self.skip_newlines();
        if self.at > start && self.ends_at_newline() {
            let goes_on = match self.tokens.get(self.at) {
                Some((_, Token::Sign(sign))) => matches!(*sign, "." | "?." | "&&" | "||" | "?" | ":" | "?:"),
                _ => false,
            };
            if !goes_on {
                self.at = start;
            }
        }
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub fn next_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        if found {
            self.at += 1;
        }
        found
    }

    pub fn expect(&mut self, sign: &str) -> Read<()> {
        if self.next_sign(sign) { Ok(()) } else { self.problem(format!("`{sign}` is expected")) }
    }

    pub fn next_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(found)) if found == word);
        if found {
            self.at += 1;
        }
        found
    }

    pub fn next_name(&mut self) -> Option<String> {
        let Some(Token::Name(name)) = self.peek() else { return None };
        let name = name.clone();
        self.at += 1;
        Some(name)
    }

    /// Whether the next token is this sign, without a new line before it.
    pub fn is_sign(&mut self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some((_, Token::Sign(found))) if *found == sign)
    }

    /// What is in braces, in which new lines end statements again.
    pub fn in_braces<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let open = std::mem::take(&mut self.open);
        let found = read(self);
        self.open = open;
        found
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn go_back(&mut self, position: usize) {
        self.at = position;
    }

    /// Reads something between an opening and a closing sign.
    pub fn inside<T>(&mut self, close: &str, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.open += 1;
        let found = read(self);
        let closed = found.and_then(|found| self.expect(close).map(|()| found));
        self.open -= 1;
        closed
    }
}
