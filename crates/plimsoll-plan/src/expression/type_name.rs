//! The names of types: what they stand for, and where one is read.

use super::parser::Parser;
use super::syntax::ScriptLanguage;
use super::token::Token;
use super::value::Type;

pub(super) fn type_named(name: &str) -> Option<Type> {
    Some(match name {
        "def" | "var" | "let" | "const" | "final" | "Object" | "Random" | "SimpleDateFormat" | "UUID"
        | "Number" => Type::Any,
        "Date" => Type::Date,
        "Closure" => Type::Closure,
        "Map" | "HashMap" | "LinkedHashMap" => Type::Map,
        "String" | "GString" | "CharSequence" | "char" | "Character" => Type::Text,
        "int" | "Integer" | "short" | "Short" | "byte" | "Byte" => Type::Int,
        "long" | "Long" => Type::Long,
        "double" | "Double" | "float" | "Float" => Type::Double,
        "BigDecimal" => Type::Decimal,
        "boolean" | "Boolean" => Type::Bool,
        "List" | "ArrayList" | "LinkedList" | "Collection" | "Iterable" => Type::List,
        _ => return None,
    })
}

/// A type at the current place, with its arguments and as an array: `Map<String, Object>`, `byte[]`. A class that is known
/// by nothing but its name counts where a name follows, as in a declaration.
pub(super) fn declared_type(parser: &mut Parser<'_>) -> Option<Type> {
    let start = parser.position();
    let mut name = parser.next_name()?;
    while parser.is_sign(".") && name.starts_with(char::is_lowercase) && type_named(&name).is_none() {
        parser.next_sign(".");
        name = parser.next_name().unwrap_or_default();
    }
    // JavaScript has no classes in front of names: `If condition` is no script of it.
    let is_class = parser.language != ScriptLanguage::JavaScript
        && name.starts_with(char::is_uppercase)
        && !parser.names.contains(&name);
    let known = type_named(&name);
    if (known.is_none() && !is_class) || !skip_type_arguments(parser) {
        parser.go_back(start);
        return None;
    }
    let mut kind = known;
    while parser.is_sign("[") {
        let before = parser.position();
        parser.next_sign("[");
        if !parser.next_sign("]") {
            parser.go_back(before);
            break;
        }
        kind = Some(if name == "byte" { Type::Bytes } else { Type::List });
    }
    let names_follow = matches!(parser.tokens.get(parser.at), Some((_, Token::Name(_))));
    if kind.is_none() && !names_follow {
        parser.go_back(start);
        return None;
    }
    Some(kind.unwrap_or(Type::Any))
}

/// `<String, List<Integer>>`; false where `<` means something else.
pub(super) fn skip_type_arguments(parser: &mut Parser<'_>) -> bool {
    if !parser.is_sign("<") {
        return true;
    }
    let mut open = 0_i32;
    while let Some((_, token)) = parser.tokens.get(parser.at) {
        match token {
            Token::Sign("<") => open += 1,
            Token::Sign(">") => open -= 1,
            Token::Sign(">>") => open -= 2,
            Token::Name(_) | Token::Sign("," | "." | "?" | "[" | "]") => {}
            _ => return false,
        }
        parser.at += 1;
        if open <= 0 {
            return open == 0;
        }
    }
    false
}
