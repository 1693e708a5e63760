//! Texts escaped for HTML, XML, regular expressions and Java, and read back.

use super::EvaluationContext;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The entities of HTML 4 (HTML 4.01, 24), as `name:code point`.
const ENTITIES: &str = "quot:34 amp:38 lt:60 gt:62 nbsp:160 iexcl:161 cent:162 pound:163 curren:164 yen:165 brvbar:166 \
    sect:167 uml:168 copy:169 ordf:170 laquo:171 not:172 shy:173 reg:174 macr:175 deg:176 plusmn:177 \
    sup2:178 sup3:179 acute:180 micro:181 para:182 middot:183 cedil:184 sup1:185 ordm:186 raquo:187 \
    frac14:188 frac12:189 frac34:190 iquest:191 Agrave:192 Aacute:193 Acirc:194 Atilde:195 Auml:196 \
    Aring:197 AElig:198 Ccedil:199 Egrave:200 Eacute:201 Ecirc:202 Euml:203 Igrave:204 Iacute:205 \
    Icirc:206 Iuml:207 ETH:208 Ntilde:209 Ograve:210 Oacute:211 Ocirc:212 Otilde:213 Ouml:214 times:215 \
    Oslash:216 Ugrave:217 Uacute:218 Ucirc:219 Uuml:220 Yacute:221 THORN:222 szlig:223 agrave:224 \
    aacute:225 acirc:226 atilde:227 auml:228 aring:229 aelig:230 ccedil:231 egrave:232 eacute:233 \
    ecirc:234 euml:235 igrave:236 iacute:237 icirc:238 iuml:239 eth:240 ntilde:241 ograve:242 oacute:243 \
    ocirc:244 otilde:245 ouml:246 divide:247 oslash:248 ugrave:249 uacute:250 ucirc:251 uuml:252 \
    yacute:253 thorn:254 yuml:255 OElig:338 oelig:339 Scaron:352 scaron:353 Yuml:376 fnof:402 circ:710 \
    tilde:732 Alpha:913 Beta:914 Gamma:915 Delta:916 Epsilon:917 Zeta:918 Eta:919 Theta:920 Iota:921 \
    Kappa:922 Lambda:923 Mu:924 Nu:925 Xi:926 Omicron:927 Pi:928 Rho:929 Sigma:931 Tau:932 Upsilon:933 \
    Phi:934 Chi:935 Psi:936 Omega:937 alpha:945 beta:946 gamma:947 delta:948 epsilon:949 zeta:950 \
    eta:951 theta:952 iota:953 kappa:954 lambda:955 mu:956 nu:957 xi:958 omicron:959 pi:960 rho:961 \
    sigmaf:962 sigma:963 tau:964 upsilon:965 phi:966 chi:967 psi:968 omega:969 thetasym:977 upsih:978 \
    piv:982 ensp:8194 emsp:8195 thinsp:8201 zwnj:8204 zwj:8205 lrm:8206 rlm:8207 ndash:8211 mdash:8212 \
    lsquo:8216 rsquo:8217 sbquo:8218 ldquo:8220 rdquo:8221 bdquo:8222 dagger:8224 Dagger:8225 bull:8226 \
    hellip:8230 permil:8240 prime:8242 Prime:8243 lsaquo:8249 rsaquo:8250 oline:8254 frasl:8260 \
    euro:8364 image:8465 weierp:8472 real:8476 trade:8482 alefsym:8501 larr:8592 uarr:8593 rarr:8594 \
    darr:8595 harr:8596 crarr:8629 lArr:8656 uArr:8657 rArr:8658 dArr:8659 hArr:8660 forall:8704 \
    part:8706 exist:8707 empty:8709 nabla:8711 isin:8712 notin:8713 ni:8715 prod:8719 sum:8721 \
    minus:8722 lowast:8727 radic:8730 prop:8733 infin:8734 ang:8736 and:8743 or:8744 cap:8745 cup:8746 \
    int:8747 there4:8756 sim:8764 cong:8773 asymp:8776 ne:8800 equiv:8801 le:8804 ge:8805 sub:8834 \
    sup:8835 nsub:8836 sube:8838 supe:8839 oplus:8853 otimes:8855 perp:8869 sdot:8901 lceil:8968 \
    rceil:8969 lfloor:8970 rfloor:8971 lang:9001 rang:9002 loz:9674 spades:9824 clubs:9827 hearts:9829 \
    diams:9830";

