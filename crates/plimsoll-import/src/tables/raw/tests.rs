//! Tables of loads under the names of the tools that write them.

use super::*;

fn read_of(text: &str, mapping: &[(&str, &str)]) -> (Vec<TableRun>, Option<ColumnUse>, Vec<String>) {
    let mapping = mapping.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let sheet = Sheet::of(text);
    assert!(is(&sheet, &mapping), "{text}");
    let mut problems = Vec::new();
    let (runs, used) = read(&sheet, &mapping, &mut problems);
    (runs, used, problems)
}

fn loads(run: &TableRun) -> Vec<(f64, Option<f64>)> {
    run.steps.iter().map(|step| (step.threads, step.throughput_per_s)).collect()
}

#[test]
fn the_summary_of_a_gateway_test_is_read_by_its_usual_names() {
    let text = "Scenario Name,Heap Size,Concurrent Users,Message Size (Bytes),Error %,Throughput (Requests/sec),\
                Average Response Time (ms),99th Percentile of Response Time (ms)\n\
                Echo,2G,50,50,0,1000.5,49.2,120\nEcho,2G,100,50,0.012,1800.25,55.1,140\n\
                Echo,2G,50,1024,0,900.5,50.2,130\nEcho,2G,100,1024,0.5,1500.75,60.1,150\n";
    let (runs, used, problems) = read_of(text, &[]);
    let used = used.expect("a table");
    assert_eq!((runs.len(), problems.len()), (2, 0), "{runs:?} {problems:?}");
    assert_eq!(
        (runs[1].variant.name.as_str(), loads(&runs[1])),
        ("1024", vec![(50.0, Some(900.5)), (100.0, Some(1500.75))])
    );
    assert_eq!((runs[0].steps[1].error_percent, runs[0].steps[1].mean_us), (Some(0.012), Some(55_100.0)));
    let has = |name: &str, meaning: &ColumnMeaning| {
        used.used.iter().any(|column| column.name == name && column.meaning == *meaning)
    };
    assert!(has("concurrent users", &ColumnMeaning::Named("threads".to_owned())), "{used:?}");
    assert!(used.used.iter().any(|column| column.meaning == ColumnMeaning::Percentile(99.0)), "{used:?}");
    assert_eq!(runs[1].steps[1].percentiles, [(99.0, 150_000.0)]);
}

#[test]
fn figures_that_recur_are_no_settings_however_many_there_are() {
    // The columns that WSO2's `create-summary-csv.sh` writes, less most of its 190 of servers and generators.
    let header = "Scenario Name,Heap Size,Concurrent Users,Message Size (Bytes),Back-end Service Delay (ms),Label,# Samples,Error Count,\
                  Error %,Throughput (Requests/sec),Average Response Time (ms),Average Users in the System,\
                  Standard Deviation of Response Time (ms),Minimum Response Time (ms),Maximum Response Time (ms),\
                  75th Percentile of Response Time (ms),90th Percentile of Response Time (ms),Received (KB/sec),Sent (KB/sec),\
                  WSO2 API Manager GC Throughput (%),WSO2 API Manager Memory Footprint (M),\
                  WSO2 API Manager - Network - Received compressed packets/s,WSO2 API Manager - Task clock,\
                  WSO2 API Manager - Load 1,WSO2 API Manager - Load 5,\
                  WSO2 API Manager - Load 15,JMeter Client - Load 1,JMeter Client - Load 5";
    let mut text = format!("{header}\n");
    for (number, (scenario, delay, users)) in [
        ("Passthrough", 0, 50),
        ("Passthrough", 0, 100),
        ("Passthrough", 30, 50),
        ("Passthrough", 30, 100),
        ("Transformation", 0, 50),
        ("Transformation", 0, 100),
        ("Transformation", 30, 50),
        ("Transformation", 30, 100),
    ]
    .into_iter()
    .enumerate()
    {
        let (errors, p75, memory) =
            ([0, 0, 4, 0][number % 4], [25, 25, 37, 25][number / 2], [2048, 4096][number % 3 % 2]);
        text.push_str(&format!(
            "{scenario},2G,{users},50,{delay},HTTP Request,90{number}7,{errors},0.0,{}.5,22.5,49,26.9,1,5326,{p75},41,959.5,39.3,94.9,{memory},0,N/A,N/A,N/A,N/A,N/A,N/A\n",
            2_000 + number
        ));
    }
    let (runs, used, problems) = read_of(&text, &[]);
    let names: Vec<&str> = runs.iter().map(|run| run.variant.name.as_str()).collect();
    assert_eq!(
        names,
        ["Passthrough 0", "Passthrough 30", "Transformation 0", "Transformation 30"],
        "{used:?}"
    );
    assert!(runs.iter().all(|run| run.steps.len() == 2) && problems.is_empty(), "{problems:?}");
    let (names, more) = used.expect("a table").unused;
    assert!(names.len() == 12 && more > 0, "{names:?} {more}");
}

