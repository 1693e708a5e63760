//! What well-known exporters call things, and what OpenTelemetry calls them.
//!
//! Sources: the exporters' own lists of metrics (node_exporter, cAdvisor, kafka_exporter, mysqld_exporter, the JMX
//! exporter and Prometheus' Java client, Micrometer with Spring Boot) and OpenTelemetry's semantic conventions; where
//! those have no name, that of the OpenTelemetry collector's receiver.

use plimsoll_run::ServerEventKind;

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

const READ: Pairs = &[("disk.io.direction", "read")];
const WRITE: Pairs = &[("disk.io.direction", "write")];
const RECEIVE: Pairs = &[("network.io.direction", "receive")];
const TRANSMIT: Pairs = &[("network.io.direction", "transmit")];
const HEAP: Pairs = &[("jvm.memory.type", "heap")];
const USED: Pairs = &[("executor.thread.state", "used")];
const HTTP_USED: Pairs = &[("http.client.connection.state", "used")];
const NONE: Pairs = &[];

/// By foreign name, in alphabetical order: it is searched by halves.
pub const KNOWN: &[ExporterMetric] = &[
    known("container_cpu_cfs_periods_total", "container.cpu.throttling_data.periods", "{period}", NONE),
    known(
        "container_cpu_cfs_throttled_periods_total",
        "container.cpu.throttling_data.throttled_periods",
        "{period}",
        NONE,
    ),
    known(
        "container_cpu_cfs_throttled_seconds_total",
        "container.cpu.throttling_data.throttled_time",
        "s",
        NONE,
    ),
    known("container_cpu_usage_seconds_total", "container.cpu.time", "s", NONE),
    known("container_fs_reads_bytes_total", "container.disk.io", "By", READ),
    known("container_fs_writes_bytes_total", "container.disk.io", "By", WRITE),
    known("container_memory_usage_bytes", "container.memory.usage", "By", NONE),
    known("container_memory_working_set_bytes", "container.memory.working_set", "By", NONE),
    known("container_network_receive_bytes_total", "container.network.io", "By", RECEIVE),
    known("container_network_transmit_bytes_total", "container.network.io", "By", TRANSMIT),
    known("container_spec_memory_limit_bytes", "container.memory.limit", "By", NONE),
    known("executor_active_threads", "executor.thread.count", "{thread}", USED),
    known("executor_idle_seconds", "executor.task.wait_time", "s", NONE),
    known("executor_pool_max_threads", "executor.thread.max", "{thread}", NONE),
    known("executor_queued_tasks", "executor.task.pending", "{task}", NONE),
    known("executor_seconds", "executor.task.duration", "s", NONE),
    known("hikaricp_connections_acquire_seconds", "db.client.connection.wait_time", "s", NONE),
    known(
        "hikaricp_connections_active",
        "db.client.connection.count",
        "{connection}",
        &[("db.client.connection.state", "used")],
    ),
    known(
        "hikaricp_connections_idle",
        "db.client.connection.count",
        "{connection}",
        &[("db.client.connection.state", "idle")],
    ),
    known("hikaricp_connections_max", "db.client.connection.max", "{connection}", NONE),
    known("hikaricp_connections_pending", "db.client.connection.pending_requests", "{request}", NONE),
    known("hikaricp_connections_timeout_total", "db.client.connection.timeouts", "{timeout}", NONE),
    known("hikaricp_connections_usage_seconds", "db.client.connection.use_time", "s", NONE),
    known("http_client_requests_seconds", "http.client.request.duration", "s", NONE),
    known("http_server_requests_seconds", "http.server.request.duration", "s", NONE),
    known(
        "httpcomponents_httpclient_pool_total_connections",
        "http.client.connection.count",
        "{connection}",
        NONE,
    ),
    known("httpcomponents_httpclient_pool_total_max", "http.client.connection.max", "{connection}", NONE),
    known(
        "httpcomponents_httpclient_pool_total_pending",
        "http.client.connection.pending_requests",
        "{request}",
        NONE,
    ),
    known("jvm_classes_currently_loaded", "jvm.class.count", "{class}", NONE),
    known("jvm_classes_loaded", "jvm.class.count", "{class}", NONE),
    known("jvm_classes_loaded_classes", "jvm.class.count", "{class}", NONE),
    known("jvm_gc_collection_seconds", "jvm.gc.duration", "s", NONE),
    known("jvm_gc_live_data_size_bytes", "jvm.memory.used_after_last_gc", "By", HEAP),
    known("jvm_gc_pause_seconds", "jvm.gc.duration", "s", NONE),
    known("jvm_memory_bytes_committed", "jvm.memory.committed", "By", NONE),
    known("jvm_memory_bytes_max", "jvm.memory.limit", "By", NONE),
    known("jvm_memory_bytes_used", "jvm.memory.used", "By", NONE),
    known("jvm_memory_committed_bytes", "jvm.memory.committed", "By", NONE),
    known("jvm_memory_init_bytes", "jvm.memory.init", "By", NONE),
    known("jvm_memory_max_bytes", "jvm.memory.limit", "By", NONE),
    known("jvm_memory_pool_bytes_committed", "jvm.memory.committed", "By", NONE),
    known("jvm_memory_pool_bytes_used", "jvm.memory.used", "By", NONE),
    known("jvm_memory_pool_collection_used_bytes", "jvm.memory.used_after_last_gc", "By", NONE),
    known("jvm_memory_pool_committed_bytes", "jvm.memory.committed", "By", NONE),
    known("jvm_memory_pool_init_bytes", "jvm.memory.init", "By", NONE),
    known("jvm_memory_pool_max_bytes", "jvm.memory.limit", "By", NONE),
    known("jvm_memory_pool_used_bytes", "jvm.memory.used", "By", NONE),
    known("jvm_memory_used_bytes", "jvm.memory.used", "By", NONE),
    known("jvm_threads_current", "jvm.thread.count", "{thread}", NONE),
    known("jvm_threads_live_threads", "jvm.thread.count", "{thread}", NONE),
    known("kafka_consumergroup_current_offset", "kafka.consumer_group.offset", "{message}", NONE),
    known("kafka_consumergroup_lag", "kafka.consumer_group.lag", "{message}", NONE),
    known("kafka_consumergroup_members", "kafka.consumer_group.members", "{consumer}", NONE),
    known("kafka_topic_partition_current_offset", "kafka.partition.current_offset", "{message}", NONE),
    known("kafka_topic_partition_oldest_offset", "kafka.partition.oldest_offset", "{message}", NONE),
    known("mysql_global_status_innodb_row_lock_waits", "mysql.row_locks", "{lock}", &[("kind", "waits")]),
    known("mysql_global_status_queries", "mysql.query.count", "{query}", NONE),
    known("mysql_global_status_slow_queries", "mysql.query.slow.count", "{query}", NONE),
    known("mysql_global_status_threads_connected", "mysql.threads", "{thread}", &[("kind", "connected")]),
    known("mysql_global_status_threads_running", "mysql.threads", "{thread}", &[("kind", "running")]),
    known("mysql_global_variables_max_connections", "mysql.connection.max", "{connection}", NONE),
    known("node_context_switches_total", "system.context_switches", "{switch}", NONE),
    known("node_cpu_seconds_total", "system.cpu.time", "s", NONE),
    known("node_disk_io_time_seconds_total", "system.disk.io_time", "s", NONE),
    known("node_disk_read_bytes_total", "system.disk.io", "By", READ),
    known("node_disk_read_time_seconds_total", "system.disk.operation_time", "s", READ),
    known("node_disk_reads_completed_total", "system.disk.operations", "{operation}", READ),
    known("node_disk_write_time_seconds_total", "system.disk.operation_time", "s", WRITE),
    known("node_disk_writes_completed_total", "system.disk.operations", "{operation}", WRITE),
    known("node_disk_written_bytes_total", "system.disk.io", "By", WRITE),
    known("node_filesystem_size_bytes", "system.filesystem.limit", "By", NONE),
    known("node_intr_total", "system.interrupts", "{interrupt}", NONE),
    known("node_load1", "system.cpu.load_average.1m", "{thread}", NONE),
    known("node_load15", "system.cpu.load_average.15m", "{thread}", NONE),
    known("node_load5", "system.cpu.load_average.5m", "{thread}", NONE),
    known("node_memory_Buffers_bytes", "system.memory.usage", "By", &[("system.memory.state", "buffers")]),
    known("node_memory_Cached_bytes", "system.memory.usage", "By", &[("system.memory.state", "cached")]),
    known("node_memory_MemAvailable_bytes", "system.linux.memory.available", "By", NONE),
    known("node_memory_MemFree_bytes", "system.memory.usage", "By", &[("system.memory.state", "free")]),
    known("node_memory_MemTotal_bytes", "system.memory.limit", "By", NONE),
    known("node_network_receive_bytes_total", "system.network.io", "By", RECEIVE),
    known("node_network_receive_drop_total", "system.network.packet.dropped", "{packet}", RECEIVE),
    known("node_network_receive_errs_total", "system.network.errors", "{error}", RECEIVE),
    known("node_network_receive_packets_total", "system.network.packet.count", "{packet}", RECEIVE),
    known("node_network_transmit_bytes_total", "system.network.io", "By", TRANSMIT),
    known("node_network_transmit_drop_total", "system.network.packet.dropped", "{packet}", TRANSMIT),
    known("node_network_transmit_errs_total", "system.network.errors", "{error}", TRANSMIT),
    known("node_network_transmit_packets_total", "system.network.packet.count", "{packet}", TRANSMIT),
    known("node_procs_blocked", "system.process.count", "{process}", &[("system.process.status", "blocked")]),
    known("node_procs_running", "system.process.count", "{process}", &[("system.process.status", "running")]),
    known("node_vmstat_pswpin", "system.paging.operations", "{page}", &[("system.paging.direction", "in")]),
    known("node_vmstat_pswpout", "system.paging.operations", "{page}", &[("system.paging.direction", "out")]),
    known("process_cpu_seconds_total", "process.cpu.time", "s", NONE),
    known("process_cpu_usage", "jvm.cpu.recent_utilization", "1", NONE),
    known("process_files_open_files", "process.open_file_descriptor.count", "{count}", NONE),
    known("process_open_fds", "process.open_file_descriptor.count", "{count}", NONE),
    known("process_resident_memory_bytes", "process.memory.usage", "By", NONE),
    known("process_uptime_seconds", "process.uptime", "s", NONE),
    known(
        "reactor_netty_connection_provider_active_connections",
        "http.client.connection.count",
        "{connection}",
        HTTP_USED,
    ),
    known(
        "reactor_netty_connection_provider_idle_connections",
        "http.client.connection.count",
        "{connection}",
        &[("http.client.connection.state", "idle")],
    ),
    known(
        "reactor_netty_connection_provider_max_connections",
        "http.client.connection.max",
        "{connection}",
        NONE,
    ),
    known(
        "reactor_netty_connection_provider_pending_connections",
        "http.client.connection.pending_requests",
        "{request}",
        NONE,
    ),
    known("system_cpu_count", "jvm.cpu.count", "{cpu}", NONE),
    known("system_cpu_usage", "system.cpu.utilization", "1", NONE),
    known("system_load_average_1m", "system.cpu.load_average.1m", "{thread}", NONE),
];

