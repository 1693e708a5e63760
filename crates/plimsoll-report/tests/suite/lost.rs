//! A server that was lost under load, where requirements hold: what the reader is told of it, and where.

use crate::runs::without_loads;
use plimsoll_analysis::comparison::{Comparison, Group, History, Options, compare, history};
use plimsoll_analysis::{Analysis, Observations, analyse};
use plimsoll_report::{
    Language, Words, comparison_html, comparison_terminal, history_html, history_terminal, html, junit,
    markdown, terminal,
};
use plimsoll_run::{Run, ServerEventKind};
use plimsoll_testkit::synthetic;
use plimsoll_testkit::synthetic::lab::jvm;
use plimsoll_testkit::synthetic::lost::{EXHAUSTED, HEALTHY, lost};

fn english() -> Words {
    Words::new(Language::English)
}

fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = page[start..].find(to).unwrap_or_else(|| panic!("{to}"));
    &page[start..start + end]
}

/// The heap of one of two servers was exhausted in step 5, and it was gone in step 6; or all is well.
fn alarming(is_lost: bool) -> Analysis {
    let lab = lost(if is_lost { &EXHAUSTED } else { &HEALTHY }, is_lost);
    analyse(&[lab.run], &[lab.observed], 42)
}

#[test]
fn who_reads_only_the_box_learns_that_a_server_was_lost() {
    const HEADLINE: &str = "The requirement holds, but there are 3 critical findings";
    let analysis = alarming(true);
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    let box_text = between(&page, "<section class=\"verdict pass alarmed\">", "<div class=\"tiles\">");
    for wanted in [
        HEADLINE,
        "3 critical findings on the system:",
        "href=\"#finding-1\">docker01 answered no more requests from",
        "docker01, process app exhausted in step 5",
    ] {
        assert!(box_text.contains(wanted), "{wanted}: {box_text}");
    }
    let text = terminal(&analysis, &english(), 100);
    let first = &text[..text.find("Valid.").expect("validity")];
    assert!(first.contains(HEADLINE) && first.contains("[heap-exhaustion]"), "{first}");
    let wiki = markdown(&analysis, &english(), "figures").text.replace('\u{a0}', " ");
    let first = &wiki[..wiki.find("Capacity").expect("a tile")];
    assert!(first.contains(HEADLINE) && first.contains("(#finding-2)"), "{first}");
}

#[test]
fn where_nothing_failed_the_box_is_as_the_requirements_say() {
    let page = html(&alarming(false), &english());
    assert!(page.contains("<section class=\"verdict pass\">") && !page.contains("critical finding"));
}

