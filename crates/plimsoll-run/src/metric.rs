//! Names of metrics and of their attributes: OpenTelemetry's where it has one. What passes between a reader, the run
//! file and the analysis is named here and nowhere else; names that one reader alone gives, and nobody looks at but a
//! person, stand in that reader's table.

macro_rules! names {
    ($(#[$about:meta])* $list:ident: $($name:ident = $text:literal,)*) => {
        $(pub const $name: &str = $text;)*

        $(#[$about])*
        pub const $list: &[&str] = &[$($name),*];
    };
}

names! {
    /// Metrics that an analysis looks at: their points are read from the run file, and a reader gives each of them.
    ANALYSED:
    CONTAINER_CPU_LIMIT = "container.cpu.limit",
    CONTAINER_CPU_THROTTLING_DATA_PERIODS = "container.cpu.throttling_data.periods",
    CONTAINER_CPU_THROTTLING_DATA_THROTTLED_PERIODS = "container.cpu.throttling_data.throttled_periods",
    CONTAINER_CPU_TIME = "container.cpu.time",
    CONTAINER_CPU_USAGE = "container.cpu.usage",
    CONTAINER_MEMORY_LIMIT = "container.memory.limit",
    CONTAINER_MEMORY_USAGE = "container.memory.usage",
    CONTAINER_NETWORK_IO = "container.network.io",
    DB_CLIENT_CONNECTION_COUNT = "db.client.connection.count",
    DB_CLIENT_CONNECTION_MAX = "db.client.connection.max",
    DB_CLIENT_CONNECTION_PENDING_REQUESTS = "db.client.connection.pending_requests",
    DB_CLIENT_CONNECTION_USE_TIME = "db.client.connection.use_time",
    EXECUTOR_TASK_DURATION = "executor.task.duration",
    EXECUTOR_TASK_PENDING = "executor.task.pending",
    EXECUTOR_THREAD_COUNT = "executor.thread.count",
    EXECUTOR_THREAD_MAX = "executor.thread.max",
    HTTP_CLIENT_CONNECTION_COUNT = "http.client.connection.count",
    HTTP_CLIENT_CONNECTION_MAX = "http.client.connection.max",
    HTTP_CLIENT_CONNECTION_PENDING_REQUESTS = "http.client.connection.pending_requests",
    HTTP_SERVER_REQUEST_DURATION = "http.server.request.duration",
    JVM_CPU_COUNT = "jvm.cpu.count",
    JVM_CPU_RECENT_UTILIZATION = "jvm.cpu.recent_utilization",
    JVM_CPU_TIME = "jvm.cpu.time",
    JVM_GC_DURATION = "jvm.gc.duration",
    JVM_MEMORY_COMMITTED = "jvm.memory.committed",
    JVM_MEMORY_LIMIT = "jvm.memory.limit",
    JVM_MEMORY_USED = "jvm.memory.used",
    JVM_MEMORY_USED_AFTER_LAST_GC = "jvm.memory.used_after_last_gc",
    JVM_MEMORY_UTILIZATION = "jvm.memory.utilization",
    JVM_THREAD_COUNT = "jvm.thread.count",
    KAFKA_CONSUMER_GROUP_LAG = "kafka.consumer_group.lag",
    KAFKA_CONSUMER_GROUP_MEMBER_PARTITIONS = "kafka.consumer_group.member.partitions",
    KAFKA_CONSUMER_GROUP_MEMBERS = "kafka.consumer_group.members",
    KAFKA_CONSUMER_GROUP_OFFSET = "kafka.consumer_group.offset",
    KAFKA_PARTITION_CURRENT_OFFSET = "kafka.partition.current_offset",
    KAFKA_TOPIC_PARTITIONS = "kafka.topic.partitions",
    MYSQL_CONNECTION_MAX = "mysql.connection.max",
    MYSQL_HANDLERS = "mysql.handlers",
    MYSQL_QUERY_COUNT = "mysql.query.count",
    MYSQL_ROW_LOCKS_WAITING = "mysql.row_locks.waiting",
    MYSQL_THREADS = "mysql.threads",
    POSTGRESQL_BACKENDS = "postgresql.backends",
    POSTGRESQL_COMMITS = "postgresql.commits",
    POSTGRESQL_CONNECTION_MAX = "postgresql.connection.max",
    POSTGRESQL_LOCKS_WAITING = "postgresql.locks.waiting",
    POSTGRESQL_ROLLBACKS = "postgresql.rollbacks",
    POSTGRESQL_TUP_FETCHED = "postgresql.tup_fetched",
    POSTGRESQL_TUP_RETURNED = "postgresql.tup_returned",
    PROCESS_CONTEXT_SWITCHES = "process.context_switches",
    PROCESS_CPU_TIME = "process.cpu.time",
    PROCESS_DISK_IO = "process.disk.io",
    PROCESS_MEMORY_USAGE = "process.memory.usage",
    PROCESS_OPEN_FILE_DESCRIPTOR_COUNT = "process.open_file_descriptor.count",
    PROCESS_OPEN_FILE_DESCRIPTOR_LIMIT = "process.open_file_descriptor.limit",
    PROCESS_RUN_DELAY = "process.run_delay",
    PROCESS_THREAD_COUNT = "process.thread.count",
    PROCESS_THREAD_CPU_UTILIZATION = "process.thread.cpu.utilization",
    PROCESS_UPTIME = "process.uptime",
    SYSTEM_CPU_LOAD_AVERAGE_1M = "system.cpu.load_average.1m",
    SYSTEM_CPU_TIME = "system.cpu.time",
    SYSTEM_CPU_UTILIZATION = "system.cpu.utilization",
    SYSTEM_DISK_IO = "system.disk.io",
    SYSTEM_DISK_IO_TIME = "system.disk.io_time",
    SYSTEM_DISK_QUEUE_LENGTH = "system.disk.queue.length",
    SYSTEM_MEMORY_LIMIT = "system.memory.limit",
    SYSTEM_MEMORY_USAGE = "system.memory.usage",
    SYSTEM_NETWORK_ERRORS = "system.network.errors",
    SYSTEM_NETWORK_IO = "system.network.io",
    SYSTEM_NETWORK_PACKET_DROPPED = "system.network.packet.dropped",
    SYSTEM_PAGING_IO = "system.paging.io",
    SYSTEM_PAGING_OPERATIONS = "system.paging.operations",
    SYSTEM_PROCESS_COUNT = "system.process.count",
    SYSTEM_TCP_ACCEPT_QUEUE_OVERFLOWS = "system.tcp.accept_queue.overflows",
    SYSTEM_TCP_SEGMENTS_RETRANSMITTED = "system.tcp.segments.retransmitted",
    SYSTEM_TCP_SEGMENTS_SENT = "system.tcp.segments.sent",
}

names! {
    /// Metrics that are stored and listed, and of which several readers or an import tell.
    STORED:
    CONTAINER_CPU_THROTTLING_DATA_THROTTLED_TIME = "container.cpu.throttling_data.throttled_time",
    CONTAINER_DISK_IO = "container.disk.io",
    CONTAINER_MEMORY_WORKING_SET = "container.memory.working_set",
    HTTP_CLIENT_REQUEST_COUNT = "http.client.request.count",
    HTTP_CLIENT_REQUEST_DURATION = "http.client.request.duration",
    HTTP_CLIENT_REQUEST_ERRORS = "http.client.request.errors",
    JVM_CLASS_COUNT = "jvm.class.count",
    JVM_MEMORY_INIT = "jvm.memory.init",
    K6_DROPPED_ITERATIONS = "k6.dropped_iterations",
    K6_VUS = "k6.vus",
    LOCUST_USERS = "locust.users",
    MYSQL_QUERY_SLOW_COUNT = "mysql.query.slow.count",
    MYSQL_ROW_LOCKS = "mysql.row_locks",
    SYSTEM_CONTEXT_SWITCHES = "system.context_switches",
    SYSTEM_DISK_OPERATIONS = "system.disk.operations",
    SYSTEM_INTERRUPTS = "system.interrupts",
}

names! {
    /// What the analysis makes of a service's own series, by what the study or their names say (`resource`). No reader gives them.
    DERIVED:
    RESOURCE_BACKLOG = "resource.backlog",
    RESOURCE_LIMIT = "resource.limit",
    RESOURCE_USED = "resource.used",
    RESOURCE_WAITING = "resource.waiting",
}

/// Names of attributes.
pub mod attribute {
    names! {
        /// All of them.
        ALL:
        CPU_MODE = "cpu.mode",
        DB_CLIENT_CONNECTION_POOL_NAME = "db.client.connection.pool.name",
        DB_CLIENT_CONNECTION_STATE = "db.client.connection.state",
        DISK_IO_DIRECTION = "disk.io.direction",
        EXECUTOR_NAME = "executor.name",
        EXECUTOR_THREAD_STATE = "executor.thread.state",
        HTTP_CLIENT_CONNECTION_POOL_NAME = "http.client.connection.pool.name",
        HTTP_CLIENT_CONNECTION_STATE = "http.client.connection.state",
        HTTP_REQUEST_METHOD = "http.request.method",
        HTTP_RESPONSE_STATUS_CODE = "http.response.status_code",
        HTTP_ROUTE = "http.route",
        JVM_GC_ACTION = "jvm.gc.action",
        JVM_GC_CAUSE = "jvm.gc.cause",
        JVM_GC_NAME = "jvm.gc.name",
        JVM_MEMORY_POOL_NAME = "jvm.memory.pool.name",
        JVM_MEMORY_TYPE = "jvm.memory.type",
        MESSAGING_CLIENT_ID = "messaging.client.id",
        MESSAGING_CONSUMER_GROUP_NAME = "messaging.consumer.group.name",
        MESSAGING_DESTINATION_NAME = "messaging.destination.name",
        MESSAGING_DESTINATION_PARTITION_ID = "messaging.destination.partition.id",
        NETWORK_INTERFACE_NAME = "network.interface.name",
        NETWORK_IO_DIRECTION = "network.io.direction",
        PROCESS_CONTEXT_SWITCH_TYPE = "process.context_switch_type",
        RESOURCE_KIND = "resource.kind",
        RESOURCE_NAME = "resource.name",
        RESOURCE_NAMED_BY = "resource.named_by",
        SYSTEM_DEVICE = "system.device",
        SYSTEM_MEMORY_STATE = "system.memory.state",
        SYSTEM_PAGING_DIRECTION = "system.paging.direction",
        SYSTEM_PROCESS_STATUS = "system.process.status",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_each_there_once() {
        for list in [ANALYSED, STORED, DERIVED, attribute::ALL] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
        assert!(STORED.iter().all(|name| !ANALYSED.contains(name)));
    }
}
