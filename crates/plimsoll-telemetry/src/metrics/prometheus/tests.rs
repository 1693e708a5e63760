use super::*;
use crate::dump::Dump;
use crate::reader::Reader;
use crate::text::Lines;

fn dump(log: &str, stamps: &[i64], options: &ReaderOptions) -> String {
    let mut dump = Dump::default();
    let mut reader = Lines::new(Prometheus::new(options));
    match stamps {
        [] => reader.read(log.as_bytes(), None, &mut dump),
        stamps => {
            for stamp in stamps {
                reader.read(log.as_bytes(), Some(*stamp), &mut dump);
            }
        }
    }
    reader.finish(&mut dump);
    dump.text
}

#[test]
fn well_known_names_become_open_telemetrys_and_others_stay() {
    let log = r#"# HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
# TYPE node_cpu_seconds_total counter
node_cpu_seconds_total{cpu="0",mode="idle"} 10870.69
node_memory_MemFree_bytes 1.0e+09
container_cpu_usage_seconds_total{name="web",image="",pod="web-1"} 7.5 1601830800000
container_network_receive_bytes_total{container="web",interface="eth0"} 1200
container_network_transmit_bytes_total{container="web",interface="eth0"} 900
kafka_consumergroup_lag{consumergroup="g",partition="0",topic="t"} 12
# TYPE jvm_memory_used_bytes gauge
jvm_memory_used_bytes{area="nonheap",id="Metaspace",} 5.4E7
# TYPE http_server_requests_seconds summary
http_server_requests_seconds_count{exception="None",method="GET",outcome="SUCCESS",status="200",uri="/a",} 3.0
http_server_requests_seconds_sum{exception="None",method="GET",outcome="SUCCESS",status="200",uri="/a",} 0.5
# TYPE http_server_requests_seconds_max gauge
http_server_requests_seconds_max{exception="None",method="GET",outcome="SUCCESS",status="200",uri="/a",} 0.3
# TYPE my_queue_size gauge
my_queue_size{queue="x\"y"} 4
my_wait_seconds_total 9
my_ratio NaN
"#;
    insta::assert_snapshot!(dump(log, &[], &ReaderOptions::default()), @r#"
    #0 system.cpu.time{cpu.logical_number=0,cpu.mode=idle} 10870.69 s total
    #0 system.memory.usage{system.memory.state=free} 1000000000 By
    2020-10-04T17:00:00Z container web container.cpu.time{container.name=web,k8s.pod.name=web-1} 7.5 s total
    #0 container web container.network.io{k8s.container.name=web,network.interface.name=eth0,network.io.direction=receive} 1200 By total
    #0 container web container.network.io{k8s.container.name=web,network.interface.name=eth0,network.io.direction=transmit} 900 By total
    #0 kafka.consumer_group.lag{messaging.consumer.group.name=g,messaging.destination.name=t,messaging.destination.partition.id=0} 12 {message}
    #0 jvm.memory.used{jvm.memory.pool.name=Metaspace,jvm.memory.type=non_heap} 54000000 By
    #0 http.server.request.duration{http.request.method=GET,http.response.status_code=200,http.route=/a,outcome=SUCCESS,statistic=count} 3 {count} total
    #0 http.server.request.duration{http.request.method=GET,http.response.status_code=200,http.route=/a,outcome=SUCCESS,statistic=sum} 0.5 s total
    #0 http.server.request.duration{http.request.method=GET,http.response.status_code=200,http.route=/a,outcome=SUCCESS,statistic=max} 0.3 s
    #0 my_queue_size{queue=x"y} 4 
    #0 my_wait_seconds_total 9 s total
    "#);
    let unmapped = dump(log, &[], &ReaderOptions { map_names: false, ..ReaderOptions::default() });
    insta::assert_snapshot!(unmapped.lines().next().unwrap(), @"#0 node_cpu_seconds_total{cpu=0,mode=idle} 10870.69 s total");
}

/// Metrics of OpenTelemetry's agents by way of their exporter for Prometheus, before and since the names of 1.26; and HikariCP's own.
#[test]
fn names_of_open_telemetry_that_prometheus_wrote_are_read_back() {
    let log = r#"# TYPE db_client_connections_usage gauge
db_client_connections_usage{pool_name="shop",state="used"} 4
db_client_connections_max{pool_name="shop"} 5
db_client_connections_pending_requests{pool_name="shop"} 3
db_client_connection_count{db_client_connection_pool_name="new",db_client_connection_state="used"} 2
db_client_connection_max{db_client_connection_pool_name="new"} 8
hikaricp_active_connections{pool="main"} 6
hikaricp_pending_threads{pool="main"} 1
hikaricp_max_connections{pool="main"} 10
jvm_memory_used_bytes{jvm_memory_pool_name="G1 Eden Space",jvm_memory_type="heap"} 1024
jvm_cpu_recent_utilization_ratio 0.5
# TYPE http_server_request_duration_seconds histogram
http_server_request_duration_seconds_bucket{http_request_method="GET",http_response_status_code="200",http_route="/a",le="+Inf"} 3
http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",http_route="/a"} 3
http_server_request_duration_seconds_sum{http_request_method="GET",http_response_status_code="200",http_route="/a"} 0.5
"#;
    insta::assert_snapshot!(dump(log, &[], &ReaderOptions::default()), @r#"
    #0 db.client.connection.count{db.client.connection.pool.name=shop,db.client.connection.state=used} 4 {connection}
    #0 db.client.connection.max{db.client.connection.pool.name=shop} 5 {connection}
    #0 db.client.connection.pending_requests{db.client.connection.pool.name=shop} 3 {request}
    #0 db.client.connection.count{db.client.connection.pool.name=new,db.client.connection.state=used} 2 {connection}
    #0 db.client.connection.max{db.client.connection.pool.name=new} 8 {connection}
    #0 db.client.connection.count{db.client.connection.pool.name=main,db.client.connection.state=used} 6 {connection}
    #0 db.client.connection.pending_requests{db.client.connection.pool.name=main} 1 {request}
    #0 db.client.connection.max{db.client.connection.pool.name=main} 10 {connection}
    #0 jvm.memory.used{jvm.memory.pool.name=G1 Eden Space,jvm.memory.type=heap} 1024 By
    #0 jvm.cpu.recent_utilization 0.5 1
    #0 http.server.request.duration{http.request.method=GET,http.response.status_code=200,http.route=/a,le=+Inf,statistic=bucket} 3 {count} total
    #0 http.server.request.duration{http.request.method=GET,http.response.status_code=200,http.route=/a,statistic=count} 3 {count} total
    #0 http.server.request.duration{http.request.method=GET,http.response.status_code=200,http.route=/a,statistic=sum} 0.5 s total
    "#);
}

#[test]
fn open_metrics_with_exemplars_and_its_own_types() {
    let log = r#"# TYPE foo histogram
foo_bucket{le="0.1"} 8 # {} 0.054
foo_bucket{le="+Inf"} 17 # {trace_id="oHg5SJ#YRHA0"} 9.8 1520879607.789
foo_count 17
foo_sum 324789.3
foo_created 1520430000.123
# TYPE hits counter
hits_total 5 1520879607.789
hits_created 1520430000.1
# TYPE build info
build_info{version="1"} 1
# TYPE gh gaugehistogram
gh_bucket{le="1"} 3
gh_gsum 4
# TYPE s summary
s{quantile="0.5"} 0.2
s_count 2
# EOF
"#;
    insta::assert_snapshot!(dump(log, &[], &ReaderOptions::default()), @"
    #0 foo{le=0.1,statistic=bucket} 8 {count} total
    #0 foo{le=+Inf,statistic=bucket} 17 {count} total
    #0 foo{statistic=count} 17 {count} total
    #0 foo{statistic=sum} 324789.3  total
    2018-03-12T18:33:27.789Z hits_total 5  total
    #0 gh{le=1,statistic=bucket} 3 {count}
    #0 gh{statistic=sum} 4 
    #0 s{quantile=0.5,statistic=quantile} 0.2 
    #0 s{statistic=count} 2 {count} total
    ");
}

#[test]
fn a_series_that_comes_again_begins_a_new_scrape_and_totals_that_fall_are_one_restart() {
    let log = "a_total 5\nb_total 6\n\na_total 7\nb_total 8\n\na_total 1\nb_total 1\nnode_vmstat_oom_kill 1\n\nnode_vmstat_oom_kill 2\n";
    insta::assert_snapshot!(dump(log, &[], &ReaderOptions::default()), @"
    #0 a_total 5  total
    #0 b_total 6  total
    #1 a_total 7  total
    #1 b_total 8  total
    #2 event restart: a_total went from 7 to 1
    #2 a_total 1  total
    #2 b_total 1  total
    #2 node_vmstat_oom_kill 1 
    #3 event oom-kill: node_vmstat_oom_kill rose from 1 to 2
    #3 node_vmstat_oom_kill 2
    ");
}

#[test]
fn a_series_that_comes_back_after_a_restart_is_no_second_one() {
    let scrape = |a: u32, b: Option<u32>| {
        let b = b.map_or_else(String::new, |b| format!("b_total {b}\n"));
        format!("a_total {a}\n{b}")
    };
    let log = scrape(5, Some(444))
        + &scrape(1, None)
        + &scrape(2, None)
        + &scrape(3, Some(2))
        + &scrape(4, Some(1));
    let text = dump(&log, &[], &ReaderOptions::default());
    let events: Vec<&str> = text.lines().filter(|line| line.contains("event")).collect();
    let expected = [
        "#1 event restart: a_total went from 5 to 1",
        // This one is.
        "#4 event restart: b_total went from 2 to 1",
    ];
    assert_eq!(events, expected, "{text}");
}

#[test]
fn what_did_not_answer_for_a_while_had_stopped_when_it_was_due() {
    let log = "a_total 5 1520879601000\na_total 6 1520879602000\na_total 7 1520879603000\na_total 1 1520879643000\n";
    let text = dump(log, &[], &ReaderOptions::default());
    let events: Vec<&str> = text.lines().filter(|line| line.contains("event")).collect();
    assert_eq!(events, ["2018-03-12T18:33:24Z event restart: a_total went from 7 to 1"], "{text}");
}

#[test]
fn a_stamp_is_the_time_of_a_scrape() {
    let text = dump("a_total 5 1520879607.789\n", &[1_000_000, 2_000_000], &ReaderOptions::default());
    assert_eq!(text, "run 1000000 a_total 5  total\nrun 2000000 a_total 5  total\n");
}

#[test]
fn what_is_no_sample_is_reported_and_the_rest_retained() {
    let log = "a 1\nb{x=\"1\" 2\nc{\n\u{1b}[31md 4\n<html>\n";
    insta::assert_snapshot!(dump(log, &[], &ReaderOptions::default()), @r#"
    #0 a 1 
    ! input:2: expected a comma or } after a label: "b{x=\"1\" 2"
    ! input:3: expected = after a label: "c{"
    #0 d 4 
    ! input:5: expected a value: "<html>"
    "#);
}

/// As node_exporter has them, which reads them without knowing what they are.
#[test]
fn totals_of_the_kernel_that_have_no_type_are_totals() {
    let log = "\
# TYPE node_netstat_TcpExt_ListenOverflows untyped
node_netstat_TcpExt_ListenOverflows 3
# TYPE node_netstat_Tcp_CurrEstab untyped
node_netstat_Tcp_CurrEstab 12
# TYPE node_netstat_Tcp_OutSegs untyped
node_netstat_Tcp_OutSegs 81230
# TYPE node_netstat_Tcp_RetransSegs untyped
node_netstat_Tcp_RetransSegs 14
# TYPE node_vmstat_pswpin untyped
node_vmstat_pswpin 7
";
    insta::assert_snapshot!(dump(log, &[], &ReaderOptions::default()), @r#"
    #0 system.tcp.accept_queue.overflows 3 {connection} total
    #0 node_netstat_Tcp_CurrEstab 12 
    #0 system.tcp.segments.sent 81230 {segment} total
    #0 system.tcp.segments.retransmitted 14 {segment} total
    #0 system.paging.operations{system.paging.direction=in} 7 {page} total
    "#);
}
