//! What expressions find, and what they are refused for.

use super::*;
use crate::bounds::TaskBounds;
use crate::clock::RunClock;

/// What the expression finds in the text, one line for each.
fn check(kind: DocumentKind, text: &str, expression: &str, expected: &str) {
    let budget = LookBudget::new(RunClock::start(), TaskBounds::default());
    let found = match find(text, kind, &[], false, expression, &budget) {
        Ok(XPathResult::Nodes(nodes)) => {
            let texts = nodes.into_iter().map(|node| node.unwrap_or_else(|| "-".to_owned()));
            texts.collect::<Vec<_>>().join("|")
        }
        Ok(XPathResult::Boolean(value)) => format!("is {value}"),
        Ok(XPathResult::Text(text)) => format!("text {text}"),
        Err(_) => "error".to_owned(),
    };
    assert_eq!(found, expected, "{expression} in {text}");
}

const BOOKS: &str =
    "<books n='2'><book id='a'><title>One</title></book><book id='b'><title>Two<i/></title></book></books>";

#[test]
fn an_elements_value_is_the_text_that_it_begins_with() {
    use DocumentKind::Xml;
    check(Xml, BOOKS, "//title", "One|Two");
    check(Xml, BOOKS, "//book", "-|-");
    check(Xml, BOOKS, "//book/@id", "a|b");
    check(Xml, BOOKS, "//title/text()", "One|Two");
    check(Xml, BOOKS, "count(//book)", "text 2");
    check(Xml, BOOKS, "//book[@id='b']/title", "Two");
    check(Xml, BOOKS, "count(//book) = 2", "is true");
    check(Xml, BOOKS, "//none", "");
    check(Xml, BOOKS, "//i", "-");
    check(Xml, BOOKS, "concat(//title[1], '-', /books/@n)", "text One-2");
    check(Xml, "<a><![CDATA[x]]></a>", "/a", "x");
    check(Xml, "<a>t<![CDATA[x]]>u</a>", "/a", "t");
    check(Xml, "<a>t<![CDATA[x]]>u</a>", "/a/text()", "t");
    check(Xml, "<a><!--c-->x</a>", "/a", "c");
    check(Xml, "<!DOCTYPE a><a>x&amp;y</a>", "/a", "x&y");
    check(Xml, "<a>", "/a", "error");
    check(Xml, BOOKS, "//book[", "error");
    check(DocumentKind::XmlWholeText, "<a>x<b>y</b></a>", "/a", "xy");
}

#[test]
fn prefixes_are_those_of_the_root() {
    let soap = "<s:Envelope xmlns:s='urn:soap' xmlns='urn:d'><s:Body><id>7</id></s:Body></s:Envelope>";
    check(DocumentKind::XmlNamespaces, soap, "/s:Envelope/s:Body/*", "7");
    check(DocumentKind::XmlNamespaces, soap, "//s:Body/*", "7");
    check(DocumentKind::XmlNamespaces, soap, "//*[name()='s:Body']/*", "7");
    check(DocumentKind::XmlNamespaces, soap, "//Body", "");
    check(DocumentKind::XmlNamespaces, soap, "//id", "");
    check(DocumentKind::XmlNamespaces, soap, "//*[local-name()='id']", "7");
    // Without namespaces an element without a prefix has its plain name.
    check(DocumentKind::Xml, soap, "//id", "7");
    check(DocumentKind::Xml, soap, "//*[local-name()='id']", "7");
    check(DocumentKind::Xml, soap, "//*[name()='s:Body']/*", "7");
    check(DocumentKind::Xml, soap, "//Body", "");
    check(DocumentKind::Xml, soap, "//s:Body/*", "error");
}

#[test]
fn prefixes_stand_before_names() {
    let all = prefixes;
    assert_eq!(all("//s:a/child::b[@t:x='u:v']/w:*"), ["s", "t", "w"]);
    assert_eq!(all("//*[. = \"it's a:b\"]/ancestor-or-self::c"), [""; 0]);
}

