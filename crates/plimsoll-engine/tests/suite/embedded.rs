//! Pages with what they need beside themselves: from nginx, and from servers that make it hard.

use crate::performing::{Performed, perform, plan};
use crate::scripted::{Asked, Scripted, scripted};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::daemons::nginx;
use plimsoll_testkit::ports::free_port;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

fn run(top: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(Path::new("."), top, head, steps), 1)
}

fn failures(performed: &Performed) -> Vec<(ErrorKind, String)> {
    performed.failures("x").into_iter().map(|(kind, detail, _)| (kind, detail)).collect()
}

/// What a server is asked, in the order of the paths.
type Seen = Arc<Mutex<Vec<String>>>;

fn paths(seen: &Seen) -> Vec<String> {
    let mut paths = seen.lock().expect("no panic").clone();
    paths.sort();
    paths
}

/// A server that answers `/` with this page, and other paths with `rest`, which says whether it has answered.
fn site(page: &'static str, rest: fn(&mut Asked<'_>, &str) -> bool) -> (Scripted, Seen) {
    let seen = Seen::default();
    let noted = Arc::clone(&seen);
    let server = scripted(move |asked| {
        let path = asked.line().split(' ').nth(1).unwrap_or_default().to_owned();
        noted.lock().expect("no panic").push(path.clone());
        let host = asked.header("host").to_owned();
        if path == "/" {
            asked.ok("Content-Type: text/html\r\n", &page.replace("HOST", &host));
        } else if !rest(asked, &path) {
            asked.ok("Content-Type: image/png\r\n", "0123456789");
        }
        true
    });
    (server, seen)
}

