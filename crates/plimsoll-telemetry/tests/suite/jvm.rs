//! Logs of JDK 8 and before in all their flags: each stop once, with its length; phases beside the program are none. Written
//! after logs of real JVMs.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{ReaderOptions, recognise};

/// The stops in milliseconds with action and cause, and the problems.
#[track_caller]
fn check(log: &str, expected: &[&str]) {
    let format = recognise(log.as_bytes()).expect("it is recognised");
    assert_eq!(format.name, "gc-log");
    let mut reader = format.reader(&ReaderOptions::default()).expect("the defaults suit");
    let mut dump = Dump::default();
    reader.read(log.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
    let of = |line: &str, name: &str| {
        let after = line.split_once(&format!("jvm.gc.{name}=")).map_or("", |(_, rest)| rest);
        let end = after.find(",jvm.").or_else(|| after.find('}')).unwrap_or(after.len());
        after[..end].to_owned()
    };
    let found: Vec<String> = dump
        .text
        .lines()
        .filter(|line| line.contains("jvm.gc.duration") || line.starts_with('!'))
        .map(|line| match line.strip_prefix("! ") {
            Some(problem) => problem.to_owned(),
            None => {
                let seconds = line.split(' ').rev().nth(1).unwrap_or("");
                format!("{seconds} {} ({})", of(line, "action"), of(line, "cause"))
            }
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn g1_with_numbers_ages_and_decisions() {
    check(
        "\
OpenJDK 64-Bit Server VM (25.342-b07) for linux-amd64 JRE (1.8.0_342-b07), built on Jul 16 2022
CommandLine flags: -XX:+PrintGCDetails -XX:+PrintGCID -XX:+UseG1GC
 0.290: #1: [G1Ergonomics (Concurrent Cycles) initiate concurrent cycle, reason: requested]
2022-08-01T17:17:33.375+0000: 0.290: #1: [GC pause (G1 Evacuation Pause) (young) (initial-mark) 0.290: #1: [G1Ergonomics (CSet Construction) start choosing CSet]
 0.290: #1: [G1Ergonomics (CSet Construction) finish choosing CSet, eden: 15 regions]
Desired survivor size 524288 bytes, new threshold 1 (max 15)
- age   1:    1048560 bytes,    1048560 total
, 0.0115587 secs]
   [Parallel Time: 5.2 ms, GC Workers: 2]
      [GC Worker Start (ms): Min: 164.8, Avg: 164.9, Max: 165.0, Diff: 0.2]
   [Eden: 15.0M(15.0M)->0.0B(10.0M) Survivors: 2048.0K->3072.0K Heap: 71.1M(96.0M)->71.2M(103.0M)]
 [Times: user=0.03 sys=0.03, real=0.02 secs]
2022-08-01T17:17:33.387+0000: 0.302: #2: [GC concurrent-root-region-scan-start]
2022-08-01T17:17:33.387+0000: 0.302: #2: [GC concurrent-root-region-scan-end, 0.0001729 secs]
2022-08-01T17:17:33.387+0000: 0.302: #2: [GC concurrent-mark-start]
2022-08-01T17:17:39.387+0000: 6.302: #2: [GC concurrent-mark-end, 6.0011728 secs]
2022-08-01T17:17:39.387+0000: 6.303: #2: [GC remark 6.303: #2: [Finalize Marking, 0.0001 secs] 6.303: #2: [GC ref-proc, 0.0000700 secs] 6.3: #2: [Unloading, 0.09 secs], 0.1005220 secs]
 [Times: user=0.00 sys=0.00, real=0.00 secs]
2022-08-01T17:17:39.487+0000: 6.404: #2: [GC cleanup 75M->25M(103M), 0.0004412 secs]
2022-08-01T17:17:39.488+0000: 6.405: #2: [GC concurrent-cleanup-start]
2022-08-01T17:17:39.488+0000: 6.405: #2: [GC concurrent-cleanup-end, 0.0000950 secs]
2022-08-01T17:17:40.000+0000: 7.000: #3: [GC pause (G1 Humongous Allocation) (mixed) (to-space exhausted), 0.2500000 secs]
2022-08-01T17:17:41.000+0000: 8.000: #4: [Full GC (Allocation Failure)  103M->90M(103M), 1.5000000 secs]
   [Eden: 0.0B(5120.0K)->0.0B(5120.0K) Survivors: 0.0B->0.0B Heap: 103.0M(103.0M)->90.0M(103.0M)], [Metaspace: 2560K->2560K(1056768K)]
",
        &[
            "0.011558 GC (G1 Evacuation Pause)",
            "0.100522 GC remark ()",
            "0.000441 GC cleanup ()",
            "0.25 GC (G1 Humongous Allocation, to-space exhausted)",
            "1.5 Full GC (Allocation Failure)",
        ],
    );
}

#[test]
fn g1_that_prints_in_two_threads_at_once() {
    check(
        "\
2012-02-24T03:49:09.100-0800: 312.402: [GC pause (young)2012-02-24T03:49:09.378-0800: 312.680: [GC concurrent-mark-start]
 (initial-mark), 0.28645100 secs]
8.775: [GC pause (young)8.775: [GC concurrent-mark-end, 0.0101638 sec]
, 0.00831998 secs]
0.331: [GC pause (young)0.333 (initial-mark), 0.00178520 secs]
:    [GC concurrent-mark-start]
0.388: 0.390: [GC concurrent-mark-start]
[GC pause (mixed) 10080K->10080K(16M), 0.0013065 secs]
",
        &["0.286451 GC (young)", "0.008319 GC (young)", "0.001785 GC (young)", "0.001306 GC (mixed)"],
    );
}

#[test]
fn cms_that_fails_and_remarks_over_several_lines() {
    check(
        "\
2020-01-01T00:00:05.000+0000: 5.000: [GC (Allocation Failure) 2020-01-01T00:00:05.000+0000: 5.000: [ParNew: 117998K->13034K(118016K), 0.0066240 secs] 194906K->90042K(249088K), 0.0066860 secs] [Times: user=0.01 sys=0.00, real=0.01 secs]
2020-01-01T00:00:06.000+0000: 6.000: [GC (CMS Initial Mark) [1 CMS-initial-mark: 15645K(21888K)] 18533K(31680K), 0.0010369 secs] [Times: user=0.00 sys=0.00, real=0.00 secs]
2020-01-01T00:00:06.002+0000: 6.002: [CMS-concurrent-mark-start]
2020-01-01T00:00:07.000+0000: 7.000: [GC (Allocation Failure) 2020-01-01T00:00:07.000+0000: 7.000: [ParNew (promotion failed): 118006K->118006K(118016K), 0.0000176 secs]2020-01-01T00:00:07.000+0000: 7.000: [CMS2020-01-01T00:00:07.010+0000: 7.010: [CMS-concurrent-mark: 0.101/0.155 secs] [Times: user=0.02 sys=0.00, real=0.06 secs]
 (concurrent mode failure): 131000K->130000K(131072K), 6.0186232 secs] 249000K->130000K(249088K), [Metaspace: 2561K->2560K(1056768K)], 6.0187293 secs] [Times: user=6.01 sys=0.00, real=6.02 secs]
2020-01-01T00:00:20.000+0000: 20.000: [GC (CMS Final Remark) [YG occupancy: 10451 K (47936 K)]{Heap before GC invocations=22 (full 13):
 par new generation   total 47936K, used 10451K [0x00000000f6400000, 0x00000000f9800000, 0x00000000f9800000)
2020-01-01T00:00:20.001+0000: 20.001: [GC (CMS Final Remark) 20.001: [ParNew: 10451K->10451K(47936K), 0.0000303 secs] 111291K->111291K(154432K), 0.0000778 secs] [Times: user=0.00 sys=0.00, real=0.00 secs]
Heap after GC invocations=23 (full 13):
  eden space 42624K,  12% used [0x00000000f6400000, 0x00000000f690c520, 0x00000000f8da0000)
}
20.158: [Rescan (parallel) , 0.0002732 secs]20.158: [weak refs processing, 0.0000176 secs][1 CMS-remark: 100839K(106496K)] 111291K(154432K), 0.1219970 secs] [Times: user=0.00 sys=0.00, real=0.00 secs]
2020-01-01T00:00:30.000+0000: 30.000: [Full GC (System.gc()) 30.000: [CMS (concurrent mode interrupted): 131000K->130000K(131072K), 2.0 secs] 249000K->130000K(249088K), [CMS Perm : 2472K->2471K(21248K)], 2.5 secs]
2020-01-01T00:00:40.000+0000: 40.000: [GC[YG occupancy: 30716 K (59008 K)]40.001: [Rescan (parallel) , 0.0006399 secs] [1 CMS-remark: 186553K(458752K)] 217270K(517760K), 0.0011261 secs]
",
        &[
            "0.006686 GC (Allocation Failure)",
            "0.001036 GC (CMS Initial Mark)",
            "6.018729 Full GC (concurrent mode failure)",
            "0.121997 GC (CMS Final Remark)",
            "2.5 Full GC (System.gc())",
            "0.001126 GC (CMS Final Remark)",
        ],
    );
}

#[test]
fn parallel_and_serial_of_any_age() {
    check(
        "\
0.162: [GCAdaptiveSizePolicy::compute_survivor_space_size_and_thresh:  survived: 901552  promoted: 4462720  overflow: trueAdaptiveSizeStart: 0.166 collection: 1
AdaptiveSizeStop: collection: 1
 [PSYoungGen: 5437K->880K(6336K)] 5437K->5238K(64640K), 0.0045523 secs]
429.344: [GC-- [PSYoungGen: 876977K->876977K(876992K)] 2335451K->2412975K(2412992K), 0.7651430 secs]
430.109: [Full GC [PSYoungGen: 876977K->0K(876992K)] [PSOldGen: 1535997K->960990K(1536000K)] 2412975K->960990K(2412992K) [PSPermGen: 67657K->67657K(67712K)], 6.7396390 secs]
500.000: [GC 500.000: [DefNew: 4416K->4416K(4928K), 0.0000340 secs]500.001: [Tenured: 10000K->9000K(10944K), 0.0500000 secs] 14416K->9000K(15872K), [Perm : 2k->2k(21M)], 0.0600000 secs]
501.000: [GC (GCLocker Initiated GC) --[PSYoungGen: 876977K->876977K(876992K)] 2335451K->2412975K(2412992K), 0,7651430 secs]
",
        &[
            "0.004552 GC ()",
            "0.765143 GC ()",
            "6.739639 Full GC ()",
            "0.06 Full GC ()",
            "0.765143 GC (GCLocker Initiated GC)",
        ],
    );
}

#[test]
fn shenandoah_of_jdk_8() {
    check(
        "\
2022-08-17T16:20:47.680+0800: 2.464: [Concurrent reset, start]
2022-08-17T16:20:47.680+0800: 2.464: [Concurrent reset, 0.333 ms]
2022-08-17T16:20:47.685+0800: 2.469: [Pause Init Mark (process weakrefs), start]
    Using 2 of 2 workers for init marking
2022-08-17T16:20:47.688+0800: 2.472: [Pause Init Mark (process weakrefs), 3.341 ms]
2022-08-17T16:20:47.700+0800: 2.484: [Concurrent cleanup 205M->191M(3991M), 0.5 ms]
2022-08-17T16:20:48.700+0800: 3.484: [Pause Full 205M->191M(3991M), 1200.5 ms]
",
        &["0.003341 Pause Init Mark ()", "1.2005 Pause Full ()"],
    );
}

#[test]
fn what_is_not_understood_is_reported() {
    check(
        "\
[GC (Allocation Failure) [PSYoungGen: 1K->1K(2K)] 1K->1K(4K), 0.0045523 secs]
1.000: [GC (Allocation Failure) [PSYoungGen: 1K->1K(2K)] 1K->1K(4K), -0.0045523 secs]
2.000: [GC (Allocation Failure) [PSYoungGen: 1K->1K(2K)] 1K->1K(4K)
3.000: [GC (Allocation Failure) [PSYoungGen: 1K->1K(2K)] 1K->1K(4K), 0.5 secs]
 (concurrent mode failure): 131000K->130000K(131072K), 6.0186232 secs] 249000K->130000K(249088K), 6.0187293 secs]
",
        &[
            "input:1: a collection without a time: start the JVM with -XX:+PrintGCDateStamps",
            "input:2: length of a collection: \"-0.0045523\" is not a number",
            "input:3: a collection that does not end; it is left out",
            "0.5 GC (Allocation Failure)",
            "input:5: not a line of this format: \" (concurrent mode failure): 131000K->130000K(131072K), 6.018…\"",
        ],
    );
}
