//! What a program consists of: its process, and everything that this has started.
//!
//! A process group has what a script starts as it goes. On Linux three things more are gone by:
//! who descends from the program, who carries a mark in its environment that only this program was
//! given, and, in a process that became a subreaper, who was left behind by its parent.

use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The variable that marks a program and what it starts.
const MARK: &str = "YOMIKIRI_PROGRAM";

/// A program's processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    leader: u32,
    mark: String,
    /// When the leader began, which tells it from another process that has its number later.
    #[cfg(target_os = "linux")]
    began: Option<u64>,
}

/// Families that have not ended.
static FAMILIES: Mutex<Vec<Family>> = Mutex::new(Vec::new());

fn families() -> MutexGuard<'static, Vec<Family>> {
    FAMILIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes this process the one to whom processes fall whose parents ended (Linux; nothing elsewhere).
/// With the last program everything ends that fell to it, so that no program's children go on, not
/// even those in a session of their own whose environment was emptied. It is for an application
/// that starts no other processes while programs are at work: they would be taken for such.
pub fn become_subreaper() {
    #[cfg(target_os = "linux")]
    processes::become_subreaper();
}

/// Ends every program at once, where the process ends without leaving its scopes.
pub fn end_programs() {
    let mut families = families();
    for family in families.drain(..) {
        family.kill();
    }
    #[cfg(target_os = "linux")]
    processes::end_orphans(&families);
}

impl Family {
    /// Starts a program as the first of its family.
    pub(super) fn start(program: &mut Command) -> io::Result<(Child, Family)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        program.env(MARK, &mark);
        // A group of its own. A Ctrl-C is for us: the program ends when its game does.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(program, 0);
        // Nobody is to take it for an orphan before it is known.
        let mut families = families();
        let child = program.spawn()?;
        let family = Family {
            leader: child.id(),
            mark,
            #[cfg(target_os = "linux")]
            began: processes::began(child.id()),
        };
        families.push(family.clone());
        Ok((child, family))
    }

    /// Whether anybody of its process group is there.
    pub(super) fn exists(&self) -> bool {
        #[cfg(unix)]
        let exists =
            self.group().is_some_and(|id| rustix::process::test_kill_process_group(id).is_ok());
        #[cfg(not(unix))]
        let exists = false;
        // Who has ended and was not waited for is not told from others by that.
        #[cfg(target_os = "linux")]
        let exists = exists && processes::group_exists(self);
        exists
    }

    /// Ends all that are left.
    pub(super) fn kill(&self) {
        #[cfg(target_os = "linux")]
        if processes::end(self) {
            return;
        }
        #[cfg(unix)]
        if let Some(id) = self.group() {
            // They may have gone just now.
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
    }

    /// It has ended, and was waited for.
    pub(super) fn forget(&self) {
        let mut families = families();
        families.retain(|family| family != self);
        #[cfg(target_os = "linux")]
        processes::end_orphans(&families);
    }

    #[cfg(unix)]
    fn group(&self) -> Option<rustix::process::Pid> {
        rustix::process::Pid::from_raw(self.leader.try_into().ok()?)
    }
}

/// Processes as `/proc` tells of them.
#[cfg(target_os = "linux")]
mod processes {
    use super::{Family, MARK};
    use rustix::process::{self, Pid, PidfdFlags, Signal, WaitOptions};
    use std::collections::{HashMap, HashSet};
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    /// Whether orphans fall to this process.
    static ADOPTS: AtomicBool = AtomicBool::new(false);
    /// So long somebody is killed who goes on starting others.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// A process.
    #[derive(Clone, Copy)]
    struct Process {
        id: u32,
        parent: u32,
        group: u32,
        began: u64,
        /// It has ended, and is to be waited for.
        is_zombie: bool,
    }

    impl Process {
        fn of(id: u32) -> Option<Process> {
            // The name in brackets may hold anything.
            let stat = fs::read(format!("/proc/{id}/stat")).ok()?;
            let stat = String::from_utf8_lossy(&stat).into_owned();
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
            Some(Process {
                id,
                parent: number(1)? as u32,
                group: number(2)? as u32,
                began: number(19)?,
                is_zombie: matches!(fields.first(), Some(&"Z" | &"X")),
            })
        }

        /// All of them; none where `/proc` does not tell.
        fn all() -> Vec<Process> {
            let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
            let ids =
                entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            ids.filter_map(Process::of).collect()
        }

        fn is_marked(&self, mark: &str) -> bool {
            let wanted = format!("{MARK}={mark}");
            fs::read(format!("/proc/{}/environ", self.id)).is_ok_and(|environment| {
                environment.split(|byte| *byte == 0).any(|word| word == wanted.as_bytes())
            })
        }

        fn pid(&self) -> Option<Pid> {
            Pid::from_raw(self.id.try_into().ok()?)
        }

        /// Kills it, and not another that has got its number meanwhile.
        fn kill(&self) {
            let Some(pid) = self.pid() else { return };
            let handle = process::pidfd_open(pid, PidfdFlags::empty());
            if Process::of(self.id).is_none_or(|now| now.began != self.began) {
                return;
            }
            // It may have gone just now, or be somebody's whom we may not kill.
            let _ = match handle {
                Ok(handle) => process::pidfd_send_signal(handle, Signal::KILL),
                Err(_) => process::kill_process(pid, Signal::KILL),
            };
        }
    }