fn entities() -> impl Iterator<Item = (&'static str, char)> {
    ENTITIES.split(' ').filter_map(|entity| {
        let (name, code) = entity.split_once(':')?;
        Some((name, char::from_u32(code.parse().ok()?)?))
    })
}

static NAMES: LazyLock<HashMap<char, &'static str>> =
    LazyLock::new(|| entities().map(|(name, c)| (c, name)).collect());
static CHARACTERS: LazyLock<HashMap<&'static str, char>> = LazyLock::new(|| entities().collect());

pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match NAMES.get(&c) {
            Some(name) => out.extend(["&", name, ";"]),
            None => out.push(c),
        }
    }
    out
}

/// What is no entity stays as it is.
pub(super) fn unescaped_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').filter(|end| *end <= 10);
        match end.and_then(|end| Some((entity(&rest[1..end])?, end))) {
            Some((c, end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

fn entity(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else { return CHARACTERS.get(name).copied() };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

/// For XML 1.0: what may not be in it is left out.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' | '\u{85}' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            '\u{7f}'..='\u{9f}' => out.push_str(&format!("&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// Every character that is no letter, digit or `_` (Jakarta ORO's quotemeta).
pub(super) fn regex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_alphanumeric() && c != '_' {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Java's escapes: `\n`, `\u0041`, `\101`; a backslash before anything else is left out.
pub(super) fn unescaped_java(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                while characters.next_if_eq(&'u').is_some() {}
                let digits: String = characters.by_ref().take(4).collect();
                out.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some(digit @ '0'..='7') => {
                let mut code = digit.to_digit(8).unwrap_or(0);
                let most = if digit <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    let Some(next) = characters.next_if(|c| c.is_digit(8)) else { break };
                    code = code * 8 + next.to_digit(8).unwrap_or(0);
                }
                out.extend(char::from_u32(code));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// Characters by their numbers, decimal, `0x41` or octal `0101` (java.lang.Long.decode, cut to 16 bits).
pub(super) fn characters(numbers: &[String]) -> String {
    let number = |text: &String| {
        let text = text.trim();
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let hex = ["0x", "0X", "#"].iter().find_map(|prefix| digits.strip_prefix(prefix));
        let number = match (hex, digits.strip_prefix('0').filter(|rest| !rest.is_empty())) {
            (Some(digits), _) => i64::from_str_radix(digits, 16),
            (None, Some(digits)) => i64::from_str_radix(digits, 8),
            (None, None) => digits.parse(),
        };
        Some((number.ok()? * sign) as u16)
    };
    let units: Vec<u16> = numbers.iter().filter_map(number).collect();
    String::from_utf16_lossy(&units)
}

/// The words of `__split`: parts that are empty become `?` (JOrphanUtils.split).
pub(super) fn split(around: &mut (impl EvaluationContext + ?Sized), arguments: &[String]) -> String {
    let [text, name, rest @ ..] = arguments else { return String::new() };
    let name = name.trim();
    let separator = rest.first().filter(|s| !s.is_empty()).map_or(",", |s| s);
    let parts: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(separator).collect() };
    around.set_variable(name, text.clone());
    around.set_variable(&format!("{name}_n"), parts.len().to_string());
    for (index, part) in parts.iter().enumerate() {
        let part = if part.is_empty() { "?" } else { part };
        around.set_variable(&format!("{name}_{}", index + 1), part.to_owned());
    }
    around.remove_variable(&format!("{name}_{}", parts.len() + 1));
    text.clone()
}
