//! `plimsoll serve`: the lab, over a folder of runs.

use crate::arguments::ServeArguments;
use crate::exit::{Exit, Failure, chain};
use crate::{message, signals, stdout};
use plimsoll_engine::Control;
use plimsoll_server::{LabConfig, OpenIdConfig, ServeError, SmtpConfig, TlsFiles};
use std::io::{BufRead, IsTerminal};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

pub fn serve(arguments: &ServeArguments) -> Result<Exit, Failure> {
    if let Some((name, role)) = &arguments.add_user {
        let password = password()?;
        plimsoll_server::add_user(&arguments.folder, name, *role, &password)
            .map_err(|error| Failure::input(format!("failed to {}", chain(&error))))?;
        message::say(&format!(
            "{name} is {} of the lab in {}",
            article(role.name()),
            arguments.folder.display()
        ));
        return Ok(Exit::Done);
    }
    if let (Some(file), Some(form)) = (&arguments.look_at, &arguments.form) {
        let made = plimsoll_server::look_at(&arguments.folder, file, form);
        stdout::print_data(&made.map_err(Failure::input)?);
        return Ok(Exit::Done);
    }
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let scheme = if arguments.tls_certificate.is_some() { "https" } else { "http" };
    let ready = |address: SocketAddr, said: &[String]| {
        said.iter().for_each(|text| message::say(text));
        let url = format!("{scheme}://{address}/");
        message::say(&format!("the lab of {} is at {url}; Ctrl-C ends it", arguments.folder.display()));
        // A program that started it reads where it is.
        if !std::io::stdout().is_terminal() {
            stdout::print(&format!("{url}\n"));
        }
        if arguments.open {
            open(&url);
        }
    };
    plimsoll_server::serve(config(arguments)?, ready, ended(control)).map_err(|error| failure(&error))?;
    Ok(Exit::Done)
}

fn config(arguments: &ServeArguments) -> Result<LabConfig, Failure> {
    let folder = std::path::absolute(&arguments.folder).map_err(|error| {
        Failure::input(format!("failed to use the folder {}: {error}", arguments.folder.display()))
    })?;
    let program = std::env::current_exe()
        .map_err(|error| Failure::internal(format!("failed to find this program's own file: {error}")))?;
    let secret = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let tls = arguments.tls_certificate.clone().zip(arguments.tls_key.clone());
    let open_id = arguments.oidc_issuer.clone().zip(arguments.oidc_client.clone());
    let smtp = arguments.smtp.clone().zip(arguments.mail_from.clone());
    Ok(LabConfig {
        folder,
        listen: arguments.listen,
        hosts: arguments.hosts.clone(),
        proxies: arguments.proxies.clone(),
        tls: tls.map(|(certificate, key)| TlsFiles { certificate, key }),
        program,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        upload_max: arguments.upload_max << 20,
        apart_bytes: arguments.look_apart << 20,
        can_start: !arguments.no_start,
        open_id: open_id.map(|(issuer, client_id)| OpenIdConfig {
            issuer,
            client_id,
            client_secret: secret("PLIMSOLL_OIDC_SECRET"),
            label: arguments.oidc_label.clone(),
            admins: arguments.oidc_admins.clone(),
            operators: arguments.oidc_operators.clone(),
        }),
        smtp: smtp.map(|(url, from)| SmtpConfig { url, from, password: secret("PLIMSOLL_SMTP_PASSWORD") }),
        trace_url: arguments.trace_url.clone(),
        idle_end: arguments.idle_end,
        say: message::say,
    })
}

/// Until a signal comes.
async fn ended(control: Control) {
    while control.stopped().is_none() {
        plimsoll_server::pause(Duration::from_millis(100)).await;
    }
}

fn failure(error: &ServeError) -> Failure {
    let failure = match error {
        ServeError::Threads(_) | ServeError::Users(_) => {
            Failure::internal(format!("failed to {}", chain(error)))
        }
        _ => Failure::input(format!("failed to {}", chain(error))),
    };
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}

/// A line of stdin; on a terminal it is not shown.
fn password() -> Result<String, Failure> {
    use rustix::termios::{LocalModes, OptionalActions};
    let stdin = std::io::stdin();
    let before = stdin.is_terminal().then(|| rustix::termios::tcgetattr(&stdin).ok()).flatten();
    if let Some(before) = &before {
        message::say("password:");
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        let _ = rustix::termios::tcsetattr(&stdin, OptionalActions::Now, &hidden);
    }
    let mut line = String::new();
    let read = stdin.lock().read_line(&mut line);
    if let Some(before) = &before {
        let _ = rustix::termios::tcsetattr(&stdin, OptionalActions::Now, before);
    }
    read.map_err(|error| Failure::input(format!("failed to read the password from stdin: {error}")))?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

fn article(role: &str) -> String {
    let article = if role.starts_with(['a', 'o']) { "an" } else { "a" };
    format!("{article} {role}")
}

/// Without a browser the address has been said.
fn open(url: &str) {
    let mut command = Command::new("xdg-open");
    let _ = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// The view of runs that go on in a folder, as a process of its own: load never shares one with it. It says where it is, and
/// ends when nobody has looked for a while after the last run.
pub fn live_view(folder: &Path) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt;
    let failed = |error: std::io::Error| Failure::internal(format!("failed to start the live view: {error}"));
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.args(["serve", "--listen=127.0.0.1:0", "--no-start", "--idle-end=60 s"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = command.spawn().map_err(failed)?;
    let mut url = String::new();
    if let Some(stdout) = child.stdout.take() {
        std::io::BufReader::new(stdout).read_line(&mut url).map_err(failed)?;
    }
    match url.trim() {
        "" => Err(Failure::internal("the live view did not start").with_hint("`plimsoll serve` says why")),
        url => {
            message::say(&format!("live view: {url}"));
            Ok(())
        }
    }
}
