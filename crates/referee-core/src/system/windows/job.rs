//! A job: all processes of a program, which end with it.

use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle, OwnedHandle};
use std::ptr::null;
use std::time::Duration;

use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_BASIC_PROCESS_ID_LIST, JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS,
    JobObjectBasicAccountingInformation, JobObjectBasicProcessIdList,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, OpenThread, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_VM_READ,
    ResumeThread, THREAD_SUSPEND_RESUME,
};

use super::calls::{done, made, ran_100ns};

/// The exit code of a process that a job ended.
const ENDED: u32 = 1;
/// Most processes of one job that are looked at.
const MOST_LISTED: usize = 1022;

/// A job. All its processes end when it is dropped, and when this process ends, however that ends.
#[derive(Debug)]
pub(crate) struct Job(OwnedHandle);

impl Job {
    /// A job whose processes together may take this much memory, and of which there may be this many.
    pub(crate) fn new(memory_bytes: Option<u64>, processes: Option<u32>) -> io::Result<Self> {
        // SAFETY: a new job without a name and with the usual rights; nothing is read.
        let job = Self(unsafe { made(CreateJobObjectW(null(), null())) }?);
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut limits.BasicLimitInformation;
        basic.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(processes) = processes {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
            basic.ActiveProcessLimit = processes;
        }
        if let Some(bytes) = memory_bytes {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
            limits.JobMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
        }
        let length = size_of_val(&limits) as u32;
        let limits = (&raw const limits).cast();
        // SAFETY: the system reads one value of the type that goes with the number.
        done(unsafe {
            SetInformationJobObject(job.handle(), JobObjectExtendedLimitInformation, limits, length)
        })?;
        Ok(job)
    }

    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }

    /// Adds a process, with all that it starts from now on.
    pub(crate) fn add(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open.
        done(unsafe { AssignProcessToJobObject(self.handle(), process.as_raw_handle()) })
    }

    /// Ends all its processes.
    pub(crate) fn end(&self) {
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(self.handle(), ENDED) };
    }

    /// Asks the system for one value.
    ///
    /// # Safety
    /// `T` is the type that goes with the number.
    unsafe fn ask<T: Default>(&self, what: JOBOBJECTINFOCLASS) -> T {
        let mut value = T::default();
        let (place, length) = ((&raw mut value).cast(), size_of::<T>() as u32);
        // SAFETY: the system writes at most one value of this type. On failure all stays zero.
        unsafe {
            QueryInformationJobObject(self.handle(), what, place, length, std::ptr::null_mut())
        };
        value
    }

    /// The processor time of all its processes, those that have ended included. A system that does not count for the
    /// whole job (Wine) counts for those that live.
    pub(crate) fn ran(&self) -> Duration {
        // SAFETY: the type goes with the number.
        let all: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION =
            unsafe { self.ask(JobObjectBasicAccountingInformation) };
        let counted = all.TotalUserTime.saturating_add(all.TotalKernelTime);
        let counted = if counted == 0 {
            self.sum(|process| ran_100ns(GetProcessTimes, process))
        } else {
            counted as u64
        };
        Duration::from_nanos(counted.saturating_mul(100))
    }

    /// How many processes it has.
    pub(crate) fn processes(&self) -> usize {
        self.list().len()
    }

    /// The memory of all its processes that is in use now, in bytes. What several share counts for each.
    pub(crate) fn bytes(&self) -> u64 {
        self.sum(|process| memory(process).map_or(0, |memory| memory.WorkingSetSize as u64))
    }

    fn sum(&self, of: impl Fn(HANDLE) -> u64) -> u64 {
        let processes = self.list().into_iter().filter_map(|number| open(number).ok());
        processes.map(|process| of(process.as_raw_handle())).sum()
    }

    /// The numbers of its processes.
    fn list(&self) -> Vec<u32> {
        #[repr(C)]
        struct List {
            begin: JOBOBJECT_BASIC_PROCESS_ID_LIST,
            rest: [usize; MOST_LISTED],
        }
        impl Default for List {
            fn default() -> Self {
                Self { begin: JOBOBJECT_BASIC_PROCESS_ID_LIST::default(), rest: [0; MOST_LISTED] }
            }
        }
        // SAFETY: the type begins as the one that goes with the number, and more numbers follow.
        let list: List = unsafe { self.ask(JobObjectBasicProcessIdList) };
        let numbers = list.begin.ProcessIdList.iter().chain(&list.rest);
        let count = list.begin.NumberOfProcessIdsInList as usize;
        numbers.take(count).map(|number| *number as u32).collect()
    }
}

/// A process that is looked at.
fn open(number: u32) -> io::Result<OwnedHandle> {
    let rights = PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_VM_READ;
    // SAFETY: the handle is new, and nothing is read but the number.
    unsafe { made(OpenProcess(rights, 0, number)) }
}

fn memory(process: HANDLE) -> Option<PROCESS_MEMORY_COUNTERS> {
    let mut memory = PROCESS_MEMORY_COUNTERS::default();
    let length = size_of_val(&memory) as u32;
    // SAFETY: the handle is open, and the system writes one value of this type.
    let told = unsafe { K32GetProcessMemoryInfo(process, &raw mut memory, length) };
    (told != 0).then_some(memory)
}

/// The most memory that a process has had at one time, in bytes, also after its end.
pub(crate) fn peak_bytes(process: BorrowedHandle<'_>) -> Option<u64> {
    memory(process.as_raw_handle()).map(|memory| memory.PeakWorkingSetSize as u64)
}

/// Lets a process go on that was started without running.
pub(crate) fn resume(process: u32) -> io::Result<()> {
    // SAFETY: makes a list of all threads, which is new.
    let list = unsafe { made(CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0)) }?;
    let mut entry =
        THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..THREADENTRY32::default() };
    // SAFETY: the list is open, and the entry says its own size.
    let mut found = unsafe { Thread32First(list.as_raw_handle(), &raw mut entry) };
    while found != 0 && entry.th32OwnerProcessID != process {
        // SAFETY: as for the first.
        found = unsafe { Thread32Next(list.as_raw_handle(), &raw mut entry) };
    }
    if found == 0 {
        return Err(io::Error::other("a program that was started has no thread"));
    }
    // SAFETY: opens a thread by its number, and the handle is new.
    let resumed = unsafe {
        let thread = made(OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID))?;
        ResumeThread(thread.as_raw_handle())
    };
    if resumed == u32::MAX { Err(io::Error::last_os_error()) } else { Ok(()) }
}
