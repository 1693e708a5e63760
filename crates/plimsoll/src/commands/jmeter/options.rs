//! JMeter's command line as JMeter reads it (`CLArgsParser`): short options may be joined (`-nt plan.jmx`), their
//! arguments too (`-lresults.jtl`), long options take `=` or the next argument.

/// How many arguments an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Value,
    /// `name=value`; the value may be missing.
    Pair,
}

/// Short and long name, arguments, what it does.
const OPTIONS: &[(char, &str, Takes, &str)] = &[
    ('?', "?", Takes::Nothing, "list the options and exit"),
    ('h', "help", Takes::Nothing, "show how to use it and exit"),
    ('v', "version", Takes::Nothing, "show the version and exit"),
    ('p', "propfile", Takes::Value, "the property file to use instead of jmeter.properties"),
    ('q', "addprop", Takes::Value, "another property file"),
    ('t', "testfile", Takes::Value, "the plan (.jmx) to run"),
    ('l', "logfile", Takes::Value, "the file for the results"),
    ('i', "jmeterlogconf", Takes::Value, "ignored: JMeter's own logging"),
    ('j', "jmeterlogfile", Takes::Value, "the log of the run (jmeter.log)"),
    ('n', "nongui", Takes::Nothing, "run without a GUI; there is no other way here"),
    ('s', "server", Takes::Nothing, "refused: there is no JMeter server"),
    ('E', "proxyScheme", Takes::Value, "scheme of the proxy"),
    ('H', "proxyHost", Takes::Value, "host of the proxy"),
    ('P', "proxyPort", Takes::Value, "port of the proxy"),
    ('N', "nonProxyHosts", Takes::Value, "hosts that need no proxy"),
    ('u', "username", Takes::Value, "user name for the proxy"),
    ('a', "password", Takes::Value, "password for the proxy"),
    ('J', "jmeterproperty", Takes::Pair, "a property"),
    ('G', "globalproperty", Takes::Pair, "a property for the hosts of -r and -R, or a file of them"),
    ('D', "systemproperty", Takes::Pair, "a property of the JVM: ignored"),
    ('S', "systemPropertyFile", Takes::Value, "properties of the JVM: ignored"),
    ('f', "forceDeleteResultFile", Takes::Nothing, "delete the results and the report folder that there are"),
    ('L', "loglevel", Takes::Pair, "ignored: JMeter's own logging"),
    ('r', "runremote", Takes::Nothing, "make the load from the hosts of the property remote_hosts, over ssh"),
    ('R', "remotestart", Takes::Value, "make the load from these hosts (host1,host2), over ssh"),
    ('d', "homedir", Takes::Value, "the folder of JMeter"),
    ('X', "remoteexit", Takes::Nothing, "ignored: nothing is left running on the hosts"),
    ('g', "reportonly", Takes::Value, "only make the report of a result file"),
    ('e', "reportatendofloadtests", Takes::Nothing, "make the report after the run"),
    ('o', "reportoutputfolder", Takes::Value, "the folder for the report"),
];

/// Not allowed beside `-g`.
const NOT_WITH_REPORT: [char; 4] = ['n', 'r', 'R', 'l'];

/// One option as given; what is no option goes by `\0`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Given {
    option: char,
    value: String,
    /// After the `=` of a pair.
    second: String,
}

/// The command line, understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JmeterOptions {
    given: Vec<Given>,
}

