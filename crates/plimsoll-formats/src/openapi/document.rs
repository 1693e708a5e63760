//! The description and the references in it.

use crate::json;
use crate::servers::UrlParts;
use plimsoll_plan::document::Node;

pub struct Document<'a> {
    pub root: &'a Node,
    /// Swagger 2.0, which describes bodies, servers and schemes otherwise.
    pub is_swagger: bool,
}

/// References that lead to references.
const CHAIN_MAX: usize = 32;

/// Where requests go when a description doesn't say it.
pub const UNKNOWN_SERVER: &str = "http://localhost:8080";

impl<'a> Document<'a> {
    /// What a value stands for; an error names the reference that leads nowhere.
    pub fn resolve(&self, value: &'a Node) -> Result<&'a Node, String> {
        let mut value = value;
        for _ in 0..CHAIN_MAX {
            let Some(reference) = value.text("$ref") else { return Ok(value) };
            value = self.find(reference)?;
        }
        Err("references lead round in a circle".to_owned())
    }

    fn find(&self, reference: &str) -> Result<&'a Node, String> {
        let Some(path) = reference.strip_prefix('#') else {
            return Err(format!("`{reference}` is in another file, which is not read"));
        };
        let mut value = self.root;
        for step in path.split('/').skip(1) {
            let key = crate::servers::form_decoded(&step.replace('+', "%2B"));
            let key = key.replace("~1", "/").replace("~0", "~");
            let item = || key.parse::<usize>().ok().and_then(|i| value.elements().get(i));
            value = value.get(&key).or_else(item).ok_or_else(|| format!("`{reference}` is not there"))?;
        }
        Ok(value)
    }

    /// The server of an operation: its own, its path's, or the description's; its path is that of the base.
    pub fn server(&self, operation: &Node, path: &Node) -> Result<UrlParts, String> {
        let url = match self.is_swagger {
            true => self.swagger_server(operation),
            false => {
                let servers =
                    [operation, path, self.root].into_iter().find_map(|at| at.list("servers").first());
                servers.map_or_else(String::new, server_url)
            }
        };
        let whole = match url.as_str() {
            "" => UNKNOWN_SERVER.to_owned(),
            path if path.starts_with('/') => format!("{UNKNOWN_SERVER}{path}"),
            url if url.starts_with("//") => format!("https:{url}"),
            url => url.to_owned(),
        };
        let mut place = UrlParts::of(&whole).ok_or_else(|| format!("`{url}` is no URL of a server"))?;
        place.path = place.path.split('?').next().unwrap_or_default().trim_end_matches('/').to_owned();
        Ok(place)
    }

    fn swagger_server(&self, operation: &Node) -> String {
        let schemes = [operation, self.root].into_iter().map(|at| at.list("schemes")).find(|s| !s.is_empty());
        let schemes: Vec<&str> = schemes.unwrap_or_default().iter().filter_map(Node::as_text).collect();
        let scheme = if schemes.contains(&"https") || !schemes.contains(&"http") { "https" } else { "http" };
        let path = self.root.text("basePath").unwrap_or_default();
        match self.root.text("host") {
            Some(host) => format!("{scheme}://{host}{path}"),
            None => path.to_owned(),
        }
    }

    /// Whether the description itself says where requests go.
    pub fn names_server(&self) -> bool {
        match self.is_swagger {
            true => self.root.text("host").is_some(),
            false => self
                .root
                .list("servers")
                .first()
                .and_then(|s| s.text("url"))
                .is_some_and(|url| url.contains("//")),
        }
    }
}

/// With the defaults of its variables.
fn server_url(server: &Node) -> String {
    let mut url = server.text("url").unwrap_or_default().to_owned();
    for (name, variable) in server.get("variables").into_iter().flat_map(Node::pairs) {
        let value = variable.get("default").map_or_else(String::new, json::plain);
        url = url.replace(&format!("{{{name}}}"), &value);
    }
    url
}
