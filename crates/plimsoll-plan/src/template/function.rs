//! The functions a template can call.

use crate::expression::ScriptLanguage;

macro_rules! functions {
    ($($name:ident $text:literal $least:literal $most:tt $variable:expr, $doc:literal;)*) => {
        /// A function by JMeter's name and meaning (JMeter user manual, "Functions and Variables"; those of
        /// jmeter-plugins' "Custom JMeter Functions" likewise). `__sessionId` and `__regexParameter` do what are
        /// elements there.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function { $(#[doc = $doc] $name),* }

        impl Function {
            pub const ALL: &[Function] = &[$(Function::$name),*];

            /// The name with its underscores, e.g. `__Random`.
            pub fn name(self) -> &'static str {
                match self { $(Function::$name => $text),* }
            }

            /// The least and the most arguments it takes.
            pub fn arguments(self) -> (usize, usize) {
                match self { $(Function::$name => ($least, $most)),* }
            }

            /// Which argument, from 0, names a variable that keeps the value.
            pub fn variable(self) -> Option<usize> {
                match self { $(Function::$name => $variable),* }
            }
        }
    };
}

/// As many arguments as there are.
const ANY: usize = usize::MAX;

functions! {
    P "__P" 1 2 None, "`(name, default)`: a property; the default is `1` when not given.";
    Property "__property" 1 3 Some(1), "`(name, variable, default)`: a property; the name itself when neither is set.";
    SetProperty "__setProperty" 2 3 None, "`(name, value, return old?)`: sets a property for everyone.";
    IsPropertyDefined "__isPropDefined" 1 1 None, "`(name)`: whether a property is set.";
    IsVariableDefined "__isVarDefined" 1 1 None, "`(name)`: whether a variable is set.";
    IsDefined "__isDefined" 1 1 None, "`(name)`: `1` or `0`, whether a variable is set.";
    Random "__Random" 2 3 Some(2), "`(min, max, variable)`: a whole number, both ends included.";
    RandomString "__RandomString" 1 3 Some(2), "`(length, characters, variable)`.";
    RandomDate "__RandomDate" 3 5 Some(4), "`(format, start, end, locale, variable)`: a day, the end excluded.";
    RandomFromVariables "__RandomFromMultipleVars" 1 2 Some(1), "`(a|b, variable)`: the value of one of several variables.";
    Choose "__chooseRandom" 2 ANY None, "`(a, b, …, variable)`: one of the texts.";
    Time "__time" 0 2 Some(1), "`(format, variable)`: now; milliseconds since 1970 without a format, `/n` divides.";
    TimeShift "__timeShift" 1 5 None, "`(format, date, shift, locale, variable)`: a date moved by an ISO 8601 duration.";
    ConvertTime "__dateTimeConvert" 3 4 Some(3), "`(date, format, new format, variable)`.";
    Uuid "__UUID" 0 0 None, "A random UUID.";
    Traceparent "__traceparent" 0 1 None, "`(sampled %)`: a new trace and span for a `traceparent` header (W3C Trace Context); all sampled without a share. No function of JMeter's.";
    ThreadNumber "__threadNum" 0 0 None, "The number of the virtual user in its scenario, from 1.";
    ThreadGroupName "__threadGroupName" 0 0 None, "The scenario's name.";
    SamplerName "__samplerName" 0 1 Some(0), "`(variable)`: the label of the request.";
    PlanName "__TestPlanName" 0 0 None, "The name of the plan's file.";
    Iteration "__iterationNum" 0 0 None, "The user's iteration, from 1.";
    Counter "__counter" 1 2 Some(1), "`(per user?, variable)`: counts its own uses, from 1.";
    Variable "__V" 1 2 None, "`(name, default)`: the variable with a computed name.";
    Eval "__eval" 1 1 None, "`(text)`: replaces variables and functions inside a text.";
    EvalVariable "__evalVar" 1 1 None, "`(name)`: as `__eval`, of a variable's content.";
    UrlEncode "__urlencode" 1 1 None, "`(text)`: application/x-www-form-urlencoded.";
    UrlDecode "__urldecode" 1 1 None, "`(text)`: the inverse.";
    EscapeHtml "__escapeHtml" 1 1 None, "`(text)`: entities of HTML 4.";
    UnescapeHtml "__unescapeHtml" 1 1 None, "`(text)`: the inverse.";
    EscapeXml "__escapeXml" 1 1 None, "`(text)`: XML 1.0.";
    Unescape "__unescape" 1 1 None, "`(text)`: Java's escapes.";
    EscapeRegex "__escapeOroRegexpChars" 1 2 Some(1), "`(text, variable)`: every character that is no letter, digit or `_` escaped.";
    Character "__char" 1 ANY None, "`(number, …)`: characters by their numbers: `65`, `0x41`, `0101`.";
    Base64Encode "__base64Encode" 1 2 Some(1), "`(text, variable)`.";
    Base64Decode "__base64Decode" 1 2 Some(1), "`(text, variable)`.";
    Digest "__digest" 2 5 Some(4), "`(algorithm, text, salt, upper case?, variable)`: MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512.";
    Md5 "__MD5" 1 2 Some(1), "`(text, variable)`.";
    IntSum "__intSum" 2 ANY None, "`(a, b, …, variable)`: a sum, 32 bits; the last argument may name a variable.";
    LongSum "__longSum" 2 ANY None, "As `__intSum`, 64 bits.";
    DoubleSum "__doubleSum" 2 ANY None, "As `__intSum`, floating point.";
    ChangeCase "__changeCase" 1 3 Some(2), "`(text, UPPER | LOWER | CAPITALIZE, variable)`.";
    UpperCase "__uppercase" 1 2 Some(1), "`(text, variable)`.";
    LowerCase "__lowercase" 1 2 Some(1), "`(text, variable)`.";
    Substring "__substring" 3 4 Some(3), "`(text, begin, end, variable)`, from 0, the end excluded.";
    Length "__strLen" 1 2 Some(1), "`(text, variable)`.";
    If "__if" 4 5 Some(4), "`(a, b, then, else, variable)`: the third when the first two are equal, else the fourth.";
    Split "__split" 2 3 None, "`(text, variable, separator)`: parts into `variable_1`, …, their number into `variable_n`.";
    Regex "__regexFunction" 2 7 None, "`(regex, template, match, between, default, variable, input variable)`.";
    SessionId "__sessionId" 4 4 None, "`(name, argument | path [bare] [short], keep?, variable)`: the id of a session in the last answer goes into the variable; `true`, or `false` without an answer.";
    RegexParameter "__regexParameter" 5 5 None, "`(reference, names, values, name, value)`: the value that the matches of an extractor have for this name, by the numbers of their groups; else its own.";
    CsvRead "__CSVRead" 2 2 None, "`(file, column | next | *alias)`: a cell of the user's row.";
    FileToString "__FileToString" 1 3 Some(2), "`(file, encoding, variable)`: a whole file.";
    StringFromFile "__StringFromFile" 1 4 None, "`(file, variable, start, end)`: the next line.";
    StringToFile "__StringToFile" 2 4 None, "`(file, text, append?, encoding)`.";
    Environment "__env" 1 3 Some(1), "`(name, variable, default)`: a variable of the environment.";
    Log "__log" 1 4 None, "`(text, level, throwable, comment)`: the text itself; nothing is logged.";
    LogSilently "__logn" 1 3 None, "`(text, level, throwable)`: nothing; nothing is logged either.";
    MachineName "__machineName" 0 1 Some(0), "`(variable)`: the name of this machine.";
    MachineIp "__machineIP" 0 1 Some(0), "`(variable)`: the address of this machine.";
    Groovy "__groovy" 1 2 Some(1), "`(script, variable)`.";
    Jexl3 "__jexl3" 1 2 Some(1), "`(script, variable)`.";
    Jexl2 "__jexl2" 1 2 Some(1), "`(script, variable)`.";
    JavaScript "__javaScript" 1 2 Some(1), "`(script, variable)`.";
    BeanShell "__BeanShell" 1 2 Some(1), "`(script, variable)`.";
}

impl Function {
    /// By the name with its underscores, as written.
    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|f| f.name() == name)
    }

    /// The function whose first argument is a script in this language.
    pub fn of_script(language: ScriptLanguage) -> Function {
        match language {
            ScriptLanguage::Groovy => Function::Groovy,
            ScriptLanguage::Jexl3 => Function::Jexl3,
            ScriptLanguage::Jexl2 => Function::Jexl2,
            ScriptLanguage::JavaScript => Function::JavaScript,
            ScriptLanguage::BeanShell => Function::BeanShell,
        }
    }

    /// The language of the script that is its first argument.
    pub fn language(self) -> Option<ScriptLanguage> {
        Some(match self {
            Function::Groovy => ScriptLanguage::Groovy,
            Function::Jexl3 => ScriptLanguage::Jexl3,
            Function::Jexl2 => ScriptLanguage::Jexl2,
            Function::JavaScript => ScriptLanguage::JavaScript,
            Function::BeanShell => ScriptLanguage::BeanShell,
            _ => return None,
        })
    }
}
