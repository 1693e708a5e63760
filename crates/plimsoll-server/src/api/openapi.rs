//! The description of the API (OpenAPI 3.1), made from the table of routes and the types that the handlers use.

use super::route::{ApiRoute, Handler, RouteAnswer};
use super::table::table;
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use axum::http::Method;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub fn routes() -> Vec<ApiRoute> {
    vec![ApiRoute {
        method: Method::GET,
        path: "/api/v1/openapi.json",
        summary: "This description",
        role: None,
        query: &[],
        body: None,
        answer: RouteAnswer::AnyJson,
        handler: Handler::Plain(get),
    }]
}

fn get(_: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    Ok(ApiReply::Json(openapi().to_string()))
}

pub fn openapi() -> Value {
    let mut paths = Map::new();
    for route in table() {
        let path = route.path.replace("{*", "{");
        let entry = paths.entry(path.clone()).or_insert_with(|| json!({}));
        entry[route.method.as_str().to_ascii_lowercase()] = operation(&route, &path);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Plimsoll's lab",
            "version": "v1",
            "description": "Runs of a folder: found, looked at live, compared, started. Changes are asked for with a token \
                            (`Authorization: Bearer`), or by a page with its session and the header `X-Plimsoll: 1`.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": crate::guard::COOKIE},
            },
            "schemas": {"Error": error_schema()},
        },
    })
}

fn operation(route: &ApiRoute, path: &str) -> Value {
    let mut parameters: Vec<Value> = path
        .split('{')
        .skip(1)
        .filter_map(|part| part.split('}').next())
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    parameters.extend(route.query.iter().map(|(name, meaning)| {
        json!({"name": name, "in": "query", "required": false, "description": meaning, "schema": {"type": "string"}})
    }));
    let answer = match &route.answer {
        RouteAnswer::Json(schema) => {
            json!({"200": {"description": "done", "content": {"application/json": {"schema": placed(schema())}}}})
        }
        RouteAnswer::AnyJson => {
            json!({"200": {"description": "done", "content": {"application/json": {"schema": {}}}}})
        }
        RouteAnswer::Other(what) if what.contains('/') => {
            let content = Map::from_iter([((*what).to_owned(), json!({"schema": {"type": "string"}}))]);
            json!({"200": {"description": "done", "content": content}})
        }
        RouteAnswer::Other(what) => json!({"303": {"description": what}}),
        RouteAnswer::Nothing => json!({"204": {"description": "done"}}),
    };
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": route.summary,
        "parameters": parameters,
        "responses": answer,
        "security": match route.role {
            None => json!([]),
            Some(_) => json!([{"token": []}, {"session": []}]),
        },
    });
    if let Some(role) = route.role {
        operation["x-role"] = json!(role.name());
    }
    let error = json!({"schema": {"$ref": "#/components/schemas/Error"}});
    operation["responses"]["default"] =
        json!({"description": "refused or failed", "content": {"application/json": error}});
    match (&route.body, route.handler) {
        (Some(schema), _) => {
            operation["requestBody"] =
                json!({"required": true, "content": {"application/json": {"schema": placed(schema())}}});
        }
        (None, Handler::Upload(_)) => {
            let files = json!({"type": "object", "properties": {"files": {"type": "array", "items": {"type": "string", "contentMediaType": "application/octet-stream"}}}});
            operation["requestBody"] =
                json!({"required": true, "content": {"multipart/form-data": {"schema": files}}});
        }
        (None, _) if route.method == Method::PUT => {
            operation["requestBody"] = json!({"required": true, "content": {"application/octet-stream": {"schema": {"type": "string"}}}});
        }
        _ => {}
    }
    operation
}

/// `get_runs_id_report`
fn operation_id(route: &ApiRoute) -> String {
    let path =
        route.path.trim_start_matches("/api/v1").replace(['/', '.', '-'], "_").replace(['{', '}', '*'], "");
    format!("{}{path}", route.method.as_str().to_ascii_lowercase())
}

/// Each schema has its definitions in itself, by relative references, which a document of many can't have: they are put where
/// they are used.
fn placed(schema: schemars::Schema) -> Value {
    let mut value = schema.to_value();
    let definitions =
        value.as_object_mut().and_then(|object| object.remove("$defs")).unwrap_or_else(|| json!({}));
    if let Some(object) = value.as_object_mut() {
        object.remove("$schema");
    }
    inline(&mut value, &definitions, 0);
    value
}

/// Types here are trees; what would go on for ever is cut.
const DEPTH_MAX: usize = 16;

fn inline(value: &mut Value, definitions: &Value, depth: usize) {
    let reference = value
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|text| text.strip_prefix("#/$defs/"))
        .map(str::to_owned);
    if let Some(name) = reference {
        *value = if depth < DEPTH_MAX { definitions[&name].clone() } else { json!({}) };
        return inline(value, definitions, depth + 1);
    }
    match value {
        Value::Object(object) => object.values_mut().for_each(|inner| inline(inner, definitions, depth)),
        Value::Array(list) => list.iter_mut().for_each(|inner| inline(inner, definitions, depth)),
        _ => {}
    }
}

fn error_schema() -> Value {
    json!({
        "type": "object",
        "properties": {"error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string", "description": "stable, for programs"},
                "message": {"type": "string"},
                "hint": {"type": ["string", "null"]},
                "lines": {"type": "array", "items": {"type": "string"}, "description": "what a command said"},
            },
        }},
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described_once_and_no_reference_leads_nowhere() {
        let document = openapi();
        let ids: Vec<String> = table().iter().map(operation_id).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
        let text = document.to_string();
        assert!(!text.contains("$defs"), "{text}");
        assert!(ids.len() > 45);
    }

    #[test]
    fn whatever_changes_something_is_for_operators_at_least() {
        use crate::people::UserRole;
        for route in
            table().iter().filter(|route| route.method != Method::GET && !route.path.ends_with("/session"))
        {
            assert!(
                route.role.is_some_and(|role| role >= UserRole::Operator),
                "{} {}",
                route.method,
                route.path
            );
        }
    }
}
