//! In which language and in which forms a report is asked for. Each value has a tag, the same in study files and on the
//! command line.

use std::fmt;
use std::str::FromStr;

/// A type of tagged values. `what` completes "is not a …".
macro_rules! tagged {
    (
        $(#[$about:meta])* $name:ident, $what:literal;
        $($(#[$doc:meta])* $variant:ident $tag:literal $(or $other:literal)?;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant),*
        }

        impl $name {
            pub const ALL: [$name; [$($tag),*].len()] = [$($name::$variant),*];

            pub fn tag(self) -> &'static str {
                match self {
                    $($name::$variant => $tag),*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.tag())
            }
        }

        impl FromStr for $name {
            type Err = UnknownTag;

            fn from_str(tag: &str) -> Result<$name, UnknownTag> {
                match tag {
                    $($tag $(| $other)? => Ok($name::$variant),)*
                    _ => Err(UnknownTag { tag: tag.to_owned(), what: $what, known: &[$($tag),*] }),
                }
            }
        }
    };
}

tagged! {
    /// By its tag of BCP 47: of the `lang` attribute, too.
    #[derive(Default)]
    Language, "language of reports";
    #[default]
    English "en";
    Danish "da";
    German "de";
    Turkish "tr";
}

tagged! {
    ReportFormat, "format of reports";
    /// One file, with figures that can be looked at closer.
    Html "html";
    /// Markdown and a folder of SVG pictures, for wikis.
    Markdown "markdown" or "md";
    /// A4, printed by Chromium.
    Pdf "pdf";
    /// Every figure, as docs/report.schema.json says.
    Json "json";
    /// A test case for each requirement.
    Junit "junit";
    /// A folder with a file for each table.
    Csv "csv";
    /// The summary.
    Text "text";
    /// A few lines of Markdown for a pull or merge request.
    Comment "comment";
}

tagged! {
    /// Tables as known studies print them.
    TableStyle, "style of tables";
    /// The Danish health platform's: steps with truncated percentages, calls by server.
    Nsp "nsp";
    /// Threads × kinds of requests, by configuration (Apinizer).
    Matrix "matrix";
    /// Percentiles of runs (ONAP's VES collector).
    Summary "summary";
    /// Durations of jobs `hh:mm:ss`, with signed differences (FOLIO).
    Jobs "jobs";
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{tag}` is not a {what}: {}", known.join(", "))]
pub struct UnknownTag {
    pub tag: String,
    what: &'static str,
    known: &'static [&'static str],
}
