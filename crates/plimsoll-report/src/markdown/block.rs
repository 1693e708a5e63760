//! Headings, paragraphs, lists, figures.

use super::inline::{escaped, inline, line_start, longest_run, whole_text};
use super::table::{anchor, table};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

pub struct Writer<'a> {
    text: String,
    /// Where links lead.
    targets: BTreeSet<String>,
    folder: &'a str,
    /// Ids of figures.
    shown: BTreeSet<String>,
}

impl<'a> Writer<'a> {
    pub fn new(document: &Document<'_>, folder: &'a str) -> Writer<'a> {
        let ids: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let links = document.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#'));
        let targets = links.filter(|link| ids.contains(link)).map(str::to_owned).collect();
        Writer { text: String::new(), targets, folder, shown: BTreeSet::new() }
    }

    /// The text, and the ids of its figures.
    pub fn finish(self) -> (String, BTreeSet<String>) {
        (format!("{}\n", self.text.trim_end()), self.shown)
    }

    pub fn blocks(&mut self, parent: Node<'_, '_>) {
        for node in parent.children() {
            if let Some(text) = node.text().filter(|text| node.is_text() && !text.trim().is_empty()) {
                self.block(line_start(escaped(text.trim())));
            } else if node.is_element() {
                self.element(node);
            }
        }
    }

    fn element(&mut self, node: Node<'_, '_>) {
        let class = node.attribute("class").unwrap_or_default();
        match node.tag_name().name() {
            "h1" => self.heading("#", node),
            "h2" => self.heading("##", node),
            "h3" => self.heading("###", node),
            "h4" => self.heading("####", node),
            "summary" => self.marked(node),
            "p" if matches!(class, "value" | "name") => self.marked(node),
            "p" => self.paragraph(node),
            "ul" if class == "legend" => {}
            "ul" | "ol" => self.list(node),
            "dl" => self.definitions(node),
            "pre" => self.preformatted(node),
            "table" => self.block(table(node, &self.targets)),
            "figure" => self.figure(node),
            "div" if class == "tile" => self.tile(node),
            "div" if class == "loud" => self.loud(node),
            _ => {
                let anchor = anchor(node, &self.targets);
                if !anchor.is_empty() {
                    self.block(anchor);
                }
                self.blocks(node);
            }
        }
    }

    fn block(&mut self, text: String) {
        if !text.trim().is_empty() {
            self.text.push_str(text.trim_end());
            self.text.push_str("\n\n");
        }
    }

    fn inline(&self, node: Node<'_, '_>) -> String {
        inline(node, &self.targets).trim().to_owned()
    }

    fn heading(&mut self, mark: &str, node: Node<'_, '_>) {
        let anchor = anchor(node, &self.targets);
        self.block(format!("{mark} {anchor}{}", self.inline(node).replace("<br>", " ")));
    }

    fn paragraph(&mut self, node: Node<'_, '_>) {
        self.block(line_start(self.inline(node)));
    }

    fn marked(&mut self, node: Node<'_, '_>) {
        let text = self.inline(node);
        if !text.is_empty() {
            self.block(format!("**{text}**"));
        }
    }

    /// One of the answers in the verdict box: its name, its value, what is said of it.
    fn tile(&mut self, node: Node<'_, '_>) {
        let of = |class: &str| {
            let found = node.children().find(|child| child.attribute("class") == Some(class));
            found.map(|found| self.inline(found)).unwrap_or_default()
        };
        let title = format!("**{}: {}**", of("name"), of("value"));
        let rest =
            node.children().filter(|child| !matches!(child.attribute("class"), Some("name" | "value")));
        let rest: Vec<String> = rest.map(|child| self.nested(child)).collect();
        self.item("- ", &format!("{title}\n\n{}", rest.join("\n\n")));
    }

    fn loud(&mut self, node: Node<'_, '_>) {
        let inside = self.nested(node);
        let lines: Vec<String> = inside.trim().lines().map(|line| format!("> {line}")).collect();
        self.block(lines.join("\n").replace("> \n", ">\n"));
    }

    /// What is in an element, by itself.
    fn nested(&mut self, node: Node<'_, '_>) -> String {
        let before = std::mem::take(&mut self.text);
        let is_block =
            |child: Node<'_, '_>| matches!(child.tag_name().name(), "p" | "div" | "ul" | "ol" | "dl");
        if node.children().any(is_block) {
            self.mixed(node, is_block);
        } else {
            self.paragraph(node);
        }
        std::mem::replace(&mut self.text, before).trim().to_owned()
    }

    /// Text and elements of a line that stand between blocks belong together.
    fn mixed(&mut self, node: Node<'_, '_>, is_block: impl Fn(Node<'_, '_>) -> bool) {
        let mut line = String::new();
        for child in node.children() {
            if is_block(child) {
                let text = std::mem::take(&mut line);
                self.block(line_start(text.trim().to_owned()));
                if child.has_tag_name("div") {
                    let nested = self.nested(child);
                    self.block(nested);
                } else {
                    self.element(child);
                }
            } else if child.is_text() {
                line.push_str(&escaped(child.text().unwrap_or_default()));
            } else {
                line.push_str(&super::inline::element(child, &self.targets));
            }
        }
        self.block(line_start(line.trim().to_owned()));
    }

    fn list(&mut self, node: Node<'_, '_>) {
        let ordered = node.has_tag_name("ol");
        for (i, child) in node.children().filter(|child| child.has_tag_name("li")).enumerate() {
            let anchor = anchor(child, &self.targets);
            let inside = self.nested(child);
            let mark = if ordered { format!("{}. ", i + 1) } else { "- ".to_owned() };
            self.item(&mark, &format!("{anchor}{inside}"));
        }
    }

    fn item(&mut self, mark: &str, inside: &str) {
        let indent = " ".repeat(mark.len());
        let lines = inside.trim().lines().enumerate().map(|(i, line)| match (i, line) {
            (0, line) => format!("{mark}{line}"),
            (_, "") => String::new(),
            (_, line) => format!("{indent}{line}"),
        });
        self.block(lines.collect::<Vec<_>>().join("\n"));
    }

    fn definitions(&mut self, node: Node<'_, '_>) {
        let mut term = String::new();
        let mut lines = Vec::new();
        for child in node.children().filter(Node::is_element) {
            let text = self.inline(child);
            if child.has_tag_name("dt") {
                term = text;
            } else {
                lines.push(format!("- **{term}**: {text}"));
            }
        }
        self.block(lines.join("\n"));
    }

    fn preformatted(&mut self, node: Node<'_, '_>) {
        let text = whole_text(node);
        let fence = "`".repeat(3.max(1 + longest_run(&text, '`')));
        self.block(format!("{fence}\n{text}\n{fence}"));
    }

    /// The caption, the picture (its legend is in it), the note.
    fn figure(&mut self, node: Node<'_, '_>) {
        let caption = node.children().find(|child| child.has_tag_name("figcaption"));
        let caption = caption.map(|caption| self.inline(caption)).unwrap_or_default();
        let anchor = anchor(node, &self.targets);
        self.block(format!("{anchor}**{caption}**"));
        if let Some(id) = node.attribute("id") {
            self.shown.insert(id.to_owned());
            let folder =
                self.folder.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "%29");
            self.block(format!("![{caption}]({folder}/{id}.svg)"));
        }
        for child in node.children().filter(|child| child.has_tag_name("p")) {
            self.paragraph(child);
        }
    }
}