#[test]
fn a_number_of_requests_and_their_rate_are_the_length_of_a_row() {
    let text = "users,# Samples,Error Count,Throughput\n10,6000,0,100\n20,12120,120,200\n";
    let (runs, used, problems) = read_of(text, &[]);
    let steps: Vec<_> = runs[0].steps.iter().map(|step| (length_s(step), step.error_percent)).collect();
    assert_eq!(steps[0], (60, Some(0.0)), "{used:?}");
    assert_eq!(steps[1].0, 60);
    assert!(steps[1].1.is_some_and(|percent| (percent - 0.990).abs() < 0.001), "{steps:?}");
    assert!(runs[0].has_lengths && problems.is_empty(), "{problems:?}");
    assert!(!read_of("users,rps\n10,100\n20,200\n", &[]).0[0].has_lengths);
}

fn length_s(step: &TableStep) -> i64 {
    (step.end_unix_us - step.start_unix_us) / 1_000_000
}

#[test]
fn rows_of_seconds_and_generators_with_threads_and_connections_are_read() {
    let text = "Script,Time (s),Threads,TPS,QPS,Reads,Writes,Other,Latency (ms;95%),ErrPs,ReconnPs\n\
                ro,1,4,100.5,1600,1400,0,200,9.1,0.00,0.00\nro,2,4,101.5,1610,1400,0,200,9.1,0.00,0.00\n\
                ro,1,8,180.5,2600,2400,0,200,12.1,0.00,0.00\nro,2,8,181.5,2610,2400,0,200,12.1,0.00,0.00\n";
    let (runs, used, _) = read_of(text, &[]);
    assert_eq!((runs.len(), runs[0].steps.len(), runs[0].has_lengths), (1, 4, false), "{used:?}");
    let text = "bin,threads,conn,port,rps,p50,p90,p99\na,2,64,80,1000.5,1ms,2ms,3ms\na,2,128,80,1500.5,1ms,2ms,3ms\n";
    assert_eq!(loads(&read_of(text, &[]).0[0]), [(64.0, Some(1000.5)), (128.0, Some(1500.5))]);
    let text = "set,script,scale,db_size,clients,rate_limit,tps,tps_per_client,max_latency,runtime\n\
                1,select,100,1497 MB,1,,900,900,12.1,00:01:00\n1,select,100,1497 MB,4,,3000,750,13.5,00:01:01\n\
                2,select,1000,15 GB,1,,800,800,22.1,00:01:00\n2,select,1000,15 GB,4,,2500,625,33.5,00:01:01\n";
    let (runs, used, _) = read_of(text, &[]);
    assert_eq!(runs.len(), 2, "{used:?}");
    assert_eq!(loads(&runs[1]), [(1.0, Some(800.0)), (4.0, Some(2500.0))]);
}

#[test]
fn columns_of_any_name_are_taken_as_they_are_mapped() {
    let text = "n,Completed,p95\n1,10.5,3\n2,19.25,4\n";
    let (runs, ..) = read_of(text, &[("threads", "N"), ("throughput", "Completed")]);
    assert_eq!(loads(&runs[0]), [(1.0, Some(10.5)), (2.0, Some(19.25))]);
    let (runs, _, problems) = read_of(text, &[("threads", "n")]);
    assert!(runs.is_empty() && problems[0].contains("--columns throughput=COLUMN"), "{problems:?}");
    let (_, _, problems) = read_of(text, &[("threads", "n"), ("throughput", "Gone")]);
    assert!(problems[0].contains("there are n, completed, p95"), "{problems:?}");
}

#[test]
fn what_sysbench_and_pgbench_scripts_write_is_read() {
    let (runs, ..) = read_of("threads,tps,qps,lat_p95\n1,120.5,2410,9.1\n8,800.1,16002,12\n", &[]);
    assert_eq!(loads(&runs[0]), [(1.0, Some(120.5)), (8.0, Some(800.1))]);
    let text = "set,scale,test,clients,workers,tps\n1,100,select,1,1,900.5\n1,100,select,4,2,3000\n\
                1,100,tpc-b,1,1,100\n1,100,tpc-b,4,2,350\n";
    let (runs, ..) = read_of(text, &[]);
    let first: Vec<_> = runs.iter().map(|run| run.variant.factors.clone()).collect();
    assert!(
        first.iter().any(|factors| factors.contains(&("test".to_owned(), "tpc-b".to_owned()))),
        "{first:?}"
    );
}