/// One user gets the page twice; what the server was asked for in all, and the failure.
fn check(
    page: &'static str,
    embedded: &str,
    rest: fn(&mut Asked<'_>, &str) -> bool,
    expected: &[&str],
    failure: Option<(ErrorKind, &str)>,
) {
    let (server, seen) = site(page, rest);
    let limit = if page.contains("silent") { "700 ms" } else { "20 s" };
    let steps = format!(
        "- get: http://{}/\n  label: x\n  embedded: {embedded}\n  response_timeout: {limit}\n  check: {{contains: page}}",
        server.address
    );
    let performed = run("cookies: true", "users: 1\niterations: 2", &steps);
    assert_eq!((performed.count("x"), performed.total()), (2, 2), "{page}");
    let twice: Vec<String> =
        expected.iter().flat_map(|path| [(*path).to_owned(), (*path).to_owned()]).collect();
    assert_eq!(paths(&seen), twice, "{page}");
    match (failures(&performed).as_slice(), failure) {
        ([], None) => {}
        ([(kind, text)], Some((wanted, part))) => {
            assert!(*kind == wanted && text.contains(part), "{kind:?} {text}")
        }
        (got, wanted) => panic!("{got:?} instead of {wanted:?}: {page}"),
    }
}

fn plain(_: &mut Asked<'_>, _: &str) -> bool {
    false
}

#[test]
fn a_page_comes_with_its_resources() {
    let page =
        "page <link rel=stylesheet href=/a.css><img src=/b.png><img src=/b.png#x><script src=c.js></script>";
    check(page, "true", plain, &["/", "/a.css", "/b.png", "/c.js"], None);
    check("page without any", "true", plain, &["/"], None);
    check(page, "{pool: 1, at_once: 1}", plain, &["/", "/a.css", "/b.png", "/c.js"], None);
    check(page, "false", plain, &["/"], None);
}

#[test]
fn urls_may_be_chosen() {
    let page = "page <img src=/a.png><img src=/b.gif><img src=http://elsewhere.invalid/c.png>";
    check(page, "{match: 'http://127.*[.](png|gif)'}", plain, &["/", "/a.png", "/b.gif"], None);
    check(page, "{match: 'http://127.*', exclude: '.*gif'}", plain, &["/", "/a.png"], None);
    // The whole URL must match.
    check(page, "{match: png}", plain, &["/"], None);
}

#[test]
fn resources_have_resources() {
    fn rest(asked: &mut Asked<'_>, path: &str) -> bool {
        match path {
            "/a.css" => {
                asked.ok("Content-Type: text/css\r\n", "@import 'd/b.css'; p { background: url(no.png) }")
            }
            "/d/b.css" => asked.ok("Content-Type: text/css\r\n", "@import url(e.css)"),
            "/frame" => asked.ok("Content-Type: text/html\r\n", "<img src=f.png><img src=b.png>"),
            _ => return false,
        }
        true
    }
    let page = "page <link rel=stylesheet href=a.css><iframe src=frame></iframe>";
    let all = ["/", "/a.css", "/b.png", "/d/b.css", "/d/e.css", "/f.png", "/frame"];
    check(page, "true", rest, &all, None);
    fn deeper(asked: &mut Asked<'_>, path: &str) -> bool {
        let next = format!("<iframe src='{path}x'></iframe>");
        asked.ok("Content-Type: text/html\r\n", &next);
        true
    }
    let nested = ["/", "/x", "/xx", "/xxx", "/xxxx", "/xxxxx"];
    check("page <iframe src=x>", "true", deeper, &nested, Some((ErrorKind::BadHttp, "nested more than 5")));
}

#[test]
fn a_resource_that_fails_fails_the_page() {
    fn rest(asked: &mut Asked<'_>, path: &str) -> bool {
        match path {
            "/missing" => asked.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
            "/moved" => asked.answer("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"),
            "/broken" => asked.answer("nonsense\r\n\r\n"),
            "/silent" => {}
            _ => return false,
        }
        true
    }
    let page = "page <img src=/moved><img src=/b.png>";
    check(page, "true", rest, &["/", "/b.png", "/moved", "/there"], None);
    let page = "page <img src=/missing><img src=/b.png>";
    check(
        page,
        "true",
        rest,
        &["/", "/b.png", "/missing"],
        Some((ErrorKind::Status, "404 Not Found (embedded: http://127")),
    );
    let page = "page <img src=/silent><img src=/b.png>";
    check(page, "true", rest, &["/", "/b.png", "/silent"], Some((ErrorKind::ResponseTimeout, "/silent)")));
    let page = "page <img src=/broken><img src=/b.png>";
    check(page, "true", rest, &["/", "/b.png", "/broken"], Some((ErrorKind::BadHttp, "/broken)")));
    let page = "page <img src=http://127.0.0.1:1/><img src=/b.png>";
    check(
        page,
        "true",
        rest,
        &["/", "/b.png"],
        Some((ErrorKind::ConnectRefused, "(embedded: http://127.0.0.1:1/)")),
    );
    let page = "page <img src=http://no.such.host.invalid/><img src=/b.png>";
    check(page, "true", rest, &["/", "/b.png"], Some((ErrorKind::ConnectFailed, "no.such.host.invalid")));
}

#[test]
fn a_page_that_fails_has_no_resources() {
    fn rest(asked: &mut Asked<'_>, _: &str) -> bool {
        asked.answer(
            "HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\nContent-Length: 14\r\n\r\n<img src=/no.x>",
        );
        true
    }
    let (server, seen) = site("", rest);
    let steps = format!("- get: http://{}/bad\n  label: x\n  embedded: true", server.address);
    let performed = run("", "users: 1\niterations: 1", &steps);
    assert_eq!(failures(&performed), [(ErrorKind::Status, "500 Oops".to_owned())]);
    assert_eq!(paths(&seen), ["/bad"]);
}

#[test]
fn a_pages_cookies_and_headers_go_with_its_resources() {
    let server = scripted(|asked| {
        let path = asked.line().split(' ').nth(1).unwrap_or_default().to_owned();
        let body = asked.body();
        match path.as_str() {
            "/" if body == "hello" => {
                asked.ok("Content-Type: text/html\r\nSet-Cookie: who=anna\r\n", "<img src=/a><img src=/b>");
            }
            _ if asked.header("cookie") == "who=anna"
                && asked.header("x-own") == "1"
                && asked.header("content-type").is_empty()
                && asked.line().starts_with("GET ") =>
            {
                asked.ok("", "OK");
            }
            _ => asked.answer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
        }
        true
    });
    let steps = format!(
        "- post: http://{}/\n  label: x\n  body: hello\n  headers: {{X-Own: 1, Content-Type: text/x}}\n  embedded: true",
        server.address
    );
    let performed = run("cookies: true", "users: 1\niterations: 1", &steps);
    assert_eq!((performed.count("x"), failures(&performed)), (1, vec![]));
}

/// A server whose resources are answered when `together` of them have been asked for; the most at once.
fn rendezvous(together: usize, images: usize) -> (Scripted, Arc<AtomicUsize>) {
    let most = Arc::new(AtomicUsize::new(0));
    let (counted, gate) = (Arc::clone(&most), (Mutex::new((0_usize, 0_usize)), Condvar::new()));
    let server = scripted(move |asked| {
        if asked.line().starts_with("GET / ") {
            let page: String = (0..images).map(|i| format!("<img src=/{i}>")).collect();
            asked.ok("Content-Type: text/html\r\n", &page);
            return true;
        }
        let (lock, changed) = &gate;
        let mut state = lock.lock().expect("no panic");
        state.0 += 1;
        state.1 += 1;
        counted.fetch_max(state.0, Ordering::SeqCst);
        changed.notify_all();
        let wanted = state.1.div_ceil(together) * together;
        let enough = |state: &mut (usize, usize)| state.1 < wanted.min(images);
        let (mut state, _) =
            changed.wait_timeout_while(state, Duration::from_secs(5), enough).expect("no panic");
        state.0 -= 1;
        drop(state);
        asked.ok("", "OK");
        true
    });
    (server, most)
}

fn check_pool(embedded: &str, together: usize) {
    let images = 12;
    let (server, most) = rendezvous(together, images);
    let steps = format!(
        "- get: http://{}/\n  label: x\n  embedded: {embedded}\n  response_timeout: 4 s",
        server.address
    );
    let performed = run("", "users: 1\niterations: 1", &steps);
    // Fewer at once would wait for the others in vain, and time out.
    assert_eq!((performed.count("x"), failures(&performed)), (1, vec![]), "{embedded}");
    assert_eq!((most.load(Ordering::SeqCst), server.connections()), (together, together), "{embedded}");
}

#[test]
fn as_many_connections_are_used_as_the_pool_has() {
    check_pool("true", 6);
    check_pool("{pool: 3}", 3);
    check_pool("{pool: 6, at_once: 2}", 2);
    check_pool("{pool: 1}", 1);
    check_pool("{pool: 12}", 12);
}

#[test]
fn nginx_serves_a_page_and_its_parts() {
    let (port, folder) = (free_port(), tempfile::tempdir().expect("a folder"));
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), mode).expect("set");
    let images: String = (0..20).map(|i| format!("<img src=image-{i}>")).collect();
    write("page.html", &format!("<title>page</title><link rel=stylesheet href=style.css>{images}"));
    write("style.css", "@import \"image-20\";");
    (0..=20).for_each(|i| write(&format!("image-{i}"), &"i".repeat(1_000 * i)));
    let server = format!(
        "server {{ listen 127.0.0.1:{port}; root FOLDER; keepalive_requests 7; gzip on; gzip_types *; }}"
    );
    let Some(nginx) = nginx(folder, &server, port) else { return };
    let steps = format!(
        "- get: http://127.0.0.1:{port}/page.html\n  label: x\n  embedded: true\n  headers: {{Accept-Encoding: gzip}}\n\
        \x20 extract: {{variable: t, regex: '<title>(.*)</title>'}}\n  check: {{contains: image-19}}\n\
         - get: http://127.0.0.1:{port}/${{t}}.html\n  label: again"
    );
    let performed = run("", "users: 5\niterations: 10", &steps);
    assert_eq!((performed.count("x"), failures(&performed)), (50, vec![]));
    assert_eq!(performed.failures("again"), []);
    let log = nginx.log("access.log", 50 * 24);
    assert_eq!(log.lines().count(), 50 * 24, "page, style sheet, 21 images, and the page again");
    assert!(log.lines().all(|line| line.starts_with("200 ")), "{log}");
}

