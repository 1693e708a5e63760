//! CSS selectors on HTML (JMeter's CSS Selector Extractor with jsoup).

use super::html;
use super::text::visible_text;
use crate::budget::LookBudget;

/// A compiled selector.
#[derive(Clone, Debug)]
pub struct Selector(Box<scraper::Selector>);

impl Selector {
    pub fn parse(selector: &str) -> Result<Selector, String> {
        scraper::Selector::parse(selector).map(|s| Selector(Box::new(s))).map_err(|e| e.to_string())
    }
}

/// The attribute's value of each element that the selector finds, empty where it has none; or, when no attribute
/// is asked for, the element's text.
pub fn select(text: &str, selector: &Selector, attribute: &str, budget: &LookBudget) -> Vec<String> {
    let Some(page) = html::parse(text, budget) else { return Vec::new() };
    let attribute = attribute.trim().to_ascii_lowercase();
    let value = |element: scraper::ElementRef<'_>| match attribute.as_str() {
        "" => visible_text(element),
        name => element.attr(name).unwrap_or_default().to_owned(),
    };
    let elements = page.tree.nodes().filter_map(scraper::ElementRef::wrap);
    let found = elements.take_while(|_| budget.goes_on()).filter(|element| selector.0.matches(element));
    found.map(value).take_while(|value| budget.takes(value.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::TaskBounds;
    use crate::clock::RunClock;

    fn check(selector: &str, attribute: &str, expected: &[&str]) {
        let page =
            "<form id=f><input name=token value='t 1'><input NAME=b></form><p>one <b>two</b>\n three<p>four";
        let selector = Selector::parse(selector).expect("a selector");
        let budget = LookBudget::new(RunClock::start(), TaskBounds::default());
        assert_eq!(select(page, &selector, attribute, &budget), expected);
    }

    #[test]
    fn elements_give_an_attribute_or_their_text() {
        check("input[name=token]", "value", &["t 1"]);
        check("#f input", "VALUE", &["t 1", ""]);
        check("p", "", &["one two three", "four"]);
        check("p:has(b), nothing", "", &["one two three"]);
        check("select", "", &[]);
    }

    #[test]
    fn what_is_no_selector_is_refused() {
        assert!(Selector::parse("a[").is_err());
        assert!(Selector::parse("a:contains(x)").is_err());
    }
}