pub fn find(name: &str) -> Option<&'static ExporterMetric> {
    KNOWN.binary_search_by(|known| known.from.cmp(name)).ok().map(|at| &KNOWN[at])
}

/// What a label of a known metric is called; `family` is the first word of the metric's foreign name.
pub fn label<'a>(family: &str, label: &'a str) -> &'a str {
    match (family, label) {
        ("node", "cpu") => "cpu.logical_number",
        ("node", "mode") => "cpu.mode",
        ("node", "device") => "system.device",
        ("node", "mountpoint") => "system.filesystem.mountpoint",
        ("node", "fstype") => "system.filesystem.type",
        ("container", "name") => "container.name",
        ("container", "id") => "container.id",
        ("container", "image") => "container.image.name",
        ("container", "container") => "k8s.container.name",
        ("container", "pod") => "k8s.pod.name",
        ("container", "namespace") => "k8s.namespace.name",
        ("container", "interface") => "network.interface.name",
        ("kafka", "consumergroup") => "messaging.consumer.group.name",
        ("kafka", "topic") => "messaging.destination.name",
        ("kafka", "partition") => "messaging.destination.partition.id",
        ("jvm", "area") => "jvm.memory.type",
        ("jvm", "id" | "pool") => "jvm.memory.pool.name",
        ("jvm", "gc") => "jvm.gc.name",
        ("jvm", "action") => "jvm.gc.action",
        ("jvm", "cause") => "jvm.gc.cause",
        ("http", "method") => "http.request.method",
        ("http", "status") => "http.response.status_code",
        ("http", "uri") => "http.route",
        ("http", "exception") => "error.type",
        ("executor", "name") => "executor.name",
        ("reactor", "name") | ("httpcomponents", "httpclient") => "http.client.connection.pool.name",
        ("httpcomponents", "state") => "http.client.connection.state",
        ("hikaricp", "pool") => "db.client.connection.pool.name",
        (_, other) => other,
    }
}

/// The value of a label of a known metric.
pub fn label_value<'a>(label: &str, value: &'a str) -> &'a str {
    match (label, value) {
        // Micrometer and the Java client write what Java calls it.
        ("jvm.memory.type", "nonheap") => "non_heap",
        ("http.client.connection.state", "leased") => "used",
        ("http.client.connection.state", "available") => "idle",
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