#[test]
fn units_in_headings_and_percent_signs_in_cells_are_read() {
    let text = "Users;Throughput (1/s);Errors (%)\n10;99,5;0,1 %\n20;180,1;0,2 %\n";
    let (runs, used, problems) = read_of(text, &[]);
    assert_eq!(loads(&runs[0]), [(10.0, Some(99.5)), (20.0, Some(180.1))], "{used:?}");
    let errors: Vec<Option<f64>> = runs[0].steps.iter().map(|step| step.error_percent).collect();
    assert_eq!((errors, problems), (vec![Some(0.1), Some(0.2)], Vec::new()));
    let (_, _, problems) = read_of("users,throughput,errors_pct\n1,10 %,0\n2,20,0\n", &[]);
    assert!(problems[0].contains("throughput: \"10 %\" is not a number"), "{problems:?}");
}

#[test]
fn rates_per_minute_and_hour_are_read_as_such() {
    let per_s = |heading: &str, mapping: &[(&str, &str)]| {
        let (runs, _, problems) = read_of(&format!("users,{heading}\n10,1200\n20,2400\n"), mapping);
        assert_eq!(problems, Vec::<String>::new());
        runs[0].steps[0].throughput_per_s
    };
    assert_eq!(per_s("throughput [req/min]", &[]), Some(20.0));
    assert_eq!(per_s("Requests per minute", &[]), Some(20.0));
    assert_eq!(per_s("tpm", &[]), Some(20.0));
    assert_eq!(per_s("Durchsatz (Anfragen/Stunde)", &[]), Some(1.0 / 3.0));
    assert_eq!(per_s("Anfragen pro Stunde", &[]), Some(1.0 / 3.0));
    assert_eq!(per_s("requests per time unit", &[("throughput", "requests per time unit")]), Some(1_200.0));
    assert_eq!(per_s("throughput (req/h)", &[]), Some(1.0 / 3.0));
    assert_eq!(per_s("done/min", &[("throughput", "done/min")]), Some(20.0));
    assert_eq!(per_s("tps", &[]), Some(1_200.0));
    let mean = [("throughput", "req/s (1 min avg)")];
    assert_eq!(per_s("req/s (1 min avg)", &mean), Some(1_200.0), "the mean of a minute");
    let text = "users,throughput_mean,throughput_min,throughput_max\n1,5,4,6\n";
    assert!(!is(&Sheet::of(text), &BTreeMap::new()), "the least of something");
}

#[test]
fn headings_in_other_languages_are_read() {
    let text = "Benutzer;Durchsatz (Anfragen/s);Mittlere Antwortzeit (s);Fehler (%)\n10;99,5;0,1;0\n20;180,1;0,12;1,5\n";
    let (runs, _, problems) = read_of(text, &[]);
    let step = &runs[0].steps[1];
    let found = (step.threads, step.throughput_per_s, step.mean_us, step.error_percent);
    assert_eq!(found, (20.0, Some(180.1), Some(120_000.0), Some(1.5)), "{problems:?}");
}

#[test]
fn other_tables_are_none() {
    for text in ["timeStamp,elapsed,label,allThreads\n1,2,a,3\n", "time,value\n1,2\n", "a\n1\n", ""] {
        assert!(!is(&Sheet::of(text), &BTreeMap::new()), "{text}");
    }
}

#[test]
fn a_number_of_failures_is_a_share_where_it_is_known_of_how_many() {
    let percents = |columns: &str, rows: &str, mapping: &[(&str, &str)]| {
        let (runs, _, problems) = read_of(&format!("users,throughput,{columns}\n{rows}"), mapping);
        let percents: Vec<Option<f64>> = runs[0].steps.iter().map(|step| step.error_percent).collect();
        (percents, problems.len())
    };
    assert_eq!(percents("errors,requests", "5,24,0,1000\n10,48,20,2000\n", &[]).0, [Some(0.0), Some(1.0)]);
    // By the length: 48/s for 100 s and the 200 that failed.
    assert_eq!(percents("errors,seconds", "5,24,0,100\n10,48,200,100\n", &[]).0, [Some(0.0), Some(4.0)]);
    // None is none of however many.
    assert_eq!(percents("errors", "5,24,0\n10,48,200\n", &[]), (vec![Some(0.0), None], 1));
    // Neither is the 0 then.
    assert_eq!(percents("errors", "5,24,0\n10,48,6.8\n", &[]), (vec![None, None], 1));
    assert_eq!(percents("error rate", "5,24,0%\n10,48,0.4%\n", &[]), (vec![Some(0.0), Some(0.4)], 0));
    assert_eq!(percents("error rate", "5,24,0.000\n10,48,0.002\n", &[]), (vec![None, None], 1));
    let named = [("errors_pct", "errors")];
    assert_eq!(percents("errors", "5,24,0\n10,48,6.8\n", &named), (vec![Some(0.0), Some(6.8)], 0));
    assert_eq!(percents("error_pct", "5,24,0\n10,48,120\n", &[]), (vec![Some(0.0), None], 1));
}
