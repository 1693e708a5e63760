//! The host that a file is about, from its name or its folder.

/// Words that name what a file is; what stands before the first of them is the host.
const WORDS: [&str; 43] = [
    "vmstat",
    "iostat",
    "jstat",
    "gcutil",
    "gc",
    "gclog",
    "access",
    "accesslog",
    "access_log",
    "docker",
    "stats",
    "dockerstats",
    "kafka",
    "lag",
    "consumer",
    "consumerlag",
    "jtl",
    "results",
    "result",
    "jmeter",
    "prometheus",
    "metrics",
    "node",
    "exporter",
    "jolokia",
    "simulation",
    "gatling",
    "k6",
    "locust",
    "server",
    "log",
    "logs",
    "error",
    "nginx",
    "undertow",
    "tomcat",
    "wildfly",
    "jboss",
    "apache",
    "envoy",
    "cpu",
    "memory",
    "mpstat",
];

/// `parts` are folders and the file's own name; `stamp_start` is where a time begins in that name.
pub fn host_of(parts: &[String], stamp_start: Option<usize>) -> Option<String> {
    let (name, folders) = parts.split_last()?;
    let name = stamp_start.and_then(|start| name.get(..start)).unwrap_or(name);
    from_name(name).or_else(|| folders.last().filter(|folder| is_host(folder)).cloned())
}

fn from_name(name: &str) -> Option<String> {
    let mut end = 0;
    let mut word_found = false;
    for part in name.split_inclusive(['-', '_', '.']) {
        let word = part.trim_end_matches(['-', '_', '.']).to_ascii_lowercase();
        let plain = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if WORDS.contains(&word.as_str()) || WORDS.contains(&plain) && plain == word {
            word_found = true;
            break;
        }
        end += part.len();
    }
    let host = name[..end].trim_end_matches(['-', '_', '.']);
    (word_found && is_host(host)).then(|| host.to_owned())
}

fn is_host(text: &str) -> bool {
    let usual = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let archive = [".zip", ".gz", ".tgz", ".tar", ".zst"].iter().any(|ending| text.ends_with(ending));
    let named = text.to_ascii_lowercase();
    let general =
        ["logs", "log", "data", "files", "results", "run", "runs", "telemetry"].contains(&named.as_str());
    !text.is_empty()
        && !general
        && !archive
        && text.chars().all(usual)
        && text.chars().any(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_found_in_names_and_folders() {
        let cases = [
            ("docker01-vmstat-20191007111959.log", Some(16), Some("docker01")),
            ("app-01.example.org-gc.log", None, Some("app-01.example.org")),
            ("docker01/access.log", None, Some("docker01")),
            ("logs/access.log", None, None),
            ("day.zip/db1/iostat.txt", None, Some("db1")),
            ("day.zip/iostat.txt", None, None),
            ("jstat.log", None, None),
            ("notes.txt", None, None),
            ("web_access_log.1", None, Some("web")),
            ("vmstat-docker01.log", None, None),
        ];
        for (path, stamp, expected) in cases {
            let parts: Vec<String> = path.split('/').map(str::to_owned).collect();
            assert_eq!(host_of(&parts, stamp).as_deref(), expected, "{path}");
        }
    }
}
