//! What well-known exporters call things, and what OpenTelemetry calls them.
//!
//! Sources: the exporters' own lists of metrics (node_exporter, cAdvisor, kafka_exporter, mysqld_exporter, the JMX
//! exporter and Prometheus' Java client, Micrometer with Spring Boot, OpenTelemetry's exporter for Prometheus with the names of its
//! semantic conventions of 1.24 and from 1.26 on) and OpenTelemetry's semantic conventions; where
//! those have no name, that of the OpenTelemetry collector's receiver.

use plimsoll_run::ServerEventKind;
use plimsoll_run::metric::{self, attribute};

/// A foreign name and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct ExporterMetric {
    /// Without `_sum`, `_count`, `_bucket`, `_max` of a distribution.
    pub from: &'static str,
    pub to: &'static str,
    pub unit: &'static str,
    pub attributes: &'static [(&'static str, &'static str)],
}

type Pairs = &'static [(&'static str, &'static str)];

const fn known(
    from: &'static str,
    to: &'static str,
    unit: &'static str,
    attributes: Pairs,
) -> ExporterMetric {
    ExporterMetric { from, to, unit, attributes }
}

const READ: Pairs = &[(attribute::DISK_IO_DIRECTION, "read")];
const WRITE: Pairs = &[(attribute::DISK_IO_DIRECTION, "write")];
const RECEIVE: Pairs = &[(attribute::NETWORK_IO_DIRECTION, "receive")];
const TRANSMIT: Pairs = &[(attribute::NETWORK_IO_DIRECTION, "transmit")];
const HEAP: Pairs = &[(attribute::JVM_MEMORY_TYPE, "heap")];
const USED: Pairs = &[(attribute::EXECUTOR_THREAD_STATE, "used")];
const HTTP_USED: Pairs = &[(attribute::HTTP_CLIENT_CONNECTION_STATE, "used")];
const NONE: Pairs = &[];

