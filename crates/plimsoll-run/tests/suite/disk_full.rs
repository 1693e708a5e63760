//! A real full disk, where mounting one is allowed.

use crate::fixture::{completed, header, second};
use plimsoll_run::{Run, RunWriter};
use plimsoll_testkit::small_disk::SmallDisk;
use std::path::Path;

fn fill(path: &Path) {
    // Fails when the disk is full, which is the aim.
    let _ = std::fs::write(path, vec![0; 2 << 20]);
}

#[test]
fn a_full_disk_keeps_what_was_flushed_and_the_run_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount("1m") else { return };
    let path = disk.path("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    (0..5).for_each(|n| writer.append(&second(1, n)).unwrap());
    writer.flush().unwrap();
    fill(&disk.path("other"));
    let error = (5..5_000)
        .find_map(|n| writer.append(&second(1, n)).and_then(|()| writer.flush()).err())
        .expect("the disk is full");
    assert!(error.is_disk_full(), "{error:?}");
    let retained = Run::open(&path).unwrap().seconds.len();
    assert!(retained >= 5);
    let error = RunWriter::create(&disk.path("b.run"), &header()).unwrap_err();
    assert!(error.is_disk_full(), "{error:?}");
    assert!(!disk.path("b.run").exists());
    std::fs::remove_file(disk.path("other")).unwrap();
    writer.append(&second(2, 9_000)).unwrap();
    writer.finish(&completed()).unwrap();
    let run = Run::open(&path).unwrap();
    assert_eq!((run.seconds.len(), run.is_complete()), (retained + 1, true));
}

#[test]
fn a_run_that_was_cut_off_by_a_full_disk_is_read_where_it_is() {
    let Some(disk) = SmallDisk::mount("1m") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    (0..5).for_each(|n| writer.append(&second(1, n)).unwrap());
    writer.flush().unwrap();
    let copy = disk.path("a.run");
    for ending in ["run", "run-wal"] {
        std::fs::copy(path.with_extension(ending), copy.with_extension(ending)).unwrap();
    }
    fill(&disk.path("other"));
    assert_eq!(Run::open(&copy).unwrap().seconds.len(), 5);
    // A second look finds the same.
    assert_eq!(Run::open(&copy).unwrap().seconds.len(), 5);
}