#[test]
fn the_resources_of_a_page_over_http2_come_over_http1() {
    let (port, folder) = (free_port(), tempfile::tempdir().expect("a folder"));
    if crate::proxy::certificate(folder.path()).is_none() {
        return;
    }
    std::fs::write(folder.path().join("page.html"), "<img src=a.png><img src=b.png>").expect("written");
    let server = format!(
        "log_format spoken '$server_protocol $uri';\n\
         server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate FOLDER/cert.pem;\n\
         ssl_certificate_key FOLDER/key.pem; access_log FOLDER/spoken.log spoken; root FOLDER;\n\
         location ~ png {{ return 200 x; }} }}"
    );
    let Some(nginx) = nginx(folder, &server, port) else { return };
    for version in ["2", "auto"] {
        let steps = format!(
            "- get: https://localhost:{port}/page.html\n  label: x\n  http: {version}\n  embedded: true"
        );
        let performed = run("tls: {verify: false}", "users: 2\niterations: 3", &steps);
        assert_eq!((performed.count("x"), failures(&performed)), (6, vec![]), "{version}");
    }
    let log = nginx.log("spoken.log", 36);
    for (line, count) in [("HTTP/2.0 /page.html", 12), ("HTTP/1.1 /a.png", 12), ("HTTP/1.1 /b.png", 12)] {
        assert_eq!(log.lines().filter(|logged| *logged == line).count(), count, "{line}\n{log}");
    }
}