/// By foreign name, in alphabetical order: it is searched by halves.
pub const KNOWN: &[ExporterMetric] = &[
    known("container_cpu_cfs_periods_total", metric::CONTAINER_CPU_THROTTLING_DATA_PERIODS, "{period}", NONE),
    known(
        "container_cpu_cfs_throttled_periods_total",
        metric::CONTAINER_CPU_THROTTLING_DATA_THROTTLED_PERIODS,
        "{period}",
        NONE,
    ),
    known(
        "container_cpu_cfs_throttled_seconds_total",
        metric::CONTAINER_CPU_THROTTLING_DATA_THROTTLED_TIME,
        "s",
        NONE,
    ),
    known("container_cpu_usage_seconds_total", metric::CONTAINER_CPU_TIME, "s", NONE),
    known("container_fs_reads_bytes_total", metric::CONTAINER_DISK_IO, "By", READ),
    known("container_fs_writes_bytes_total", metric::CONTAINER_DISK_IO, "By", WRITE),
    known("container_memory_usage_bytes", metric::CONTAINER_MEMORY_USAGE, "By", NONE),
    known("container_memory_working_set_bytes", metric::CONTAINER_MEMORY_WORKING_SET, "By", NONE),
    known("container_network_receive_bytes_total", metric::CONTAINER_NETWORK_IO, "By", RECEIVE),
    known("container_network_transmit_bytes_total", metric::CONTAINER_NETWORK_IO, "By", TRANSMIT),
    known("container_spec_cpu_quota", metric::CONTAINER_CPU_LIMIT, "{cpu}", NONE),
    known("container_spec_memory_limit_bytes", metric::CONTAINER_MEMORY_LIMIT, "By", NONE),
    known("db_client_connection_count", metric::DB_CLIENT_CONNECTION_COUNT, "{connection}", NONE),
    known("db_client_connection_max", metric::DB_CLIENT_CONNECTION_MAX, "{connection}", NONE),
    known(
        "db_client_connection_pending_requests",
        metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS,
        "{request}",
        NONE,
    ),
    known("db_client_connection_timeouts_total", "db.client.connection.timeouts", "{timeout}", NONE),
    known("db_client_connection_use_time_seconds", metric::DB_CLIENT_CONNECTION_USE_TIME, "s", NONE),
    known("db_client_connection_wait_time_seconds", "db.client.connection.wait_time", "s", NONE),
    known("db_client_connections_max", metric::DB_CLIENT_CONNECTION_MAX, "{connection}", NONE),
    known(
        "db_client_connections_pending_requests",
        metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS,
        "{request}",
        NONE,
    ),
    known("db_client_connections_timeouts_total", "db.client.connection.timeouts", "{timeout}", NONE),
    known("db_client_connections_usage", metric::DB_CLIENT_CONNECTION_COUNT, "{connection}", NONE),
    known("executor_active_threads", metric::EXECUTOR_THREAD_COUNT, "{thread}", USED),
    known("executor_idle_seconds", "executor.task.wait_time", "s", NONE),
    known("executor_pool_max_threads", metric::EXECUTOR_THREAD_MAX, "{thread}", NONE),
    known("executor_queued_tasks", metric::EXECUTOR_TASK_PENDING, "{task}", NONE),
    known("executor_seconds", metric::EXECUTOR_TASK_DURATION, "s", NONE),
    known(
        "hikaricp_active_connections",
        metric::DB_CLIENT_CONNECTION_COUNT,
        "{connection}",
        &[(attribute::DB_CLIENT_CONNECTION_STATE, "used")],
    ),
    known("hikaricp_connections_acquire_seconds", "db.client.connection.wait_time", "s", NONE),
    known(
        "hikaricp_connections_active",
        metric::DB_CLIENT_CONNECTION_COUNT,
        "{connection}",
        &[(attribute::DB_CLIENT_CONNECTION_STATE, "used")],
    ),
    known(
        "hikaricp_connections_idle",
        metric::DB_CLIENT_CONNECTION_COUNT,
        "{connection}",
        &[(attribute::DB_CLIENT_CONNECTION_STATE, "idle")],
    ),
    known("hikaricp_connections_max", metric::DB_CLIENT_CONNECTION_MAX, "{connection}", NONE),
    known("hikaricp_connections_pending", metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS, "{request}", NONE),
    known("hikaricp_connections_timeout_total", "db.client.connection.timeouts", "{timeout}", NONE),
    known("hikaricp_connections_usage_seconds", metric::DB_CLIENT_CONNECTION_USE_TIME, "s", NONE),
    known(
        "hikaricp_idle_connections",
        metric::DB_CLIENT_CONNECTION_COUNT,
        "{connection}",
        &[(attribute::DB_CLIENT_CONNECTION_STATE, "idle")],
    ),
    known("hikaricp_max_connections", metric::DB_CLIENT_CONNECTION_MAX, "{connection}", NONE),
    known("hikaricp_pending_threads", metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS, "{request}", NONE),
    known("http_client_request_duration_seconds", metric::HTTP_CLIENT_REQUEST_DURATION, "s", NONE),
    known("http_client_requests_seconds", metric::HTTP_CLIENT_REQUEST_DURATION, "s", NONE),
    known("http_server_request_duration_seconds", metric::HTTP_SERVER_REQUEST_DURATION, "s", NONE),
    known("http_server_requests_seconds", metric::HTTP_SERVER_REQUEST_DURATION, "s", NONE),
    known(
        "httpcomponents_httpclient_pool_total_connections",
        metric::HTTP_CLIENT_CONNECTION_COUNT,
        "{connection}",
        NONE,
    ),
    known(
        "httpcomponents_httpclient_pool_total_max",
        metric::HTTP_CLIENT_CONNECTION_MAX,
        "{connection}",
        NONE,
    ),
    known(
        "httpcomponents_httpclient_pool_total_pending",
        metric::HTTP_CLIENT_CONNECTION_PENDING_REQUESTS,
        "{request}",
        NONE,
    ),
    known("jetty_threads_busy", metric::EXECUTOR_THREAD_COUNT, "{thread}", USED),
    known("jetty_threads_config_max", metric::EXECUTOR_THREAD_MAX, "{thread}", NONE),
    known("jetty_threads_jobs", metric::EXECUTOR_TASK_PENDING, "{task}", NONE),
    known("jvm_classes_currently_loaded", metric::JVM_CLASS_COUNT, "{class}", NONE),
    known("jvm_classes_loaded", metric::JVM_CLASS_COUNT, "{class}", NONE),
    known("jvm_classes_loaded_classes", metric::JVM_CLASS_COUNT, "{class}", NONE),
    known("jvm_cpu_count", metric::JVM_CPU_COUNT, "{cpu}", NONE),
    known("jvm_cpu_recent_utilization_ratio", metric::JVM_CPU_RECENT_UTILIZATION, "1", NONE),
    known("jvm_cpu_time_seconds_total", metric::JVM_CPU_TIME, "s", NONE),
    known("jvm_gc_collection_seconds", metric::JVM_GC_DURATION, "s", NONE),
    known("jvm_gc_duration_seconds", metric::JVM_GC_DURATION, "s", NONE),
    known("jvm_gc_live_data_size_bytes", metric::JVM_MEMORY_USED_AFTER_LAST_GC, "By", HEAP),
    known("jvm_gc_pause_seconds", metric::JVM_GC_DURATION, "s", NONE),
    known("jvm_memory_bytes_committed", metric::JVM_MEMORY_COMMITTED, "By", NONE),
    known("jvm_memory_bytes_max", metric::JVM_MEMORY_LIMIT, "By", NONE),
    known("jvm_memory_bytes_used", metric::JVM_MEMORY_USED, "By", NONE),
    known("jvm_memory_committed_bytes", metric::JVM_MEMORY_COMMITTED, "By", NONE),
    known("jvm_memory_init_bytes", metric::JVM_MEMORY_INIT, "By", NONE),
    known("jvm_memory_limit_bytes", metric::JVM_MEMORY_LIMIT, "By", NONE),
    known("jvm_memory_max_bytes", metric::JVM_MEMORY_LIMIT, "By", NONE),
    known("jvm_memory_pool_bytes_committed", metric::JVM_MEMORY_COMMITTED, "By", NONE),
    known("jvm_memory_pool_bytes_used", metric::JVM_MEMORY_USED, "By", NONE),
    known("jvm_memory_pool_collection_used_bytes", metric::JVM_MEMORY_USED_AFTER_LAST_GC, "By", NONE),
    known("jvm_memory_pool_committed_bytes", metric::JVM_MEMORY_COMMITTED, "By", NONE),
    known("jvm_memory_pool_init_bytes", metric::JVM_MEMORY_INIT, "By", NONE),
    known("jvm_memory_pool_max_bytes", metric::JVM_MEMORY_LIMIT, "By", NONE),
    known("jvm_memory_pool_used_bytes", metric::JVM_MEMORY_USED, "By", NONE),
    known("jvm_memory_used_after_last_gc_bytes", metric::JVM_MEMORY_USED_AFTER_LAST_GC, "By", NONE),
    known("jvm_memory_used_bytes", metric::JVM_MEMORY_USED, "By", NONE),
    known("jvm_thread_count", metric::JVM_THREAD_COUNT, "{thread}", NONE),
    known("jvm_threads_current", metric::JVM_THREAD_COUNT, "{thread}", NONE),
    known("jvm_threads_live_threads", metric::JVM_THREAD_COUNT, "{thread}", NONE),
    known("kafka_consumergroup_current_offset", metric::KAFKA_CONSUMER_GROUP_OFFSET, "{message}", NONE),
    known("kafka_consumergroup_lag", metric::KAFKA_CONSUMER_GROUP_LAG, "{message}", NONE),
    known("kafka_consumergroup_members", metric::KAFKA_CONSUMER_GROUP_MEMBERS, "{consumer}", NONE),
    known("kafka_topic_partition_current_offset", metric::KAFKA_PARTITION_CURRENT_OFFSET, "{message}", NONE),
    known("kafka_topic_partition_oldest_offset", "kafka.partition.oldest_offset", "{message}", NONE),
    known("mysql_global_status_handlers_total", metric::MYSQL_HANDLERS, "{handler}", NONE),
    known(
        "mysql_global_status_innodb_row_lock_waits",
        metric::MYSQL_ROW_LOCKS,
        "{lock}",
        &[("kind", "waits")],
    ),
    known("mysql_global_status_queries", metric::MYSQL_QUERY_COUNT, "{query}", NONE),
    known("mysql_global_status_slow_queries", metric::MYSQL_QUERY_SLOW_COUNT, "{query}", NONE),
    known(
        "mysql_global_status_threads_connected",
        metric::MYSQL_THREADS,
        "{thread}",
        &[("kind", "connected")],
    ),
    known("mysql_global_status_threads_running", metric::MYSQL_THREADS, "{thread}", &[("kind", "running")]),
    known("mysql_global_variables_max_connections", metric::MYSQL_CONNECTION_MAX, "{connection}", NONE),
    known("node_context_switches_total", metric::SYSTEM_CONTEXT_SWITCHES, "{switch}", NONE),
    known("node_cpu_seconds_total", metric::SYSTEM_CPU_TIME, "s", NONE),
    known("node_disk_io_time_seconds_total", metric::SYSTEM_DISK_IO_TIME, "s", NONE),
    known("node_disk_read_bytes_total", metric::SYSTEM_DISK_IO, "By", READ),
    known("node_disk_read_time_seconds_total", "system.disk.operation_time", "s", READ),
    known("node_disk_reads_completed_total", metric::SYSTEM_DISK_OPERATIONS, "{operation}", READ),
    known("node_disk_write_time_seconds_total", "system.disk.operation_time", "s", WRITE),
    known("node_disk_writes_completed_total", metric::SYSTEM_DISK_OPERATIONS, "{operation}", WRITE),
    known("node_disk_written_bytes_total", metric::SYSTEM_DISK_IO, "By", WRITE),
    known("node_filesystem_size_bytes", "system.filesystem.limit", "By", NONE),
    known("node_intr_total", metric::SYSTEM_INTERRUPTS, "{interrupt}", NONE),
    known("node_load1", metric::SYSTEM_CPU_LOAD_AVERAGE_1M, "{thread}", NONE),
    known("node_load15", "system.cpu.load_average.15m", "{thread}", NONE),
    known("node_load5", "system.cpu.load_average.5m", "{thread}", NONE),
    known(
        "node_memory_Buffers_bytes",
        metric::SYSTEM_MEMORY_USAGE,
        "By",
        &[(attribute::SYSTEM_MEMORY_STATE, "buffers")],
    ),
    known(
        "node_memory_Cached_bytes",
        metric::SYSTEM_MEMORY_USAGE,
        "By",
        &[(attribute::SYSTEM_MEMORY_STATE, "cached")],
    ),
    known("node_memory_MemAvailable_bytes", "system.linux.memory.available", "By", NONE),
    known(
        "node_memory_MemFree_bytes",
        metric::SYSTEM_MEMORY_USAGE,
        "By",
        &[(attribute::SYSTEM_MEMORY_STATE, "free")],
    ),
    known("node_memory_MemTotal_bytes", metric::SYSTEM_MEMORY_LIMIT, "By", NONE),
    known(
        "node_netstat_TcpExt_ListenOverflows",
        metric::SYSTEM_TCP_ACCEPT_QUEUE_OVERFLOWS,
        "{connection}",
        NONE,
    ),
    known("node_netstat_Tcp_OutSegs", metric::SYSTEM_TCP_SEGMENTS_SENT, "{segment}", NONE),
    known("node_netstat_Tcp_RetransSegs", metric::SYSTEM_TCP_SEGMENTS_RETRANSMITTED, "{segment}", NONE),
    known("node_network_receive_bytes_total", metric::SYSTEM_NETWORK_IO, "By", RECEIVE),
    known("node_network_receive_drop_total", metric::SYSTEM_NETWORK_PACKET_DROPPED, "{packet}", RECEIVE),
    known("node_network_receive_errs_total", metric::SYSTEM_NETWORK_ERRORS, "{error}", RECEIVE),
    known("node_network_receive_packets_total", "system.network.packet.count", "{packet}", RECEIVE),
    known("node_network_transmit_bytes_total", metric::SYSTEM_NETWORK_IO, "By", TRANSMIT),
    known("node_network_transmit_drop_total", metric::SYSTEM_NETWORK_PACKET_DROPPED, "{packet}", TRANSMIT),
    known("node_network_transmit_errs_total", metric::SYSTEM_NETWORK_ERRORS, "{error}", TRANSMIT),
    known("node_network_transmit_packets_total", "system.network.packet.count", "{packet}", TRANSMIT),
    known(
        "node_procs_blocked",
        metric::SYSTEM_PROCESS_COUNT,
        "{process}",
        &[(attribute::SYSTEM_PROCESS_STATUS, "blocked")],
    ),
    known(
        "node_procs_running",
        metric::SYSTEM_PROCESS_COUNT,
        "{process}",
        &[(attribute::SYSTEM_PROCESS_STATUS, "running")],
    ),
    known(
        "node_vmstat_pswpin",
        metric::SYSTEM_PAGING_OPERATIONS,
        "{page}",
        &[(attribute::SYSTEM_PAGING_DIRECTION, "in")],
    ),
    known(
        "node_vmstat_pswpout",
        metric::SYSTEM_PAGING_OPERATIONS,
        "{page}",
        &[(attribute::SYSTEM_PAGING_DIRECTION, "out")],
    ),
    known("process_cpu_seconds_total", metric::PROCESS_CPU_TIME, "s", NONE),
    known("process_cpu_usage", metric::JVM_CPU_RECENT_UTILIZATION, "1", NONE),
    known("process_files_max_files", metric::PROCESS_OPEN_FILE_DESCRIPTOR_LIMIT, "{count}", NONE),
    known("process_files_open_files", metric::PROCESS_OPEN_FILE_DESCRIPTOR_COUNT, "{count}", NONE),
    known("process_max_fds", metric::PROCESS_OPEN_FILE_DESCRIPTOR_LIMIT, "{count}", NONE),
    known("process_open_fds", metric::PROCESS_OPEN_FILE_DESCRIPTOR_COUNT, "{count}", NONE),
    known("process_resident_memory_bytes", metric::PROCESS_MEMORY_USAGE, "By", NONE),
    known("process_uptime_seconds", metric::PROCESS_UPTIME, "s", NONE),
    known(
        "reactor_netty_connection_provider_active_connections",
        metric::HTTP_CLIENT_CONNECTION_COUNT,
        "{connection}",
        HTTP_USED,
    ),
    known(
        "reactor_netty_connection_provider_idle_connections",
        metric::HTTP_CLIENT_CONNECTION_COUNT,
        "{connection}",
        &[(attribute::HTTP_CLIENT_CONNECTION_STATE, "idle")],
    ),
    known(
        "reactor_netty_connection_provider_max_connections",
        metric::HTTP_CLIENT_CONNECTION_MAX,
        "{connection}",
        NONE,
    ),
    known(
        "reactor_netty_connection_provider_pending_connections",
        metric::HTTP_CLIENT_CONNECTION_PENDING_REQUESTS,
        "{request}",
        NONE,
    ),
    known("system_cpu_count", metric::JVM_CPU_COUNT, "{cpu}", NONE),
    known("system_cpu_usage", metric::SYSTEM_CPU_UTILIZATION, "1", NONE),
    known("system_load_average_1m", metric::SYSTEM_CPU_LOAD_AVERAGE_1M, "{thread}", NONE),
    known("tomcat_threads_busy_threads", metric::EXECUTOR_THREAD_COUNT, "{thread}", USED),
    known("tomcat_threads_config_max_threads", metric::EXECUTOR_THREAD_MAX, "{thread}", NONE),
];

