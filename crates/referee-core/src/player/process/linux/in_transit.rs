//! Files in memory that are on their way through a socket of a program.
//!
//! A file that was sent and not received is in no process's list of open files. So the referee looks at what a socket
//! would deliver, without taking it. A file that is sent may be a socket too, with files of its own.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::mem::{size_of, zeroed};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};

use nix::libc;
use nix::sys::statfs::{HUGETLBFS_MAGIC, TMPFS_MAGIC, fstatfs};
use nix::unistd::Pid;

/// How deep the kernel lets sockets be sent through sockets.
const MOST_DEPTH: u32 = 4;
/// Most messages that are looked at in one socket.
const MOST_MESSAGES: usize = 4096;
/// Most files in one message.
const MOST_FILES: usize = 253;
/// What a file on its way counts if the referee cannot look at it, as in a connection that was not accepted.
const UNSEEN_BYTES: u64 = 64 << 20;

/// Adds the files that are on their way through a socket to `files`: bytes by the number of the file. Returns the bytes
/// of files that the referee cannot look at.
pub(super) fn add(process: Pid, socket: &str, files: &mut BTreeMap<u64, u64>) -> u64 {
    let waiting = waiting(&format!("/proc/{process}/fdinfo/{socket}"));
    if waiting == 0 {
        return 0;
    }
    let own = socket.parse().ok().and_then(|number| own_copy(process, number));
    let seen = own.map_or(0, |own| look(&own, files, MOST_DEPTH));
    waiting.saturating_sub(seen) * UNSEEN_BYTES
}

/// How many files are on their way to a socket.
fn waiting(fdinfo: &str) -> u64 {
    let text = fs::read_to_string(fdinfo).unwrap_or_default();
    let count = text.lines().find_map(|line| line.strip_prefix("scm_fds:"));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// A file of another process, opened in this one too.
fn own_copy(process: Pid, number: i32) -> Option<File> {
    // SAFETY: the calls take numbers only, and return new files or an error.
    unsafe {
        let pidfd = libc::syscall(libc::SYS_pidfd_open, process.as_raw(), 0) as i32;
        let pidfd = (pidfd >= 0).then(|| OwnedFd::from_raw_fd(pidfd))?;
        let copy = libc::syscall(libc::SYS_pidfd_getfd, pidfd.as_raw_fd(), number, 0) as i32;
        (copy >= 0).then(|| File::from_raw_fd(copy))
    }
}

/// Adds the files that a socket would deliver. Returns their number.
fn look(socket: &File, files: &mut BTreeMap<u64, u64>, depth: u32) -> u64 {
    // A look then continues where the last one ended.
    let before = peek_offset(socket);
    set_peek_offset(socket, 0);
    let mut seen = 0;
    for _ in 0..MOST_MESSAGES {
        let Ok(delivered) = peek(socket) else { break };
        seen += delivered.len() as u64;
        for file in delivered {
            let Ok(about) = file.metadata() else { continue };
            if about.file_type().is_socket() {
                let own = file.as_raw_fd();
                if depth > 0 && waiting(&format!("/proc/self/fdinfo/{own}")) > 0 {
                    look(&file, files, depth - 1);
                }
            } else if is_in_memory(&file) {
                files.insert(about.ino(), about.blocks() * 512);
            }
        }
    }
    set_peek_offset(socket, before);
    seen
}

/// The files of the next message of a socket.
fn peek(socket: &File) -> io::Result<Vec<File>> {
    // The header of the list of files, and the files.
    let mut control = [0u64; 2 + MOST_FILES.div_ceil(2)];
    let mut text = [0u8; 4096];
    let mut part = libc::iovec { iov_base: text.as_mut_ptr().cast(), iov_len: text.len() };
    let flags = libc::MSG_PEEK | libc::MSG_DONTWAIT | libc::MSG_CMSG_CLOEXEC;
    let mut delivered = Vec::new();
    // SAFETY: zeros are an empty message. Its parts are local and have the lengths that are said. The kernel returns
    // files that are new in this process, and how long the list is.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control) as _;
        let bytes = libc::recvmsg(socket.as_raw_fd(), &raw mut message, flags);
        if bytes < 0 {
            return Err(io::Error::last_os_error());
        }
        let mut header = libc::CMSG_FIRSTHDR(&raw const message);
        while let Some(list) = header.as_ref() {
            if (list.cmsg_level, list.cmsg_type) == (libc::SOL_SOCKET, libc::SCM_RIGHTS) {
                #[allow(clippy::unnecessary_cast)] // It has another type in musl.
                let bytes = list.cmsg_len as usize - libc::CMSG_LEN(0) as usize;
                let first: *const i32 = libc::CMSG_DATA(list).cast();
                let numbers =
                    (0..bytes / size_of::<i32>()).map(|at| first.add(at).read_unaligned());
                delivered.extend(numbers.map(|number| File::from_raw_fd(number)));
            }
            header = libc::CMSG_NXTHDR(&raw const message, header);
        }
        if bytes == 0 && delivered.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(delivered)
}

/// Whether a file is on a disk in memory.
fn is_in_memory(file: &File) -> bool {
    let memory = [TMPFS_MAGIC, HUGETLBFS_MAGIC];
    fstatfs(file).is_ok_and(|about| memory.contains(&about.filesystem_type()))
}

/// Where looks into a socket begin; -1 for its next message.
fn peek_offset(socket: &File) -> i32 {
    let mut offset = -1;
    let mut length = size_of::<i32>() as libc::socklen_t;
    let into = (&raw mut offset).cast();
    let (level, name) = (libc::SOL_SOCKET, libc::SO_PEEK_OFF);
    // SAFETY: the value is local and has the length that is said.
    unsafe { libc::getsockopt(socket.as_raw_fd(), level, name, into, &raw mut length) };
    offset
}

fn set_peek_offset(socket: &File, offset: i32) {
    let length = size_of::<i32>() as libc::socklen_t;
    let value = (&raw const offset).cast();
    // SAFETY: the value is local and has the length that is said.
    unsafe {
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEEK_OFF, value, length);
    }
}
