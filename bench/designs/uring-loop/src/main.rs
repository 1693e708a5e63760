//! A closed loop over io_uring. `PROVIDED=1` in the environment chooses how answers are received:
//!
//! - otherwise: a receive is submitted beside every send, into the connection's own room;
//! - provided: one multishot receive per connection, into buffers that the kernel takes from a shared ring.
//!
//! Both submit once per turn, wait in the same system call, use registered sockets, and let the kernel run completions
//! only then (DEFER_TASKRUN). A send that worked leaves no completion. Needs Linux 6.1.

use std::os::fd::AsRawFd;
use std::time::Instant;

use client::{ANSWER_BYTES_MAX, Answer, REQUEST, Recorder, Result};
use io_uring::types::{BufRingEntry, Fixed};
use io_uring::{IoUring, cqueue, opcode, squeue};

const SEND: u64 = 1 << 32; // in the user data of a send; below is the connection's index
const GROUP: u16 = 1;
/// `IORING_RECVSEND_POLL_FIRST`: no answer can be there when its request has not left yet.
const POLL_FIRST: u16 = 1;
/// A send that the socket can't take at once is continued by the kernel.
const MSG_WAITALL: i32 = 0x100;
const ENOBUFS: i32 = 105;

struct Connection {
    answer: Answer,
    sent: Instant,
}

fn main() -> Result<()> {
    let options = client::options()?;
    let entries = (options.connections * 2).next_power_of_two() as u32;
    let mut ring: IoUring =
        IoUring::builder().setup_single_issuer().setup_defer_taskrun().setup_coop_taskrun().build(entries)?;
    let streams =
        (0..options.connections).map(|_| client::dial(options.address)).collect::<Result<Vec<_>>>()?;
    let sockets: Vec<_> = streams.iter().map(|stream| stream.as_raw_fd()).collect();
    ring.submitter().register_files(&sockets)?;
    let mut buffers = match std::env::var_os("PROVIDED") {
        Some(_) => Some(Buffers::registered(&ring, options.connections.next_power_of_two())?),
        None => None,
    };
    let mut recorder = Recorder::new(options.hold)?;
    let mut connections: Vec<_> =
        streams.iter().map(|_| Connection { answer: Answer::default(), sent: Instant::now() }).collect();
    for (index, connection) in connections.iter_mut().enumerate() {
        connection.sent = Instant::now();
        if buffers.is_some() {
            push(&mut ring, &receive_all(index))?;
        }
        request(&mut ring, index, connection, buffers.is_none())?;
    }
    let mut completed = Vec::with_capacity(entries as usize * 2);
    let mut active = connections.len();
    while active > 0 {
        ring.submit_and_wait(1)?;
        completed.extend(ring.completion());
        for entry in completed.drain(..) {
            if !turn(&mut ring, &entry, &mut connections, buffers.as_mut(), &mut recorder)? {
                active -= 1;
            }
        }
    }
    println!("{}", recorder.summary());
    Ok(())
}

/// False when the connection has nothing more to do.
fn turn(
    ring: &mut IoUring,
    entry: &cqueue::Entry,
    connections: &mut [Connection],
    buffers: Option<&mut Buffers>,
    recorder: &mut Recorder,
) -> Result<bool> {
    if entry.user_data() & SEND != 0 {
        return Err(format!("a send failed or was cut: {}", entry.result()).into());
    }
    let index = entry.user_data() as usize;
    let connection = &mut connections[index];
    let own_room = buffers.is_none();
    if let Some(buffers) = buffers {
        if let Some(id) = cqueue::buffer_select(entry.flags()) {
            let bytes = usize::try_from(entry.result())?;
            connection.answer.room()[..bytes].copy_from_slice(buffers.filled(id, bytes));
            buffers.give_back(id);
        }
        if !cqueue::more(entry.flags()) {
            push(ring, &receive_all(index))?;
            if entry.result() == -ENOBUFS {
                return Ok(true);
            }
        }
    }
    let bytes =
        usize::try_from(entry.result()).map_err(|_| format!("a receive failed: {}", entry.result()))?;
    if !connection.answer.took(bytes)? {
        if own_room {
            push(ring, &receive(index, connection))?;
        }
        return Ok(true);
    }
    let Some(now) = recorder.answered(connection.sent) else { return Ok(false) };
    connection.sent = now;
    request(ring, index, connection, own_room)?;
    Ok(true)
}