/// What node_exporter has of `/proc/net/snmp`, `/proc/net/netstat` and `/proc/vmstat` has no type (`untyped`); those of it that are known are totals.
pub fn is_untyped_total(name: &str) -> bool {
    ["node_netstat_", "node_vmstat_"].iter().any(|start| name.starts_with(start)) && find(name).is_some()
}

pub fn find(name: &str) -> Option<&'static ExporterMetric> {
    KNOWN.binary_search_by(|known| known.from.cmp(name)).ok().map(|at| &KNOWN[at])
}

/// What a label of a known metric is called; `family` is the first word of the metric's foreign name.
pub fn label<'a>(family: &str, label: &'a str) -> &'a str {
    match (family, label) {
        ("mysql", "handler") => "kind",
        ("node", "cpu") => "cpu.logical_number",
        ("node", "mode") => attribute::CPU_MODE,
        ("node", "device") => attribute::SYSTEM_DEVICE,
        ("node", "mountpoint") => "system.filesystem.mountpoint",
        ("node", "fstype") => "system.filesystem.type",
        ("container", "name") => "container.name",
        ("container", "id") => "container.id",
        ("container", "image") => "container.image.name",
        ("container", "container") => "k8s.container.name",
        ("container", "pod") => "k8s.pod.name",
        ("container", "namespace") => "k8s.namespace.name",
        ("container", "interface") => attribute::NETWORK_INTERFACE_NAME,
        ("kafka", "consumergroup") => attribute::MESSAGING_CONSUMER_GROUP_NAME,
        ("kafka", "topic") => attribute::MESSAGING_DESTINATION_NAME,
        ("kafka", "partition") => attribute::MESSAGING_DESTINATION_PARTITION_ID,
        ("jvm", "area") => attribute::JVM_MEMORY_TYPE,
        ("jvm", "id" | "pool") => attribute::JVM_MEMORY_POOL_NAME,
        ("jvm", "gc") => attribute::JVM_GC_NAME,
        ("jvm", "action") => attribute::JVM_GC_ACTION,
        ("jvm", "cause") => attribute::JVM_GC_CAUSE,
        ("http", "method") => attribute::HTTP_REQUEST_METHOD,
        ("http", "status") => attribute::HTTP_RESPONSE_STATUS_CODE,
        ("http", "uri") => "http.route",
        ("http", "exception") => "error.type",
        ("executor" | "tomcat", "name") => attribute::EXECUTOR_NAME,
        ("reactor", "name") | ("httpcomponents", "httpclient") => attribute::HTTP_CLIENT_CONNECTION_POOL_NAME,
        ("httpcomponents", "state") => attribute::HTTP_CLIENT_CONNECTION_STATE,
        ("hikaricp", "pool") | ("db", "pool_name" | "db_client_connection_pool_name") => {
            attribute::DB_CLIENT_CONNECTION_POOL_NAME
        }
        ("db", "state" | "db_client_connection_state") => attribute::DB_CLIENT_CONNECTION_STATE,
        // OpenTelemetry's own attributes, as its exporter for Prometheus writes them.
        ("jvm", "jvm_memory_type") => attribute::JVM_MEMORY_TYPE,
        ("jvm", "jvm_memory_pool_name") => attribute::JVM_MEMORY_POOL_NAME,
        ("jvm", "jvm_gc_name") => attribute::JVM_GC_NAME,
        ("jvm", "jvm_gc_action") => attribute::JVM_GC_ACTION,
        ("jvm", "jvm_gc_cause") => attribute::JVM_GC_CAUSE,
        ("http", "http_request_method") => attribute::HTTP_REQUEST_METHOD,
        ("http", "http_response_status_code") => attribute::HTTP_RESPONSE_STATUS_CODE,
        ("http", "http_route") => "http.route",
        ("http", "error_type") => "error.type",
        (_, other) => other,
    }
}

