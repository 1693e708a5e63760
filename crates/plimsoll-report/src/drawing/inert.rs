//! A foreign SVG made inert: what is drawn stays, what runs, loads or links does not. It is shown as a picture of its own
//! (`<img>`), in which browsers run and load nothing either; this is for those who open the file itself.

use quick_xml::events::{BytesEnd, BytesRef, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer, XmlVersion};

/// Elements that draw, or say how. Of others nothing stays, what is in them neither.
const DRAWS: [&str; 42] = [
    "svg",
    "g",
    "defs",
    "symbol",
    "use",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "textPath",
    "title",
    "desc",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "pattern",
    "marker",
    "image",
    "switch",
    "style",
    "filter",
    "feGaussianBlur",
    "feOffset",
    "feMerge",
    "feMergeNode",
    "feFlood",
    "feComposite",
    "feColorMatrix",
    "feBlend",
    "feDropShadow",
    "feComponentTransfer",
    "feFuncA",
    "feFuncR",
    "feFuncG",
    "feFuncB",
];
/// Elements of which the contents stay.
const UNWRAPPED: [&str; 1] = ["a"];
const PICTURES: [&str; 4] = [
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "data:image/gif;base64,",
    "data:image/webp;base64,",
];
const DEPTH_MAX: usize = 200;

