//! Of the lab.

use super::values::duration;
use clap::Args;
use plimsoll_server::UserRole;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

// A field for each flag.
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// The folder with runs, plans and studies; what is started here is put into DIR/runs
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Where to listen; port 0 takes a free one. On any other address than this machine's own a login is asked for
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8720")]
    pub listen: SocketAddr,
    /// A name under which the lab is asked, beside localhost and addresses; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// A proxy before the lab whose X-Forwarded-For and X-Forwarded-Proto are believed; may be repeated
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    pub proxies: Vec<IpAddr>,
    /// The certificate with its chain, PEM: the lab speaks HTTPS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_certificate: Option<PathBuf>,
    /// The certificate's key, PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,
    /// Adds a user, or gives another password or role, and ends; the password comes from stdin
    #[arg(long, value_name = "NAME[:ROLE]", value_parser = user)]
    pub add_user: Option<(String, UserRole)>,
    /// Only shows runs: nothing can be started from the browser
    #[arg(long)]
    pub no_start: bool,
    /// Megabytes of one upload
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub upload_max: u64,
    /// A provider of OpenID Connect that says who somebody is; the client's secret comes from PLIMSOLL_OIDC_SECRET
    #[arg(long, value_name = "URL", requires = "oidc_client")]
    pub oidc_issuer: Option<String>,
    /// The client's id with the provider
    #[arg(long, value_name = "ID", requires = "oidc_issuer")]
    pub oidc_client: Option<String>,
    /// What the login's button says
    #[arg(long, value_name = "TEXT", default_value = "OpenID Connect")]
    pub oidc_label: String,
    /// Whose verified e-mail address or subject is an admin's; may be repeated
    #[arg(long = "oidc-admin", value_name = "WHO")]
    pub oidc_admins: Vec<String>,
    /// The same of operators; all others are viewers
    #[arg(long = "oidc-operator", value_name = "WHO")]
    pub oidc_operators: Vec<String>,
    /// Through which mails go out: smtp://USER@HOST:PORT?tls=required; the password comes from PLIMSOLL_SMTP_PASSWORD
    #[arg(long, value_name = "URL", requires = "mail_from")]
    pub smtp: Option<String>,
    /// Who writes the mails
    #[arg(long, value_name = "ADDRESS", requires = "smtp")]
    pub mail_from: Option<String>,
    /// Where an example's trace is seen: http://jaeger:16686/trace/{trace_id}
    #[arg(long, value_name = "TEMPLATE")]
    pub trace_url: Option<String>,
    /// Opens the pages in the browser
    #[arg(long)]
    pub open: bool,
    /// Prints a form of the report on this run file of the folder, and ends: what the lab asks of another process
    #[arg(long, value_name = "FILE", requires = "form", hide = true)]
    pub look_at: Option<PathBuf>,
    /// Which form, in which language: page.en
    #[arg(long, value_name = "FORM.LANGUAGE", requires = "look_at", hide = true)]
    pub form: Option<String>,
    /// Run files of so many megabytes are looked through by another process
    #[arg(long, value_name = "MB", default_value_t = 64, hide = true)]
    pub look_apart: u64,
    /// Ends when nothing runs and nobody has looked for so long
    #[arg(long, value_name = "TIME", value_parser = duration, hide = true)]
    pub idle_end: Option<Duration>,
}

/// `anna:operator`; without a role a viewer.
fn user(text: &str) -> Result<(String, UserRole), String> {
    match text.rsplit_once(':') {
        Some((name, role)) => Ok((name.to_owned(), role.parse()?)),
        None => Ok((text.to_owned(), UserRole::Viewer)),
    }
}