#[test]
fn names_may_be_those_of_operators() {
    use DocumentKind::{Html, Xml};
    let page = "<html><body><div id='a'><p>x<div>y</div></div><div mod='7' or='8'>z</div></body></html>";
    check(Html, page, "//div", "-|y|z");
    check(Html, page, "/html/body/div[2]", "z");
    check(Html, page, "/html/body/div[last()]/@mod", "7");
    check(Html, page, "//div[@or]", "z");
    check(Html, page, "//div[@id='a']/div", "y");
    check(Html, page, "count(//div) div 3", "text 1");
    check(Html, page, "//div[ancestor::div]", "y");
    check(Html, page, "//div[(@id) and (p)]/child::div[1]", "y");
    check(Html, page, "//div[@mod mod 4 = 3 and (@or = 8 or (@id))]", "z");
    let sums = "<sums><div>6</div><mod>4</mod><or>1</or><and>0</and></sums>";
    check(Xml, sums, "//div div //mod", "text 1.5");
    check(Xml, sums, "//div mod //mod", "text 2");
    check(Xml, sums, "/sums/or or /sums/and", "is true");
    check(Xml, sums, "//and | //or", "1|0");
    check(Xml, sums, "sum(//div) div (1 + 1)", "text 3");
    check(Xml, sums, "//*[. = 'div and or']", "");
    check(DocumentKind::XmlNamespaces, "<a xmlns='urn:a'><div>x</div></a>", "//div", "");
}

#[test]
fn html_is_repaired() {
    let page = "<html><body><p class=x>one<p>two<a href='/x'>link</a><table><tr><td>1</table></body>";
    check(DocumentKind::Html, page, "//p", "one|two");
    check(DocumentKind::Html, page, "//a/@href", "/x");
    check(DocumentKind::Html, page, "/html/body/p[2]/a", "link");
    check(DocumentKind::Html, page, "//table/tr/td", "1");
    check(DocumentKind::Html, "<a><b>x</b></a>", "/a/b", "x");
    check(DocumentKind::Html, "", "//a", "");
}

#[test]
fn expressions_are_read_before_the_run() {
    assert!(parse_expression("//a[@b='c']/text()").is_ok());
    assert!(parse_expression("/s:a").is_ok());
    assert!(parse_expression("/books/[@title()='x']").is_err());
}

#[test]
fn predicates_and_steps_follow_parentheses() {
    use DocumentKind::{Html, Xml};
    let list = "<ul><li><a>1</a><a>2</a></li><li><a>3</a><b>4</b></li></ul>";
    check(Xml, list, "//a[1]", "1|3");
    check(Xml, list, "(//a)[1]", "1");
    check(Xml, list, "(//a)[last()]", "3");
    check(Xml, list, "(//a)[position() > 1]", "2|3");
    check(Xml, list, "(//a | //b)[. > 2]", "3|4");
    check(Xml, list, "(//li)[2]/a", "3");
    check(Xml, list, "(//li)[2]//b", "4");
    check(Xml, list, "((//li)[2]/*)[2]", "4");
    check(Xml, list, "count((//a)[2]) + 1", "text 2");
    check(Xml, list, "string((//a)[2])", "text 2");
    check(Xml, list, "//li[(a)[2]]/a[1]", "1");
    check(Xml, list, "//b/preceding::a[1]", "3");
    check(Xml, list, "(//b/preceding::a)[1]", "1");
    check(Xml, list, "//b/ancestor::*[1]/a", "3");
    check(Html, "<p><a href='/1'>x</a><a href='/2'>y</a>", "(//a)[2]/@href", "/2");
    check(Xml, list, "('x')[1]", "error");
    check(Xml, list, "(1 + 1)/a", "error");
}

#[test]
fn names_may_be_in_any_script() {
    use DocumentKind::Xml;
    let list = "<værdier><æble pris='7'>rødt</æble><名前 x='1'>た</名前><İş>ş</İş></værdier>";
    check(Xml, list, "/værdier/æble", "rødt");
    check(Xml, list, "//æble/@pris", "7");
    check(Xml, list, "//名前[@x = 1]", "た");
    check(Xml, list, "count(/værdier/İş)", "text 1");
    check(Xml, list, "//*[. = 'ş']", "ş");
    check(Xml, list, "//2a", "error");
}