#[test]
fn a_lost_server_is_reported_wherever_its_steps_are_used() {
    let page = without_loads(&html(&alarming(true), &english()).replace('\u{a0}', " "));
    assert!(!page.contains("the maximum of"), "nobody found one");
    for wanted in [
        "Capacity: until a server was lost",
        "free, the one with the most throughput for its response time",
        "step 6, with more load but only 1 of 2 servers, brought",
        "what all servers carry beyond step 5 was not measured",
        "Step 5 brought more and meets them too, but is passed over: heap of docker01, process app exhausted",
        "Likely limit: heap of docker01, process app (strong): garbage collection took 45 % of the time in step 5; throughput levelled off in step 6.",
        "Step 6 had 1 of 2 servers.",
        "Step 6 had fewer servers than the others and is left out here",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
fn a_server_that_stopped_when_its_jvm_ran_out_of_memory_is_not_to_be_found_out_about() {
    let text = |collections, ended: bool| {
        let mut lab = lost(collections, true);
        let gone_s = lab.run.steps[5].measured_from_us as i64 / 1_000_000;
        if ended {
            lab.event(&jvm("docker01"), ServerEventKind::OutOfMemory, gone_s - 3);
        }
        let analysis = analyse(&[lab.run], &[lab.observed], 42);
        terminal(&analysis, &english(), 100).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    const MEND: &str =
        "Mend what exhausts the heap of docker01: its JVM ran out of memory right before it stopped.";
    const LOOK: &str = "Look first at the heap of docker01: in step";
    const FIND_OUT: &str = "Find out why docker01 stopped";
    let (ended, full, healthy) = (text(&EXHAUSTED, true), text(&EXHAUSTED, false), text(&HEALTHY, false));
    assert!(ended.contains(MEND) && !ended.contains(FIND_OUT) && !ended.contains(LOOK), "{ended}");
    assert!(full.contains(LOOK) && !full.contains(MEND) && !full.contains(FIND_OUT), "{full}");
    assert!(healthy.contains(FIND_OUT) && !healthy.contains(LOOK), "{healthy}");
}

#[test]
fn several_runs_are_counted_with_their_critical_findings() {
    let (ill, mut well) = (lost(&EXHAUSTED, true), lost(&HEALTHY, false));
    well.run.header.variant.name = "larger heap".to_owned();
    let analysis = analyse(&[ill.run, well.run], &[ill.observed, well.observed], 42);
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    let rows: Vec<&str> = between(&page, "<h2>Overview</h2>", "</table>").split("<tr").skip(2).collect();
    assert!(rows[0].contains(" <strong>3 critical findings</strong>"), "{}", rows[0]);
    assert!(!rows[1].contains("critical"), "{}", rows[1]);
}

#[test]
fn a_machine_reads_how_many_findings_are_critical() {
    for (is_lost, wanted) in [(true, "3"), (false, "0")] {
        let suite = junit(&alarming(is_lost), &english());
        assert!(suite.contains(&format!("name=\"critical_findings\" value=\"{wanted}\"")), "{suite}");
    }
}

#[test]
fn a_job_that_failed_is_among_the_critical_findings() {
    let mut lab = lost(&HEALTHY, false);
    lab.run.jobs = vec![plimsoll_run::Job {
        number: 1,
        name: "import".to_owned(),
        step: 1,
        started_us: 1_000_000,
        ended_us: Some(5_000_000),
        verdict: plimsoll_run::JobVerdict::Failed,
        detail: "exit code 1".to_owned(),
    }];
    let analysis = analyse(&[lab.run], &[lab.observed], 42);
    let suite = junit(&analysis, &english());
    assert!(suite.contains("name=\"critical_findings\" value=\"1\""), "{suite}");
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    assert!(page.contains("1 critical finding on the system"), "no heading of it");
}

fn in_hour(is_lost: bool, hour: i64) -> (Run, Observations) {
    let mut lab = lost(if is_lost { &EXHAUSTED } else { &HEALTHY }, is_lost);
    lab.run.header.started_unix_us += hour * 3_600_000_000;
    (lab.run, lab.observed)
}

/// A healthy run against one whose server was lost, or against another healthy one.
fn compared(is_lost: bool) -> Comparison {
    let (runs, observed): (Vec<Run>, Vec<Observations>) =
        [in_hour(false, 0), in_hour(is_lost, 1)].into_iter().unzip();
    let group = |name: &str, i: usize| Group { name: name.to_owned(), runs: vec![i] };
    let names = ["monday.run".to_owned(), "tuesday.run".to_owned()];
    compare(&runs, &observed, &names, &[(group("monday", 0), group("tuesday", 1))], Options::default())
}

/// Six healthy nights, then six in which a server was lost and the rest carried less.
fn nights() -> History {
    let one = |i: i64| {
        let (mut run, observed) = in_hour(i >= 6, i);
        if i >= 6 {
            synthetic::fail(
                &mut run,
                6,
                3 + i as u64 % 2,
                plimsoll_run::ErrorKind::Status,
                "status 503",
                900,
            );
        }
        (run, observed)
    };
    let (runs, observed): (Vec<Run>, Vec<Observations>) = (0..12).map(one).unzip();
    let names: Vec<String> = (0..12).map(|i| format!("night-{i}.run")).collect();
    history(&runs, &observed, &names, 0.05, 0.5, 1)
}

#[test]
fn a_comparison_says_which_figures_are_of_fewer_servers() {
    for (language, servers, caveat) in [
        (
            Language::English,
            "(1 of 2 servers)",
            "A server was lost in tuesday.run: step 6 had 1 of 2 servers.",
        ),
        (
            Language::Danish,
            "(1 af 2 servere)",
            "En server gik tabt i tuesday.run: trin 6 havde 1 af 2 servere.",
        ),
        (Language::Turkish, "(2 sunucudan 1 tanesi)", "tuesday.run koşumunda bir sunucu kaybedildi; "),
    ] {
        let words = Words::new(language);
        let (ill, well) = (compared(true), compared(false));
        for text in [comparison_terminal(&ill, &words, 200), comparison_html(&ill, &words)] {
            let text = text.replace('\u{a0}', " ");
            assert!(text.contains(servers) && text.contains(caveat), "{text}");
        }
        assert!(!comparison_terminal(&well, &words, 200).contains(servers));
    }
    let text = comparison_terminal(&compared(true), &english(), 200);
    let marked: Vec<&str> = text.lines().filter(|line| line.contains("1 of 2")).collect();
    assert!(marked.iter().all(|line| line.contains("51 users") || line.contains("was lost")), "{text}");
}

#[test]
fn a_history_says_which_level_is_of_fewer_servers() {
    let nights = nights();
    assert!(nights.series.iter().any(|series| !series.changes.is_empty()));
    for text in [history_terminal(&nights, &english(), 200), history_html(&nights, &english())] {
        assert!(text.replace('\u{a0}', " ").contains("(down to 1 of 2 servers)"), "{text}");
    }
}

#[test]
fn the_conclusion_says_that_a_capacity_met_until_a_server_was_lost() {
    let labs = |names: [&str; 2]| {
        let mut labs = [lost(&EXHAUSTED, true), lost(&HEALTHY, false)];
        for (i, (lab, name)) in labs.iter_mut().zip(names).enumerate() {
            lab.run.header.variant.name = name.to_owned();
            lab.run.header.repeat = if names[0] == names[1] { i as u32 + 1 } else { 1 };
        }
        let (runs, observed): (Vec<Run>, Vec<Observations>) =
            labs.into_iter().map(|lab| (lab.run, lab.observed)).unzip();
        analyse(&runs, &observed, 42)
    };
    let text = terminal(&labs(["small heap", "large heap"]), &english(), 200);
    let (small, large) = text.split_once("\nlarge heap\n").expect("two variants");
    assert!(small.contains("(until a server was lost)"), "{small}");
    let own = &large[..large.find("What differs").expect("a pair")];
    assert!(!own.contains("until a server"), "{own}");
    assert!(large.contains("/s (until a server was lost) → "), "{large}");
    // The load that it was lost under, in the sentence on the pair and side by side.
    assert!(large.contains("With 51 users (small heap: 1 of 2 servers): "), "{large}");
    assert!(large.contains(" (1 of 2 servers)  "), "{large}");
    let text = terminal(&labs(["heap", "heap"]), &english(), 200);
    assert!(text.contains("(until a server was lost in 1 of 2 runs; "), "{text}");
    assert!(text.contains(" (down to 1 of 2 servers)  "), "{text}");
    for (language, said) in [
        (Language::English, "until a server was lost"),
        (Language::Danish, "indtil en server gik tabt"),
        (Language::Turkish, "bir sunucu kaybedilene kadar"),
    ] {
        let page = html(&labs(["small heap", "large heap"]), &Words::new(language));
        let above = &page[..page.find("id=\"run-1\"").expect("the first run")];
        // In the variant's row and in the sentence on the pair.
        assert!(above.matches(said).count() >= 2, "{language:?}: {above}");
    }
}
