//! The functions a template can call.

macro_rules! functions {
    ($($name:ident $text:literal $doc:literal),* $(,)?) => {
        /// A function by JMeter's name and meaning (JMeter user manual, "Functions and Variables").
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function { $(#[doc = $doc] $name),* }

        impl Function {
            pub const ALL: &[Function] = &[$(Function::$name),*];

            /// The name with its underscores, e.g. `__Random`.
            pub fn name(self) -> &'static str {
                match self { $(Function::$name => $text),* }
            }
        }
    };
}

functions! {
    P "__P" "`(name, default)`: a property; the default is `1` when not given.",
    Property "__property" "`(name, variable, default)`: a property; the name itself when neither is set.",
    SetProperty "__setProperty" "`(name, value, return old?)`: sets a property for everyone.",
    Random "__Random" "`(min, max, variable)`: a whole number, both ends included.",
    RandomString "__RandomString" "`(length, characters, variable)`.",
    Time "__time" "`(format, variable)`: now; milliseconds since 1970 without a format, `/n` divides.",
    TimeShift "__timeShift" "`(format, date, shift, locale, variable)`: a date moved by an ISO 8601 duration.",
    Uuid "__UUID" "A random UUID.",
    ThreadNumber "__threadNum" "The number of the virtual user in its scenario, from 1.",
    ThreadGroupName "__threadGroupName" "The scenario's name.",
    Counter "__counter" "`(per user?, variable)`: counts its own uses, from 1.",
    Variable "__V" "`(name, default)`: the variable with a computed name.",
    Eval "__eval" "`(text)`: replaces variables and functions inside a text.",
    EvalVariable "__evalVar" "`(name)`: as `__eval`, of a variable's content.",
    UrlEncode "__urlencode" "`(text)`: application/x-www-form-urlencoded.",
    UrlDecode "__urldecode" "`(text)`: the inverse.",
    IntSum "__intSum" "`(a, b, …, variable)`: a sum, 32 bits; the last argument may name a variable.",
    LongSum "__longSum" "As `__intSum`, 64 bits.",
    ChangeCase "__changeCase" "`(text, UPPER | LOWER | CAPITALIZE, variable)`.",
    MachineName "__machineName" "`(variable)`: the name of this machine.",
    MachineIp "__machineIP" "`(variable)`: the address of this machine.",
}

impl Function {
    /// By the name with its underscores, as written.
    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|f| f.name() == name)
    }
}
