//! What a host has to look at.

use super::clock::trouble;
use super::source::{
    DockerStatsSource, IostatSource, JstatSource, SourceKind, SourceSpec, TcpSource, VmstatSource,
};
use super::transport::Transport;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// What was found on a host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// Of those that are of use here: `vmstat`, `iostat`, `jstat`, `docker`, `podman`; `tcp` where the kernel counts it.
    pub tools: Vec<String>,
    /// What tells each JVM from the others in its command line.
    pub jvms: Vec<String>,
    pub containers: Vec<String>,
}

const SCRIPT: &str = "\
for t in vmstat iostat jstat docker podman; do command -v $t >/dev/null 2>&1 && echo tool $t; done
[ -r /proc/net/snmp ] && echo tool tcp
for d in /proc/[0-9]*; do
  [ \"$(cat $d/comm 2>/dev/null)\" = java ] && echo jvm $(tr '\\0' ' ' < $d/cmdline 2>/dev/null)
done
for t in docker podman; do
  command -v $t >/dev/null 2>&1 && $t ps --format 'container {{.Names}}' 2>/dev/null
done
exit 0";

/// Looks what there is on a host. An error is what its shell or the way there said.
pub fn probe(transport: &Transport, sockets: &Path) -> Result<Probe, String> {
    let Some(mut command) = transport.command(SCRIPT, sockets) else { return Ok(Probe::default()) };
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(trouble(&String::from_utf8_lossy(&output.stderr), output.status));
    }
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

fn read(text: &str) -> Probe {
    let mut found = Probe::default();
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("tool", name)) => found.tools.push(name.to_owned()),
            Some(("container", name)) => found.containers.push(name.to_owned()),
            Some(("jvm", command)) => found.jvms.extend(program(command)),
            _ => {}
        }
    }
    found.jvms.sort();
    found.jvms.dedup();
    found
}

/// The jar or the main class of a JVM's command line.
fn program(command: &str) -> Option<String> {
    let mut words = command.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "-jar" => return words.next().map(|jar| jar.rsplit('/').next().unwrap_or(jar).to_owned()),
            "-cp" | "-classpath" | "--class-path" | "-p" | "--module-path" | "--add-modules"
            | "--add-opens" => {
                words.next();
            }
            option if option.starts_with('-') || option.starts_with('@') => {}
            // A single source file has a path.
            class => return Some(class.rsplit('/').next().unwrap_or(class).to_owned()),
        }
    }
    None
}

impl Probe {
    /// A source for everything that was found.
    pub fn sources(&self, every: Duration) -> Vec<SourceSpec> {
        let has = |tool: &str| self.tools.iter().any(|name| name == tool);
        let source = |kind| SourceSpec { kind, every, instance: None };
        let mut sources = Vec::new();
        sources.extend(has("vmstat").then(|| source(SourceKind::Vmstat(VmstatSource))));
        sources
            .extend(has("iostat").then(|| source(SourceKind::Iostat(IostatSource { cpu: !has("vmstat") }))));
        sources.extend(has("tcp").then(|| source(SourceKind::Tcp(TcpSource))));
        if has("jstat") {
            let jstat =
                |process: &String| source(SourceKind::Jstat(JstatSource { process: process.clone() }));
            sources.extend(self.jvms.iter().map(jstat));
        }
        let containers = ["docker", "podman"].into_iter().find(|command| has(command));
        if let (Some(command), false) = (containers, self.containers.is_empty()) {
            let stats =
                DockerStatsSource { command: command.to_owned(), containers: self.containers.clone() };
            sources.push(source(SourceKind::DockerStats(stats)));
        }
        sources
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_jvms_are_found_in_their_command_lines() {
        let cases = [
            ("/usr/bin/java -Xmx1g -jar /opt/app/shop.jar --port 80", Some("shop.jar")),
            (
                "java -D[Standalone] -cp a.jar:b.jar org.jboss.modules.Main -mp x",
                Some("org.jboss.modules.Main"),
            ),
            ("java -version", None),
            ("java", None),
        ];
        for (command, expected) in cases {
            assert_eq!(program(command).as_deref(), expected, "{command}");
        }
    }

    #[test]
    fn everything_that_was_found_is_a_source() {
        let found = read("tool vmstat\ntool jstat\njvm java -jar a.jar\ntool podman\ncontainer web\nnoise\n");
        let sources: Vec<SourceKind> =
            found.sources(Duration::from_secs(1)).into_iter().map(|s| s.kind).collect();
        let jstat = SourceKind::Jstat(JstatSource { process: "a.jar".to_owned() });
        let stats = DockerStatsSource { command: "podman".to_owned(), containers: vec!["web".to_owned()] };
        assert_eq!(sources, [SourceKind::Vmstat(VmstatSource), jstat, SourceKind::DockerStats(stats)]);
    }
}