impl JmeterOptions {
    /// An error is in JMeter's words.
    pub fn parse(arguments: &[String]) -> Result<JmeterOptions, String> {
        let mut options = JmeterOptions::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.strip_prefix('-') {
                None => options.push('\0', argument, ""),
                Some("") => return Err("Malformed option -".to_owned()),
                Some("-") => rest.by_ref().for_each(|other| options.push('\0', other, "")),
                Some(short_or_long) => match short_or_long.strip_prefix('-') {
                    Some(long) => options.long(long, &mut rest)?,
                    None => options.short(short_or_long, &mut rest)?,
                },
            }
        }
        options.check()
    }

    pub fn has(&self, option: char) -> bool {
        self.given.iter().any(|given| given.option == option)
    }

    /// The last one counts.
    pub fn value(&self, option: char) -> Option<&str> {
        self.given.iter().rev().find(|given| given.option == option).map(|given| given.value.as_str())
    }

    /// Additional property files and properties in the order in which they override each other: `(file, "")`,
    /// `(name, value)`.
    pub fn properties(&self) -> impl Iterator<Item = PropertyOption<'_>> {
        self.given.iter().filter_map(|given| match given.option {
            'q' => Some(PropertyOption::File(&given.value)),
            'J' => Some(PropertyOption::Value(&given.value, &given.second)),
            _ => None,
        })
    }

    /// Properties of the hosts of a remote run, and files of them.
    pub fn remote_properties(&self) -> impl Iterator<Item = PropertyOption<'_>> {
        self.given.iter().filter(|given| given.option == 'G').map(|given| match given.second.as_str() {
            "" => PropertyOption::File(&given.value),
            value => PropertyOption::Value(&given.value, value),
        })
    }

    /// The first argument that is no option.
    pub fn stray(&self) -> Option<&str> {
        self.value('\0')
    }

    fn push(&mut self, option: char, value: &str, second: &str) {
        self.given.push(Given { option, value: value.to_owned(), second: second.to_owned() });
    }

    fn long<'a>(&mut self, text: &str, rest: &mut impl Iterator<Item = &'a String>) -> Result<(), String> {
        let (name, joined) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let Some((option, _, takes, _)) = OPTIONS.iter().find(|(_, long, ..)| *long == name) else {
            return Err(format!("Unknown option --{name}"));
        };
        let missing = || format!("Missing argument to option --{name}");
        match takes {
            Takes::Nothing => self.push(*option, "", ""),
            _ => {
                let value = joined.or_else(|| rest.next().map(String::as_str)).ok_or_else(missing)?;
                self.take(*option, *takes, value);
            }
        }
        Ok(())
    }

    fn short<'a>(&mut self, text: &str, rest: &mut impl Iterator<Item = &'a String>) -> Result<(), String> {
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let Some((_, _, takes, _)) = OPTIONS.iter().find(|(short, ..)| *short == letter) else {
                return Err(format!("Unknown option -{letter}"));
            };
            if *takes == Takes::Nothing {
                self.push(letter, "", "");
                continue;
            }
            let joined = letters.as_str();
            let joined = joined.strip_prefix('=').filter(|_| *takes == Takes::Value).unwrap_or(joined);
            let next = || rest.next().map(String::as_str);
            let value = Some(joined).filter(|joined| !joined.is_empty()).or_else(next);
            let value = value.ok_or_else(|| format!("Missing argument to option -{letter}"))?;
            self.take(letter, *takes, value);
            return Ok(());
        }
        Ok(())
    }

    fn take(&mut self, option: char, takes: Takes, value: &str) {
        match value.split_once('=').filter(|_| takes == Takes::Pair) {
            Some((name, second)) => self.push(option, name, second),
            None => self.push(option, value, ""),
        }
    }

    fn check(self) -> Result<JmeterOptions, String> {
        let clash = NOT_WITH_REPORT.iter().find(|option| self.has('g') && self.has(**option));
        if let Some(option) = clash {
            let long = OPTIONS.iter().find(|(short, ..)| short == option).map_or("", |(_, long, ..)| long);
            return Err(format!("Incompatible options --{option}/--{long} and -g/--reportonly found."));
        }
        if !self.has('n') && ['r', 'R', 'X'].iter().any(|option| self.has(*option)) {
            return Err("-r and -R and -X are only valid in non-GUI mode".to_owned());
        }
        Ok(self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyOption<'a> {
    File(&'a str),
    Value(&'a str, &'a str),
}

/// The list of options.
pub fn describe() -> String {
    let mut out = String::new();
    for (short, long, takes, about) in OPTIONS {
        let argument = match takes {
            Takes::Nothing => "",
            Takes::Value => " <argument>",
            Takes::Pair => " <argument>=<value>",
        };
        let short = if *short == '?' { String::new() } else { format!("-{short}, ") };
        out.push_str(&format!("\t{short}--{long}{argument}\n\t\t{about}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str], expected: Result<&[(char, &str, &str)], &str>) {
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        let found = JmeterOptions::parse(&arguments);
        let shown = found.as_ref().map(|options| {
            let one = |g: &Given| (g.option, g.value.clone(), g.second.clone());
            options.given.iter().map(one).collect::<Vec<_>>()
        });
        let expected = expected.map(|all| {
            all.iter().map(|(o, a, b)| (*o, (*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>()
        });
        assert_eq!(shown.map_err(String::as_str), expected, "{arguments:?}");
    }

    #[test]
    fn options_are_read_as_jmeter_reads_them() {
        check(&["-n", "-t", "a.jmx"], Ok(&[('n', "", ""), ('t', "a.jmx", "")]));
        check(&["-nt", "a.jmx", "-lr.jtl"], Ok(&[('n', "", ""), ('t', "a.jmx", ""), ('l', "r.jtl", "")]));
        check(&["--nongui", "--testfile=a.jmx"], Ok(&[('n', "", ""), ('t', "a.jmx", "")]));
        check(&["--testfile", "a.jmx", "-j=x.log"], Ok(&[('t', "a.jmx", ""), ('j', "x.log", "")]));
        check(&["-Ja=b=c", "-J", "d=e"], Ok(&[('J', "a", "b=c"), ('J', "d", "e")]));
        check(&["--jmeterproperty", "a=1", "-Jgone"], Ok(&[('J', "a", "1"), ('J', "gone", "")]));
        check(&["-LDEBUG", "-Ljmeter.util=INFO"], Ok(&[('L', "DEBUG", ""), ('L', "jmeter.util", "INFO")]));
        check(&["-n", "extra"], Ok(&[('n', "", ""), ('\0', "extra", "")]));
        check(&["-n", "--", "-t"], Ok(&[('n', "", ""), ('\0', "-t", "")]));
    }

    #[test]
    fn wrong_options_are_refused_in_jmeters_words() {
        check(&["-n", "-t"], Err("Missing argument to option -t"));
        check(&["--logfile"], Err("Missing argument to option --logfile"));
        check(&["-z"], Err("Unknown option -z"));
        check(&["--zz"], Err("Unknown option --zz"));
        check(&["-"], Err("Malformed option -"));
        check(&["-r"], Err("-r and -R and -X are only valid in non-GUI mode"));
    }
}
