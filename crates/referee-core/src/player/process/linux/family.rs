//! The processes and threads of a program, as the system lists them.

use std::fs;
use std::io::{self, ErrorKind};

use nix::errno::Errno;
use nix::unistd::Pid;

/// A thread, and the process that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thread {
    /// The process.
    pub process: Pid,
    /// The thread.
    pub number: Pid,
}

/// The descendants of a process.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// The children of the process, their children, and so on.
    pub processes: Vec<Pid>,
    /// The threads of all of them.
    pub threads: Vec<Thread>,
}

impl Family {
    /// Searches for the descendants of a process.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn of(process: Pid) -> io::Result<Self> {
        Ok(Self::of_at_most(process, None)?.0)
    }

    /// Searches for the descendants of a process until there are more than `most` threads. Returns also whether these
    /// are all.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn of_at_most(process: Pid, most: Option<u32>) -> io::Result<(Self, bool)> {
        Self::search(process, most, &|| false)
    }

    /// Searches for the descendants of a process; `None` if `is_long` says that the search takes too long.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn unless(process: Pid, is_long: &dyn Fn() -> bool) -> io::Result<Option<Self>> {
        let (family, is_complete) = Self::search(process, None, is_long)?;
        Ok(is_complete.then_some(family))
    }

    fn search(
        process: Pid,
        most: Option<u32>,
        is_long: &dyn Fn() -> bool,
    ) -> io::Result<(Self, bool)> {
        let most = most.map_or(usize::MAX, |most| most as usize);
        let mut family = Self::default();
        for thread in threads(process, is_long)? {
            family.processes.extend(children(thread)?);
        }
        let mut searched = 0;
        while let Some(&process) = family.processes.get(searched) {
            let threads = threads(process, is_long)?;
            // Each process that is still to be searched has at least one thread.
            let rest = family.processes.len() - searched - 1;
            if family.threads.len() + threads.len() + rest > most {
                family.threads.extend(threads);
                return Ok((family, false));
            }
            for thread in threads {
                family.processes.extend(children(thread)?);
                family.threads.push(thread);
                if family.threads.len().is_multiple_of(BATCH) && is_long() {
                    return Ok((family, false));
                }
            }
            searched += 1;
        }
        Ok((family, true))
    }
}

/// The time of a search is checked after each batch of threads.
const BATCH: usize = 32;

impl Thread {
    /// The text of its `stat`, empty if it has ended.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn stat(self) -> io::Result<String> {
        let Self { process, number } = self;
        empty_if_ended(fs::read_to_string(format!("/proc/{process}/task/{number}/stat")))
    }
}

/// The threads of a process, or only some of them if `is_long` says that the search takes too long.
fn threads(process: Pid, is_long: &dyn Fn() -> bool) -> io::Result<Vec<Thread>> {
    let folder = match fs::read_dir(format!("/proc/{process}/task")) {
        Ok(folder) => folder,
        Err(error) => return empty_if_ended(Err(error)).map(|()| Vec::new()),
    };
    let numbers = folder.map_while(Result::ok);
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut found = Vec::new();
    for number in numbers {
        found.push(Thread { process, number: Pid::from_raw(number) });
        // The search then ends at the same number of threads.
        if found.len().is_multiple_of(BATCH) && is_long() {
            break;
        }
    }
    Ok(found)
}

/// The processes that a thread has started and that still live.
fn children(Thread { process, number }: Thread) -> io::Result<Vec<Pid>> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{number}/children"));
    let list = empty_if_ended(list)?;
    let pids = list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
    Ok(pids.map(Pid::from_raw).collect())
}

/// The children of all threads of this process.
pub fn own_children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|it| fs::read_to_string(it.path().join("children")).ok());
    let numbers = |list: String| {
        let numbers = list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
        numbers.map(Pid::from_raw).collect::<Vec<_>>()
    };
    lists.flat_map(numbers).collect()
}

/// Replaces the error of reading about a process that has ended by an empty value. Only errors because the referee
/// itself is short of files or memory are returned.
pub fn empty_if_ended<T: Default>(read: io::Result<T>) -> io::Result<T> {
    let lacks = [Errno::EMFILE, Errno::ENFILE, Errno::ENOMEM];
    match read {
        Err(error)
            if error.kind() == ErrorKind::OutOfMemory
                || lacks.iter().any(|&errno| error.raw_os_error() == Some(errno as i32)) =>
        {
            Err(error)
        }
        Err(_) => Ok(T::default()),
        read => read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_the_children_with_all_their_threads() {
        let mut child = std::process::Command::new("sleep").arg("600").spawn().unwrap();
        let number = Pid::from_raw(child.id() as i32);
        let family = Family::of(Pid::this()).unwrap();
        assert!(family.processes.contains(&number), "{family:?}");
        assert!(family.threads.contains(&Thread { process: number, number }), "{family:?}");
        // This process has a thread for each test, and is not its own child.
        assert!(threads(Pid::this(), &|| false).unwrap().len() > 1);
        assert!(!family.processes.contains(&Pid::this()));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn a_search_that_takes_too_long_is_given_up() {
        let sleepers: Vec<_> = (0..BATCH)
            .map(|_| std::process::Command::new("sleep").arg("600").spawn().unwrap())
            .collect();
        assert!(Family::unless(Pid::this(), &|| true).unwrap().is_none());
        assert!(Family::unless(Pid::this(), &|| false).unwrap().is_some());
        for mut sleeper in sleepers {
            sleeper.kill().unwrap();
            sleeper.wait().unwrap();
        }
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_family() {
        let family = Family::of(Pid::from_raw(i32::MAX)).unwrap();
        assert!(family.processes.is_empty() && family.threads.is_empty());
    }

    #[test]
    fn only_a_lack_of_the_referees_own_is_an_error() {
        let read = |errno: Errno| {
            empty_if_ended::<String>(Err(io::Error::from_raw_os_error(errno as i32)))
        };
        for ended in [Errno::ENOENT, Errno::ESRCH, Errno::EACCES] {
            assert_eq!(read(ended).unwrap(), "");
        }
        for lack in [Errno::EMFILE, Errno::ENFILE, Errno::ENOMEM] {
            assert!(read(lack).is_err(), "{lack}");
        }
        assert_eq!(empty_if_ended(Ok("text".to_owned())).unwrap(), "text");
    }
}
