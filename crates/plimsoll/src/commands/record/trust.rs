//! The recording's certificate authority: where it is, and how clients are made to trust it.

use crate::exit::Failure;
use crate::stdout;
use plimsoll_record::Authority;
use std::path::PathBuf;

/// What helps where the home folder takes no files.
pub const ELSEWHERE: &str = "XDG_CONFIG_HOME=DIR names a folder of yours for the authority";

/// `$XDG_CONFIG_HOME/plimsoll`, or `~/.config/plimsoll`.
pub fn folder() -> Result<PathBuf, Failure> {
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let config = of("XDG_CONFIG_HOME").or_else(|| Some(of("HOME")?.join(".config")));
    config.map(|folder| folder.join("plimsoll")).ok_or_else(|| {
        Failure::input("there is no folder for the certificate authority of recordings")
            .with_hint("set HOME, or XDG_CONFIG_HOME")
    })
}

pub fn explain(authority: &Authority) {
    let file = authority.file().display();
    let key = authority.file().with_extension("key");
    stdout::print(&format!(
        "\
For HTTPS the recording makes certificates of its own, signed by this authority:
  {file}
Clients that are recorded must trust it:
  --browser        nothing to do: the browser that Plimsoll starts takes it, no other does
  curl             curl --proxy http://127.0.0.1:8899 --cacert {file} URL
  Firefox          Settings, Certificates, View Certificates, Authorities, Import: to identify websites;
                   for 127.0.0.1 also network.proxy.allow_hijacking_localhost = true in about:config
  Chrome, Debian   certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n plimsoll -i {file}
  macOS            security add-trusted-cert -p ssl -k ~/Library/Keychains/login.keychain-db {file}
  Java             keytool -importcert -noprompt -alias plimsoll -file {file} -keystore trust.jks -storepass changeit
                   java -Djavax.net.ssl.trustStore=trust.jks -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=8899
  Python           REQUESTS_CA_BUNDLE={file} HTTPS_PROXY=http://127.0.0.1:8899
  Node             NODE_EXTRA_CA_CERTS={file} NODE_USE_ENV_PROXY=1 HTTPS_PROXY=http://127.0.0.1:8899
  phones           --listen 0.0.0.0:8899, set the proxy, open http://ADDRESS:8899/ca.pem
Whoever has its key can pretend to be any site to them: it is yours alone ({}),
made on this machine. Remove the authority where you no longer record; without both files a new one is made.
",
        key.display()
    ));
}
