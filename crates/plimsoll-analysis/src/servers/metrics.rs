//! Which metrics are looked at: those of the figures, and what only detectors ask for.

use super::panel::PANELS;

/// Asked for by detectors and the limiting factor, and drawn nowhere.
const UNDRAWN: &[&str] = &[
    "container.cpu.limit",
    "container.cpu.throttling_data.periods",
    "container.cpu.throttling_data.throttled_periods",
    "db.client.connection.use_time",
    "executor.task.duration",
    "executor.task.pending",
    "executor.thread.count",
    "executor.thread.max",
    "jvm.cpu.count",
    "jvm.memory.utilization",
    "kafka.consumer_group.member.partitions",
    "kafka.consumer_group.members",
    "kafka.consumer_group.offset",
    "kafka.partition.current_offset",
    "kafka.topic.partitions",
    "mysql.connection.max",
    "mysql.row_locks.waiting",
    "postgresql.connection.max",
    "postgresql.locks.waiting",
    "system.cpu.time",
    "system.disk.queue.length",
    "system.memory.limit",
    "system.network.errors",
    "system.network.packet.dropped",
    "system.paging.operations",
];

/// Names of all metrics whose points an analysis uses, in order.
pub fn metrics() -> Vec<&'static str> {
    let drawn = PANELS.iter().flat_map(|panel| panel.lines).map(|line| line.metric);
    let mut all: Vec<&str> = drawn.chain(UNDRAWN.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}