    /// Those of `all` that are in `first`, and who descends from them.
    fn with_descendants(all: &[Process], first: impl Fn(&Process) -> bool) -> Vec<Process> {
        let mut children: HashMap<u32, Vec<&Process>> = HashMap::new();
        for process in all {
            children.entry(process.parent).or_default().push(process);
        }
        let mut found = HashSet::new();
        let mut open: Vec<&Process> = all.iter().filter(|process| first(process)).collect();
        let mut family = Vec::new();
        while let Some(process) = open.pop() {
            if found.insert(process.id) {
                family.push(*process);
                open.extend(children.get(&process.id).into_iter().flatten());
            }
        }
        family
    }

    /// Kills until `members` has nobody left; false if nothing is told of processes.
    fn kill_all(members: impl Fn(&[Process]) -> Vec<Process>) -> bool {
        let begun = Instant::now();
        loop {
            let all = Process::all();
            let alive = members(&all);
            let mut alive = alive.iter().filter(|process| !process.is_zombie).peekable();
            if alive.peek().is_none() || begun.elapsed() > PATIENCE {
                return !all.is_empty();
            }
            alive.for_each(Process::kill);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// When a process began.
    pub(super) fn began(id: u32) -> Option<u64> {
        Process::of(id).map(|process| process.began)
    }

    impl Family {
        /// Those of `all` that are in its group, which has the leader's number.
        fn in_group<'a>(&self, all: &'a [Process]) -> impl Iterator<Item = &'a Process> {
            let (leader, began) = (self.leader, self.began);
            // Somebody else may have the number when the group has gone.
            let is_taken = |process: &Process| process.id == leader && Some(process.began) != began;
            let is_there = !all.iter().any(is_taken);
            all.iter().filter(move |process| is_there && process.group == leader)
        }
    }

    /// Whether anybody of the group goes on.
    pub(super) fn group_exists(family: &Family) -> bool {
        let all = Process::all();
        // Where nothing is told of processes, the group is there.
        all.is_empty() || family.in_group(&all).any(|process| !process.is_zombie)
    }

    /// Ends a family, if it can be told who belongs to it.
    pub(super) fn end(family: &Family) -> bool {
        kill_all(|all| {
            let group: HashSet<u32> = family.in_group(all).map(|process| process.id).collect();
            with_descendants(all, |process| {
                group.contains(&process.id) || process.is_marked(&family.mark)
            })
        })
    }

    pub(super) fn become_subreaper() {
        let adopts = process::set_child_subreaper(Some(process::getpid())).is_ok();
        ADOPTS.store(adopts, Ordering::SeqCst);
    }

    /// Waits for what fell to this process and has ended. Where no program is at work, it ends what
    /// has not.
    pub(super) fn end_orphans(families: &[Family]) {
        if !ADOPTS.load(Ordering::SeqCst) {
            return;
        }
        let own = std::process::id();
        let is_orphan = |process: &Process| {
            process.parent == own && families.iter().all(|family| family.leader != process.id)
        };
        kill_all(|all| {
            for orphan in all.iter().filter(|process| process.is_zombie && is_orphan(process)) {
                // What cannot be waited for is waited for by somebody else.
                let _ = process::waitpid(orphan.pid(), WaitOptions::NOHANG);
            }
            match families {
                [] => with_descendants(all, is_orphan),
                _ => Vec::new(),
            }
        });
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, Instant};

    fn is_alive(id: &str) -> bool {
        // A zombie that nobody waits for has ended.
        fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
    }

    fn written(file: &Path) -> String {
        let begun = Instant::now();
        loop {
            match fs::read_to_string(file) {
                Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
                _ => assert!(begun.elapsed() < Duration::from_secs(60), "{}", file.display()),
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Children in sessions of their own: of a parent that goes on, and of one that ended.
    #[test]
    fn children_that_left_the_group_end_with_the_program_and_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let [near, far] = ["near", "far"].map(|name| folder.path().join(name));
        let script = format!(
            "setsid sh -c 'echo $$ > {near}; exec sleep 1000' &
             (setsid sh -c 'echo $$ > {far}; exec sleep 1000' &)
             sleep 1000",
            near = near.display(),
            far = far.display()
        );
        let mut stranger = Command::new("setsid").args(["sleep", "1000"]).spawn().unwrap();
        let mut command = Command::new("sh");
        let (mut child, family) = Family::start(command.args(["-c", &script])).unwrap();
        let ids = [written(&near), written(&far)];
        assert!(ids.iter().all(|id| is_alive(id)));
        family.kill();
        assert!(!ids.iter().any(|id| is_alive(id)));
        assert!(!child.wait().unwrap().success() && !family.exists());
        family.forget();
        assert!(stranger.try_wait().unwrap().is_none(), "somebody else's goes on");
        stranger.kill().unwrap();
        stranger.wait().unwrap();
    }
}