fn request(ring: &mut IoUring, index: usize, connection: &mut Connection, own_room: bool) -> Result<()> {
    let send = opcode::Send::new(Fixed(index as u32), REQUEST.as_ptr(), REQUEST.len() as u32)
        .flags(MSG_WAITALL)
        .build()
        .user_data(SEND | index as u64)
        .flags(squeue::Flags::SKIP_SUCCESS);
    push(ring, &send)?;
    if own_room {
        push(ring, &receive(index, connection))?;
    }
    Ok(())
}

fn receive(index: usize, connection: &mut Connection) -> squeue::Entry {
    let room = connection.answer.room();
    opcode::Recv::new(Fixed(index as u32), room.as_mut_ptr(), room.len() as u32)
        .ioprio(POLL_FIRST)
        .build()
        .user_data(index as u64)
}

fn receive_all(index: usize) -> squeue::Entry {
    opcode::RecvMulti::new(Fixed(index as u32), GROUP).build().user_data(index as u64)
}

fn push(ring: &mut IoUring, entry: &squeue::Entry) -> Result<()> {
    // SAFETY: the request is static; rooms and buffers are on the heap, stay where they are until the end of main, and
    // are not touched while the kernel has them.
    while unsafe { ring.submission().push(entry) }.is_err() {
        ring.submit()?;
    }
    Ok(())
}

/// Buffers for answers, and the ring of those that the kernel may take.
struct Buffers {
    bytes: Vec<[u8; ANSWER_BYTES_MAX]>,
    ring: Vec<Page>, // page-aligned
    tail: u16,
}

const PAGE_BYTES: usize = 4096;

#[repr(align(4096))]
#[derive(Clone)]
struct Page(#[expect(dead_code, reason = "only the kernel and `entries` look into it")] [u8; PAGE_BYTES]);

impl Buffers {
    fn registered(ring: &IoUring, count: usize) -> Result<Self> {
        let pages = (count * size_of::<BufRingEntry>()).div_ceil(PAGE_BYTES);
        let mut buffers = Self {
            bytes: vec![[0; ANSWER_BYTES_MAX]; count],
            ring: vec![Page([0; PAGE_BYTES]); pages],
            tail: 0,
        };
        // SAFETY: the memory is page-aligned, large enough, and lives as long as the ring is used.
        unsafe {
            ring.submitter().register_buf_ring_with_flags(buffers.entries() as u64, count as u16, GROUP, 0)
        }?;
        for id in 0..count {
            buffers.give_back(id as u16);
        }
        Ok(buffers)
    }

    fn entries(&mut self) -> *mut BufRingEntry {
        self.ring.as_mut_ptr().cast()
    }

    fn filled(&self, id: u16, bytes: usize) -> &[u8] {
        &self.bytes[usize::from(id)][..bytes]
    }

    fn give_back(&mut self, id: u16) {
        let slot = usize::from(self.tail) & (self.bytes.len() - 1);
        let address = self.bytes[usize::from(id)].as_mut_ptr() as u64;
        self.tail = self.tail.wrapping_add(1);
        let first = self.entries();
        // SAFETY: the slot is in the ring, and the kernel reads it only after the tail says so.
        unsafe {
            let entry = &mut *first.add(slot);
            entry.set_addr(address);
            entry.set_len(ANSWER_BYTES_MAX as u32);
            entry.set_bid(id);
            let tail = BufRingEntry::tail(first).cast::<std::sync::atomic::AtomicU16>();
            (*tail).store(self.tail, std::sync::atomic::Ordering::Release);
        }
    }
}
