//! On which page of a printed PDF each anchor is. Chromium knows no page numbers in style sheets (CSS's `target-counter`),
//! but writes the anchors that links lead to as named destinations (ISO 32000-1, 12.3.2.3), uncompressed.

use std::collections::BTreeMap;

/// Deeper than any tree of pages that a printer makes.
const DEPTH_MAX: usize = 16;

/// From 1. Empty where the file is made otherwise.
pub fn anchors(pdf: &[u8]) -> BTreeMap<String, u32> {
    let text = String::from_utf8_lossy(pdf);
    found(&text).unwrap_or_default()
}

fn found(text: &str) -> Option<BTreeMap<String, u32>> {
    let catalog = &text[text.rfind("/Type /Catalog")?..];
    let catalog = &catalog[..catalog.find("endobj")?];
    let mut pages = Vec::new();
    collect(text, reference(catalog, "/Pages ")?, &mut pages, 0);
    let destinations = object(text, reference(catalog, "/Dests ")?)?;
    let mut anchors = BTreeMap::new();
    // `/step-9 [12 0 R /XYZ 6 777.75 0]`
    for entry in destinations.split(']') {
        let Some((name, place)) = entry.split_once('[') else { continue };
        let name = name.trim().trim_start_matches("<<").trim_start_matches('/').trim();
        let page = place.split_whitespace().next().and_then(|number| number.parse::<u32>().ok());
        let number = page.and_then(|page| pages.iter().position(|known| *known == page));
        if let Some(number) = number {
            anchors.insert(name.to_owned(), number as u32 + 1);
        }
    }
    Some(anchors)
}

/// The pages under a node, in their order.
fn collect(text: &str, node: u32, pages: &mut Vec<u32>, depth: usize) {
    let Some(found) = object(text, node).filter(|_| depth < DEPTH_MAX) else { return };
    let Some((_, kids)) = found.split_once("/Kids [") else {
        pages.push(node);
        return;
    };
    let kids = kids.split(']').next().unwrap_or_default();
    let numbers = kids.split(" 0 R").filter_map(|kid| kid.trim().parse().ok());
    numbers.for_each(|kid| collect(text, kid, pages, depth + 1));
}

fn object(text: &str, number: u32) -> Option<&str> {
    let head = format!("\n{number} 0 obj\n");
    let found = &text[text.find(&head)? + head.len()..];
    Some(&found[..found.find("endobj")?])
}

/// `/Pages 14 0 R`
fn reference(text: &str, name: &str) -> Option<u32> {
    let (_, after) = text.split_once(name)?;
    after.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_on_the_pages_of_the_tree_in_its_order() {
        let pdf = "%PDF-1.4\n1 0 obj\n<</Type /Page>>\nendobj\n2 0 obj\n<</Type /Page>>\nendobj\n3 0 obj\n<</Type /Page>>\nendobj\n\
             4 0 obj\n<</Type /Pages\n/Kids [5 0 R 1 0 R]>>\nendobj\n5 0 obj\n<</Type /Pages\n/Kids [3 0 R 2 0 R]>>\nendobj\n\
             6 0 obj\n<</a-1 [2 0 R /XYZ 6 777.75 0]\n/steps [1 0 R /XYZ 6 7 0]>>\nendobj\n\
             7 0 obj\n<</Type /Catalog\n/Pages 4 0 R\n/Dests 6 0 R>>\nendobj\n";
        let expected = [("a-1".to_owned(), 2), ("steps".to_owned(), 3)];
        assert_eq!(anchors(pdf.as_bytes()), expected.into());
        for other in ["", "%PDF", "/Type /Catalog endobj", "/Type /Catalog /Pages 4 0 R /Dests 9 0 R endobj"]
        {
            assert_eq!(anchors(other.as_bytes()), BTreeMap::new());
        }
    }
}
