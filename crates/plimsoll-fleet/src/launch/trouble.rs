//! What ssh says when it fails, with what helps.

/// Parts of what OpenSSH says (its `ssh.c`, `sshconnect.c` and `hostfile.c`), and what to do.
const KNOWN: [(&str, &str); 6] = [
    (
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        "its host key is not the one that is known here: once you are sure that it is that machine, `ssh-keygen -R HOST`, and \
         connect with `ssh HOST`",
    ),
    ("Host key verification failed", "its host key is not known here: connect once with `ssh HOST`"),
    (
        "Permission denied (",
        "it lets nobody in without a password: `ssh-copy-id HOST`, or start an agent with your key",
    ),
    ("Could not resolve hostname", "there is no such host: check its name, and `ssh -G HOST`"),
    ("Connection refused", "no ssh server listens there: is the port right?"),
    (
        "No space left on device",
        "its disk is full, and the program has to be copied to ~/.cache/plimsoll there",
    ),
];

/// The last line of what ssh, or what it ran, said; empty: nothing.
pub fn of_ssh(said: &str) -> String {
    let last = said.trim().lines().last().unwrap_or_default().trim();
    match KNOWN.iter().find(|(part, _)| said.contains(part)) {
        Some((_, help)) => format!("{last} ({help})"),
        None => last.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::of_ssh;

    #[test]
    fn what_ssh_says_comes_with_what_helps() {
        let changed = "@@@@\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n@@@@\nHost key verification failed.\n";
        assert!(of_ssh(changed).starts_with("Host key verification failed. (its host key is not the one"));
        let unknown = "No ED25519 host key is known for gen1 and you have requested strict checking.\nHost key verification failed.";
        assert!(of_ssh(unknown).contains("is not known here"), "{}", of_ssh(unknown));
        assert!(of_ssh("a@b: Permission denied (publickey).").contains("ssh-copy-id"));
        assert_eq!(of_ssh("what nobody knows\nlast\n"), "last");
        assert_eq!(of_ssh(""), "");
    }
}
