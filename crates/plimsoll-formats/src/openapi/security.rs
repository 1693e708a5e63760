//! How an operation wants its caller to show who it is.

use super::document::Document;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;

/// What a request needs beside its own.
pub enum Proof {
    Header(String, Template),
    Query(String, Template),
    Cookie(String, Template),
}

/// Of the first way that an operation accepts.
pub fn proofs<'a>(document: &Document<'a>, operation: &'a Node) -> Result<Vec<Proof>, String> {
    let ways = operation.get("security").or_else(|| document.root.get("security"));
    let Some(way) = ways.and_then(|ways| ways.elements().first()) else { return Ok(Vec::new()) };
    let schemes = match document.is_swagger {
        true => document.root.get("securityDefinitions"),
        false => document.root.at(&["components", "securitySchemes"]),
    };
    let mut found = Vec::new();
    for (name, _) in way.pairs() {
        let scheme = schemes.and_then(|schemes| schemes.get(name));
        let scheme = scheme.ok_or_else(|| format!("the security scheme `{name}` is not there"))?;
        let scheme = document.resolve(scheme)?;
        found.extend(proof(scheme)?);
    }
    Ok(found)
}

fn proof(scheme: &Node) -> Result<Option<Proof>, String> {
    let bearer = || Proof::Header("Authorization".to_owned(), Template::parse("Bearer ${__P(token,)}"));
    let basic = || {
        let value = "Basic ${__base64Encode(${__P(user,)}:${__P(password,)})}";
        Proof::Header("Authorization".to_owned(), Template::parse(value))
    };
    let kind = scheme.text("type").unwrap_or_default();
    Ok(Some(match kind {
        "basic" => basic(),
        "oauth2" | "openIdConnect" => bearer(),
        "mutualTLS" => return Ok(None),
        "http" => match scheme.text("scheme").unwrap_or_default().to_ascii_lowercase().as_str() {
            "basic" => basic(),
            "bearer" => bearer(),
            other => return Err(format!("the HTTP authentication `{other}` is not made")),
        },
        "apiKey" => {
            let name = scheme.text("name").unwrap_or_default().to_owned();
            let value = Template::parse("${__P(api_key,)}");
            match scheme.text("in").unwrap_or_default() {
                "query" => Proof::Query(name, value),
                "cookie" => Proof::Cookie(name, value),
                _ => Proof::Header(name, value),
            }
        }
        other => return Err(format!("security schemes of the type `{other}` are not known")),
    }))
}
