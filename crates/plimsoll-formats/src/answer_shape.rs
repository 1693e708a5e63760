//! What of an answer tells whether it is the same again: with it a trial of a plan is compared with its recording.

use crate::alignment::{RequestKey, shape};
use crate::json;
use plimsoll_plan::document::Node;

/// What of an answer tells whether it is the same again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerShape {
    /// Of the request, without its query.
    pub method: String,
    pub path: String,
    pub status: u16,
    /// Where redirects led to, without its query.
    pub end: String,
    /// Without its parameters.
    pub media_type: String,
    /// Of a page.
    pub title: Option<String>,
    /// Of an answer in JSON, at the top.
    pub keys: Vec<String>,
}

impl AnswerShape {
    /// Takes what it says of a body.
    pub fn with_body(mut self, media_type: &str, body: &str) -> Self {
        self.media_type = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if self.media_type.contains("html") {
            self.title = title(body);
        } else if self.media_type.contains("json")
            && let Ok(tree) = json::read("", body)
        {
            self.keys = keys(&tree);
        }
        self
    }

    /// What differs in another answer to the same request, as sentences without a full stop.
    pub fn differences(&self, other: &AnswerShape) -> Vec<String> {
        let mut found = Vec::new();
        if self.status != other.status {
            found.push(format!("{} instead of {}", status(other.status), status(self.status)));
        }
        // Where it was not led elsewhere, the ids of its path may be others.
        let stays = self.path == self.end && other.path == other.end;
        if !stays && shape(&self.end) != shape(&other.end) {
            found.push(format!("it ended at {} instead of {}", other.end, self.end));
        }
        if self.media_type != other.media_type {
            found.push(format!("`{}` instead of `{}`", other.media_type, self.media_type));
        } else if self.title.as_deref().map(shape) != other.title.as_deref().map(shape) {
            let text = |title: &Option<String>| title.clone().unwrap_or_default();
            found.push(format!("the page \"{}\" instead of \"{}\"", text(&other.title), text(&self.title)));
        }
        let missing: Vec<&str> =
            self.keys.iter().filter(|key| !other.keys.contains(key)).map(String::as_str).collect();
        if !missing.is_empty() && self.media_type == other.media_type {
            found.push(format!("without {}", missing.join(", ")));
        }
        found
    }

    /// What was asked for.
    pub fn request(&self) -> RequestKey<'_> {
        RequestKey::new(&self.method, &self.path)
    }
}

fn status(status: u16) -> String {
    if status == 0 { "no answer".to_owned() } else { status.to_string() }
}

fn title(page: &str) -> Option<String> {
    let lower = page.to_ascii_lowercase();
    let open = lower.find("<title")?;
    let from = open + lower[open..].find('>')? + 1;
    let to = from + lower[from..].find("</title")?;
    let text: Vec<&str> = page[from..to].split_whitespace().collect();
    Some(text.join(" ")).filter(|title| !title.is_empty())
}

fn keys(tree: &Node) -> Vec<String> {
    tree.pairs().map(|(key, _)| key.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_said_and_ids_may_be_others() {
        let shape = AnswerShape {
            method: "GET".to_owned(),
            path: "/o/1".to_owned(),
            status: 200,
            end: "/o/1".to_owned(),
            ..AnswerShape::default()
        };
        let page = |shape: &AnswerShape, title: &str| {
            shape.clone().with_body("text/html; charset=utf-8", &format!("<TITLE> {title}\n</TITLE>"))
        };
        let recorded = page(&shape, "Order 1");
        assert_eq!(recorded.title.as_deref(), Some("Order 1"));
        let again = page(
            &AnswerShape { path: "/o/2".to_owned(), end: "/o/2".to_owned(), ..shape.clone() },
            "Order 22",
        );
        assert!(recorded.differences(&again).is_empty());
        let login = page(&AnswerShape { end: "/login".to_owned(), ..shape.clone() }, "Log in");
        assert_eq!(
            recorded.differences(&login),
            ["it ended at /login instead of /o/1", "the page \"Log in\" instead of \"Order 1\""]
        );
        let led_to = |end: &str| AnswerShape { end: end.to_owned(), ..shape.clone() };
        let form = led_to("/interaction/dDAHjiGtpO6micnYz0cah");
        assert!(form.differences(&led_to("/interaction/bmIS-VFRdRVHulvqm-gCI")).is_empty());
        assert!(!form.differences(&led_to("/interaction/MyAccountOverview")).is_empty());
        let json = |text: &str| shape.clone().with_body("application/json", text);
        assert_eq!(
            json(r#"{"id": 1, "total": 2}"#).differences(&json(r#"{"id": 7, "error": "x"}"#)),
            ["without total"]
        );
    }
}
