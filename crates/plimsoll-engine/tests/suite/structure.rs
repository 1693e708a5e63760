//! Loops, choices, shares, locks and what leaves them: in which order one user asks, and how often several
//! do. The orders are those of JMeter 5.6.3 for the same plan.

use crate::peers::{read_head, server};
use crate::performing::{Performed, perform, plan};
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A server that writes down the paths it is asked for; what begins with `/bad` fails.
fn recorder() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let paths = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&paths);
    let address = server(move |mut stream| {
        loop {
            let head = read_head(&mut stream);
            let Some(path) = head.split(' ').nth(1) else { return };
            let status = if path.starts_with("/bad") { "500 Bad" } else { "200 OK" };
            seen.lock().expect("no panic in between").push(path[1..].to_owned());
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\nOK");
            if stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    });
    (address, paths)
}

fn perform_steps(head: &str, steps: &str, workers: u32) -> (Performed, Vec<String>) {
    let (address, paths) = recorder();
    let mut urls = String::new();
    for line in steps.lines() {
        // `get: a` is short for a request to the recorder.
        let (bare, quoted) = (format!("get: http://{address}/"), format!("get: \"http://{address}/"));
        let line = line.replace("get: \"", "get:\"").replace("get: ", &bare).replace("get:\"", &quoted);
        urls.push_str(&line);
        urls.push('\n');
    }
    let performed = perform(&plan(Path::new("."), "", head, &urls), workers);
    let paths = paths.lock().expect("no panic in between").clone();
    (performed, paths)
}

/// One user asks in this order.
fn check(iterations: u32, steps: &str, expected: &str) {
    let (_, paths) = perform_steps(&format!("iterations: {iterations}"), steps, 1);
    assert_eq!(paths.join(" "), expected, "{steps}");
}

#[test]
fn options_that_take_turns_with_one_request_go_on_where_they_were() {
    let options = "
- choice:
    order: interleave
    one_request: yes
    options:
      - [get: a, get: b, get: c]
      - [get: x]
      - [loop: {times: 2, steps: [get: d, get: e]}]";
    check(9, options, "a x d b x d c x d");
}

#[test]
fn whole_options_take_turns_and_those_without_a_request_are_passed_over() {
    let options = "
- choice:
    order: interleave
    options:
      - [get: a, get: b, get: c]
      - [get: x]
      - [if: {is_true: no, steps: [get: y]}]
      - [loop: {times: 2, steps: [get: d, get: e]}]";
    check(7, options, "a b c x d e d e a b c x d e d e a b c");
}

#[test]
fn choices_inside_of_choices_give_one_request_too() {
    let options = "
- choice:
    order: interleave
    one_request: yes
    options:
      - - choice: {order: interleave, one_request: yes, options: [[get: a], [get: b, get: c]]}
        - get: x
      - [get: y]";
    check(10, options, "a y x y b y x y a y");
}

#[test]
fn transactions_go_on_at_their_next_turn_and_the_end_of_a_parent_sample_is_a_turn() {
    let options = "
- choice:
    order: interleave
    one_request: yes
    options:
      - [transaction: {name: T, steps: [get: a, get: b]}]
      - [transaction: {name: U, replaces_requests: yes, steps: [get: c, get: x]}]
      - [get: y]";
    let (performed, paths) = perform_steps("iterations: 10", options, 1);
    assert_eq!(paths.join(" "), "a c y b x y a y b");
    assert_eq!((performed.groups["T"].requests, performed.count("U")), (1, 1));
}

#[test]
fn users_begin_with_different_options() {
    let options = "
- choice: {order: interleave, by_user: yes, options: [[get: a], [get: b], [get: c]]}";
    let (_, mut paths) = perform_steps("users: 4\niterations: 2", options, 2);
    paths.sort();
    assert_eq!(paths.join(" "), "a a a b b b c c");
}

#[test]
fn once_is_per_entry_of_its_loop_and_per_user_elsewhere() {
    let steps = "
- loop:
    times: 2
    steps:
      - group: [once: [get: a]]
      - once: [get: b]
      - get: c
      - while: {last_succeeded: yes, steps: [once: [get: x], get: y, get: bad]}";
    check(2, steps, "a b c x y bad c x y bad b c x y bad c x y bad");
    let steps = "
- loop: {times: 2, steps: [transaction: {name: T, steps: [once: [get: a]]}]}
- set: {v1: x, v2: y}
- for_each: {prefix: v, variable: o, steps: [once: [get: b]]}";
    check(2, steps, "a b");
}