#[test]
fn comparisons_are_true_for_any_of_the_nodes() {
    use DocumentKind::Xml;
    let list = "<l><n>1</n><n>5</n><n>x</n><m>3</m></l>";
    check(Xml, list, "//n > 4", "is true");
    check(Xml, list, "//n > 5", "is false");
    check(Xml, list, "//n < //m", "is true");
    check(Xml, list, "//m >= //n", "is true");
    check(Xml, list, "//n = 5", "is true");
    check(Xml, list, "//n != 5", "is true");
    check(Xml, list, "//m != 3", "is false");
    check(Xml, list, "//n = //m", "is false");
    check(Xml, list, "//none = //none", "is false");
    check(Xml, list, "//none = false()", "is true");
    check(Xml, list, "//n = 'x' and not(//n = 'y')", "is true");
    check(Xml, list, "//n[. = 5]/following-sibling::*[1]", "x");
    check(Xml, list, "1 = 1 = 1", "is true");
}

#[test]
fn functions_are_those_of_the_standard() {
    use DocumentKind::Xml;
    let text = |expression: &str, expected: &str| {
        check(Xml, "<a xml:lang='da-DK' id='i'> x  y </a>", expression, expected)
    };
    text("concat('a', 1, true())", "text a1true");
    text("substring('12345', 2, 3)", "text 234");
    text("substring('12345', 1.5, 2.6)", "text 234");
    text("substring('12345', 0, 3)", "text 12");
    text("substring('12345', 0 div 0, 3)", "text ");
    text("substring('12345', -42, 1 div 0)", "text 12345");
    text("substring-before('1999/04', '/')", "text 1999");
    text("substring-after('1999/04', '/')", "text 04");
    text("translate('bar', 'abc', 'AB')", "text BAr");
    text("normalize-space(/a)", "text x y");
    text("string-length('æøå')", "text 3");
    text("round(-2.5) = -2 and round(2.5) = 3", "is true");
    text("floor(-1.5) + ceiling(1.2)", "text 0");
    text("-(1)", "text -1");
    text("--'2'", "text 2");
    text("1 div 0", "text Infinity");
    text("number('1e3')", "text NaN");
    text("0.1 * 3", "text 0.30000000000000004");
    text("7 mod -2", "text 1");
    text("name(/*) = local-name(//a)", "is true");
    text("id('i x')/@id", "i");
    text("count(/a[lang('da')])", "text 1");
    text("starts-with('ab', 'a') and contains('ab', 'b')", "is true");
    text("sum(//none)", "text 0");
    text("unknown(1)", "error");
    text("count(1)", "error");
    text("count()", "error");
    text("$x", "error");
    text("1 1", "error");
    text("'x", "error");
}

#[test]
fn expressions_and_their_work_are_bounded() {
    let refused = |expression: &str, part: &str| {
        let problem = parse_expression(expression).expect_err("it is refused");
        assert!(problem.contains(part), "{problem}");
    };
    refused(&format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000)), "parts");
    refused(&format!("{}1{}", "(".repeat(100), ")".repeat(100)), "inside of each other");
    refused(&format!("a{}", "[a".repeat(100)), "inside of each other");
    refused(&"-".repeat(100_000), "parts");
    assert!(parse_expression(&format!("1{}", " + 1".repeat(1_000))).is_ok());
    let budget = LookBudget::new(RunClock::start(), TaskBounds::default());
    let wide = format!("<r>{}</r>", "<a><b/></a>".repeat(3_000));
    let found = find(&wide, DocumentKind::Xml, &[], false, "//*[count(//*[count(//*) > 1]) > 1]", &budget);
    // By its visits, or on a slow machine by its time.
    assert!(found.is_err_and(|problem| problem.contains("more than")));
    assert!(budget.problem().is_some());
    // All descendants of nodes that are in each other are walked through once.
    let deep = format!("{}x{}", "<a>".repeat(900), "</a>".repeat(900));
    let budget = LookBudget::new(RunClock::start(), TaskBounds::default());
    let found = find(&deep, DocumentKind::Xml, &[], false, "count(//a//a)", &budget);
    assert_eq!(found, Ok(XPathResult::Text("899".to_owned())));
}