/// The value of a label of a known metric.
pub fn label_value<'a>(label: &str, value: &'a str) -> &'a str {
    match (label, value) {
        // Micrometer and the Java client write what Java calls it.
        (attribute::JVM_MEMORY_TYPE, "nonheap") => "non_heap",
        (attribute::HTTP_CLIENT_CONNECTION_STATE, "leased") => "used",
        (attribute::HTTP_CLIENT_CONNECTION_STATE, "available") => "idle",
        _ => value,
    }
}

/// Heap or not, of a memory pool: what is exported of a pool says it only sometimes. Names are those of HotSpot.
pub fn pool_type(name: &str) -> &'static str {
    let heap = ["Eden", "Survivor", "Old", "Tenured", "ZHeap", "Shenandoah", "ZGC"];
    if heap.iter().any(|part| name.contains(part)) { "heap" } else { "non_heap" }
}

/// Totals whose growth is an event.
pub fn event_of_growth(name: &str) -> Option<ServerEventKind> {
    matches!(name, "node_vmstat_oom_kill" | "container_oom_events_total").then_some(ServerEventKind::OomKill)
}

/// The unit that a foreign name ends in.
pub fn unit(name: &str) -> &'static str {
    let name = name.strip_suffix("_total").unwrap_or(name);
    match name.rsplit('_').next().unwrap_or_default() {
        "seconds" => "s",
        "milliseconds" => "ms",
        "bytes" => "By",
        "ratio" => "1",
        "percent" => "%",
        "celsius" => "Cel",
        "volts" => "V",
        "joules" => "J",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_finds_everything() {
        assert!(KNOWN.is_sorted_by(|a, b| a.from < b.from));
        assert!(KNOWN.iter().all(|known| find(known.from).is_some_and(|found| found.to == known.to)));
    }
}