#[test]
fn once_is_done_again_when_it_was_left_or_its_condition_failed() {
    let (_, paths) = perform_steps(
        "iterations: 3\non_error: start_next_iteration",
        "
- once: [get: a, get: bad]
- get: c",
        1,
    );
    assert_eq!(paths.join(" "), "a bad a bad a bad");
    let steps = "
- counter: {variable: n, per_user: yes}
- if: {not_equal: [\"${n}\", 3], steps: [once: [get: a], get: b]}";
    check(5, steps, "a b b a b b");
}

#[test]
fn a_condition_for_each_step_is_asked_before_each_request() {
    let steps = "
- once: [set: {go: yes}]
- if: {equal: [\"${go}\", yes], each_step: yes, steps: [get: a, set: {go: no}, get: b, get: c]}
- get: x";
    check(2, steps, "a b x x");
}

#[test]
fn a_while_may_be_entered_without_asking() {
    let steps = "
- get: bad
- while: {last_succeeded: yes, steps: [get: a]}
- while: {last_succeeded: yes, enters_always: yes, steps: [get: b, get: bad]}
- get: c";
    check(1, steps, "bad b bad c");
}

#[test]
fn numbered_variables_are_gone_through() {
    let steps = "
- set: {v_1: one, v_2: two, v_4: four, w1: 1, w2: 2, w3: 3}
- for_each: {prefix: v_, variable: o, index: i, steps: [get: \"${o}/${i}\"]}
- get: \"after/${o}/${i}\"
- for_each: {prefix: w, variable: o, after: 1, to: 3, steps: [get: \"${o}\"]}
- for_each: {prefix: w, variable: o, steps: [get: \"l${o}\", if: {equal: [\"${o}\", 2], steps: [leave: loop]}]}
- get: \"after/${o}\"
- for_each: {prefix: w, variable: o, to: \"\", steps: [get: never]}";
    check(1, steps, "one/0 two/1 after/one/0 2 3 l1 l2 after/1");
}

#[test]
fn loops_and_passes_are_left() {
    let steps = "
- loop:
    times: 3
    index: i
    steps:
      - get: a
      - transaction: {name: T, steps: [if: {equal: [\"${i}\", 1], steps: [leave: loop]}]}
      - get: b
- loop: {times: 3, index: j, steps: [get: c, if: {equal: [\"${j}\", 1], steps: [leave: pass]}, get: x]}
- get: y/${i}";
    check(2, steps, "a b a c x c c x y/0 a b a c x c c x y/0");
    check(3, "\n- get: a\n- leave: pass\n- get: b", "a a a");
    check(3, "\n- get: a\n- leave: loop\n- get: b", "a");
    check(3, "\n- loop: {times: 2, only_once: yes, steps: [get: a]}\n- get: b", "a a b b b");
}

#[test]
fn a_failed_request_leaves_what_it_is_to_leave() {
    let steps = "
- loop: {times: 3, steps: [get: a, get: bad, if_failed: [leave: loop], get: b]}
- loop: {times: 2, steps: [get: bad, if_failed: [leave: pass], get: x]}
- get: y
- if_failed: [stop: stop_user]
- get: bad
- if_failed: [stop: stop_user]";
    check(2, steps, "a bad bad bad y bad");
}

#[test]
fn an_option_that_is_left_keeps_its_turn_unless_it_takes_only_one_request() {
    let steps = "
- loop:
    times: 3
    steps:
      - choice: {order: interleave, options: [[get: a, leave: pass, get: b], [get: x]]}
      - get: y
- choice:
    order: interleave
    one_request: yes
    options:
      - [get: c, get: bad, if_failed: [leave: pass], get: d]
      - [get: e]";
    check(3, steps, "a a a c a a a e a a a bad");
}

#[test]
fn shares_are_decided_when_a_pass_begins() {
    let steps = "
- loop:
    times: 6
    index: i
    steps:
      - get: a
      - share: {percent: 50, per_user: yes, steps: [get: b]}
      - if: {equal: [\"${i}\", 2], steps: [leave: pass]}
      - share: {percent: 50, per_user: yes, steps: [get: c]}";
    check(1, steps, "a a b c a a b c a a b c");
    let steps = "
- choice:
    order: interleave
    options:
      - [share: {percent: 50, per_user: yes, steps: [get: x]}]
      - [get: y]";
    check(10, steps, "y x y x y x y x y x");
}

#[test]
fn users_share_their_shares_on_all_workers() {
    let steps = "
- share: {percent: 30, steps: [get: a]}
- share: {times: 3, steps: [get: b]}
- share: {times: 2, per_user: yes, steps: [get: c]}";
    let (_, paths) = perform_steps("users: 3\niterations: 5", steps, 2);
    let count = |path: &str| paths.iter().filter(|p| *p == path).count();
    assert_eq!((count("a"), count("b"), count("c")), (4, 3, 6));
}

#[test]
fn a_switch_takes_a_number_a_name_or_the_default() {
    let options = "options: [{name: one, steps: [get: a]}, {name: two, steps: [get: b]}, {name: Default, steps: [get: c]}]";
    for (value, expected) in
        [("0", "a"), ("1", "b"), ("9", "a"), ("two", "b"), ("other", "c"), ("-1", "c"), ("", "a")]
    {
        check(1, &format!("\n- switch: {{value: \"{value}\", {options}}}"), expected);
    }
    check(1, "\n- switch: {value: x, options: [{name: y, steps: [get: a]}]}\n- get: b", "b");
}

#[test]
fn steps_for_a_time_go_on_where_the_time_ended() {
    let steps = "
- for:
    seconds: 2
    steps:
      - transaction: {name: P, replaces_requests: yes, steps: [get: a, get: b, pause: 2500 ms]}
      - get: c
- get: x";
    let (performed, paths) = perform_steps("iterations: 2", steps, 1);
    assert_eq!(paths.join(" "), "a b x c a b x");
    assert_eq!(performed.count("P"), 1);
    check(2, "\n- for: {seconds: none, steps: [get: a]}\n- get: b", "b b");
}

#[test]
fn one_user_at_a_time_has_a_lock_on_all_workers() {
    let steps = "
- lock: {name: \"l${__P(none,)}\", steps: [get: a, pause: 2 ms, lock: {name: l, steps: [get: b]}]}
- lock: {name: \"\", steps: [get: c]}";
    let (_, mut paths) = perform_steps("users: 6\niterations: 4", steps, 3);
    paths.retain(|path| path != "c");
    assert_eq!(paths.join(" "), ["a b"; 24].join(" "));
}

#[test]
fn a_lock_is_given_back_by_those_who_leave_or_end() {
    let steps = "
- loop: {times: 2, steps: [lock: {name: l, steps: [get: a, leave: pass]}]}
- lock: {name: l, steps: [get: bad]}";
    let (_, paths) = perform_steps("users: 4\non_error: stop_user", steps, 2);
    assert_eq!(paths.iter().filter(|path| *path == "bad").count(), 4);
    assert_eq!(paths.len(), 12);
}

#[test]
fn users_take_the_values_of_their_number() {
    let steps = "
- set_by_user: {variables: [name, role], values: [[ann, admin], [bob, \"r${name}\"]]}
- get: ${name}/${role}";
    let (_, mut paths) = perform_steps("users: 3", steps, 1);
    paths.sort();
    assert_eq!(paths.join(" "), "ann/admin ann/admin bob/rbob");
}

#[test]
fn transactions_without_a_request_give_rows_as_in_jmeter() {
    let steps = "
- transaction: {name: T0, steps: [if: {is_true: no, steps: [get: a]}]}
- transaction: {name: P0, replaces_requests: yes, steps: [if: {is_true: no, steps: [get: a]}]}
- get: b
- transaction: {name: T1, steps: [if: {is_true: no, steps: [get: a]}]}";
    let (performed, _) = perform_steps("iterations: 2", steps, 1);
    let rows = (performed.groups["T0"].requests, performed.count("P0"), performed.groups["T1"].requests);
    assert_eq!(rows, (1, 2, 2));
}

#[test]
fn transactions_that_are_left_end_as_the_last_request_did() {
    let steps = "
- transaction: {name: F, steps: [get: bad, get: a, leave: pass]}";
    let (performed, _) = perform_steps("", steps, 1);
    assert_eq!((performed.groups["F"].requests, performed.groups["F"].errors_total()), (1, 0));
    let steps = "
- transaction: {name: F, steps: [get: a, get: bad, get: b]}";
    let (performed, _) = perform_steps("on_error: start_next_iteration", steps, 1);
    assert_eq!((performed.groups["F"].requests, performed.groups["F"].errors_total()), (1, 1));
    let (performed, _) = perform_steps("on_error: stop_user", steps, 1);
    assert!(!performed.groups.contains_key("F"));
}

#[test]
fn a_parent_sample_is_reported_when_its_user_stops_and_hides_only_parent_samples() {
    let steps = "
- transaction: {name: P, replaces_requests: yes, steps: [get: a, stop: stop_user, get: b]}";
    let (performed, _) = perform_steps("", steps, 1);
    assert_eq!(performed.count("P"), 1);
    let steps = "
- transaction:
    name: P
    replaces_requests: yes
    steps:
      - transaction: {name: F, steps: [get: a]}
      - transaction: {name: Q, replaces_requests: yes, steps: [get: b]}";
    let (performed, _) = perform_steps("", steps, 1);
    assert_eq!((performed.groups["F"].requests, performed.count("P"), performed.count("Q")), (1, 1, 0));
}
