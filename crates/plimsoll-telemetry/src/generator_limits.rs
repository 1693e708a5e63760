//! Texts of failures for which the load generator's own machine had no resources left, which say nothing of the server.

/// No local port, no file descriptor, no buffer, as Java, Go, Python, Rust and C say it on Linux, macOS and Windows; in lower case.
const TEXTS: [&str; 7] = [
    "bindexception",
    "address already in use",
    "assign requested address",
    "too many open files",
    "only one usage of each socket address",
    "no buffer space available",
    "lacked sufficient buffer space",
];

/// Whether a failure without an answer was one of the load generator itself. A database tells of its own files in the same words.
pub fn is_generators_limit(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let of_database = text.contains("sql") || text.contains("errcode");
    !of_database && TEXTS.iter().any(|known| text.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_load_generators_ran_out_of_is_not_the_servers() {
        let own = [
            "java.net.BindException: Address already in use: connect",
            "java.net.NoRouteToHostException: Cannot assign requested address (Address not available)",
            "java.net.SocketException: Too many open files",
            "java.net.SocketException: No buffer space available (maximum connections reached?): connect",
            "j.n.BindException: Can't assign requested address",
            "dial tcp 10.0.0.1:80: connect: cannot assign requested address",
            "Get \"http://10.0.0.1\": dial tcp 0.0.0.0:0->10.0.0.1:80: bind: address already in use",
            "dial tcp 10.0.0.1:80: socket: too many open files",
            "ConnectionError(NewConnectionError('[Errno 99] Cannot assign requested address'))",
            "OSError(24, 'Too many open files')",
            "Only one usage of each socket address (protocol/network address/port) is normally permitted.",
        ];
        for text in own {
            assert!(is_generators_limit(text), "{text}");
        }
        let others = [
            "java.net.ConnectException: Connection refused",
            "java.net.NoRouteToHostException: No route to host",
            "java.net.SocketException: Connection reset",
            "java.sql.SQLException: Can't open file: 'orders.MYI' (errno: 24 - Too many open files)",
            "",
        ];
        for text in others {
            assert!(!is_generators_limit(text), "{text}");
        }
    }
}