/// `None`: it is no SVG that can be read.
pub fn inert(svg: &str) -> Option<String> {
    let mut reader = Reader::from_str(svg);
    let mut writer = Writer::new(Vec::new());
    let (mut open, mut left_out, mut style): (Vec<String>, usize, Option<String>) = (Vec::new(), 0, None);
    let mut has_root = false;
    loop {
        match reader.read_event().ok()? {
            Event::Start(_) if left_out > 0 => left_out += 1,
            Event::End(_) if left_out > 0 => left_out -= 1,
            Event::Start(element) => {
                let name = name_of(&element);
                if (open.is_empty() && (has_root || name != "svg")) || open.len() >= DEPTH_MAX {
                    return None;
                }
                match name.as_str() {
                    "style" => style = Some(String::new()),
                    known if DRAWS.contains(&known) => {
                        writer.write_event(Event::Start(safe(&name, &element, open.is_empty())?)).ok()?;
                    }
                    known if UNWRAPPED.contains(&known) => {}
                    _ => {
                        left_out = 1;
                        continue;
                    }
                }
                has_root = true;
                open.push(name);
            }
            Event::Empty(element) if left_out == 0 => {
                let name = name_of(&element);
                if !open.is_empty() && name != "style" && DRAWS.contains(&name.as_str()) {
                    writer.write_event(Event::Empty(safe(&name, &element, false)?)).ok()?;
                }
            }
            Event::End(_) => {
                let name = open.pop()?;
                if let Some(rules) = style.take_if(|_| name == "style") {
                    if is_safe(&rules) && !rules.contains('@') {
                        writer.write_event(Event::Start(BytesStart::new("style"))).ok()?;
                        writer.write_event(Event::Text(BytesText::new(&rules))).ok()?;
                        writer.write_event(Event::End(BytesEnd::new("style"))).ok()?;
                    }
                } else if !UNWRAPPED.contains(&name.as_str()) {
                    writer.write_event(Event::End(BytesEnd::new(name))).ok()?;
                }
            }
            Event::Text(text) if left_out == 0 && !open.is_empty() => match &mut style {
                Some(rules) => rules.push_str(&text),
                None => writer.write_event(Event::Text(BytesText::new(&text))).ok()?,
            },
            Event::CData(text) if left_out == 0 && !open.is_empty() => match &mut style {
                Some(rules) => rules.push_str(&text),
                None => writer.write_event(Event::Text(BytesText::new(&text))).ok()?,
            },
            // Only those that XML itself has: others would need a document type.
            Event::GeneralRef(entity) if left_out == 0 && !open.is_empty() && style.is_none() => {
                let name = entity.to_string();
                if name.starts_with('#') || ["amp", "lt", "gt", "quot", "apos"].contains(&name.as_str()) {
                    writer.write_event(Event::GeneralRef(BytesRef::new(name))).ok()?;
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let text = String::from_utf8(writer.into_inner()).ok()?;
    (has_root && open.is_empty()).then_some(text)
}

/// Without its prefix.
fn name_of(element: &BytesStart<'_>) -> String {
    element.local_name().as_ref().to_owned()
}

fn safe<'e>(name: &str, element: &BytesStart<'_>, is_root: bool) -> Option<BytesStart<'e>> {
    let mut written = BytesStart::new(name.to_owned());
    if is_root {
        written.push_attribute(("xmlns", "http://www.w3.org/2000/svg"));
        written.push_attribute(("xmlns:xlink", "http://www.w3.org/1999/xlink"));
    }
    for attribute in element.attributes() {
        let attribute = attribute.ok()?;
        let key = attribute.key.as_ref().to_owned();
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned();
        let is_harmless = match key.as_str() {
            "href" | "xlink:href" => {
                value.starts_with('#')
                    || name == "image" && PICTURES.iter().any(|start| value.starts_with(start))
            }
            "xml:space" => true,
            // Other prefixes are of programs that draw.
            other => {
                !other.contains(':') && !other.starts_with("xmlns") && !other.to_lowercase().starts_with("on")
            }
        };
        if is_harmless && (key.ends_with("href") || is_safe(&value)) {
            written.push_attribute((key.as_str(), value.as_str()));
        }
    }
    Some(written)
}

/// Style sheets and attributes name nothing outside the picture. A backslash can hide what is written.
fn is_safe(value: &str) -> bool {
    let lower: String = value.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let urls = lower.split("url(").skip(1);
    let own = |url: &str| url.trim_start_matches(['"', '\'']).starts_with('#');
    !lower.contains('\\')
        && !["javascript:", "expression(", "@import", "image-set(", "src("]
            .iter()
            .any(|word| lower.contains(word))
        && urls.into_iter().all(own)
}

#[cfg(test)]
mod tests {
    use super::inert;

    fn check(svg: &str, expected: &str) {
        let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">";
        let found = inert(&format!("<svg>{svg}</svg>"));
        assert_eq!(found.as_deref(), Some(format!("{root}{expected}</svg>").as_str()), "{svg}");
    }

    #[test]
    fn what_runs_loads_or_links_is_left_out() {
        check("<rect width=\"3\" onload=\"x()\" OnClick='y'/>", "<rect width=\"3\"/>");
        check("<script>alert(1)</script><g><text>a &amp; b</text></g>", "<g><text>a &amp; b</text></g>");
        check("<foreignObject><iframe src='x'/></foreignObject><text>t</text>", "<text>t</text>");
        check("<a href='javascript:x'><text>t</text></a>", "<text>t</text>");
        check("<use href='http://evil/x.svg#a'/><use href='#a'/>", "<use/><use href=\"#a\"/>");
        check("<image href='http://evil/x.png'/>", "<image/>");
        check("<rect fill='url(#g)' style='fill:url(http://evil)'/>", "<rect fill=\"url(#g)\"/>");
        check(
            "<style>@import 'http://evil';</style><style>.a{fill:red}</style>",
            "<style>.a{fill:red}</style>",
        );
        check("<animate attributeName='href' values='javascript:x'/><set/>", "");
        check("<!-- c --><?php x ?><g inkscape:label='l' id='i'/>", "<g id=\"i\"/>");
    }

    #[test]
    fn what_is_no_svg_is_none() {
        for text in [
            "",
            "text",
            "<html/>",
            "<svg>",
            "<svg></g>",
            "<svg/><svg/>",
            "<!DOCTYPE svg [<!ENTITY a 'b'>]><p/>",
        ] {
            assert_eq!(inert(text), None, "{text}");
        }
        let deep = "<g>".repeat(300) + &"</g>".repeat(300);
        assert_eq!(inert(&format!("<svg>{deep}</svg>")), None);
    }
}
