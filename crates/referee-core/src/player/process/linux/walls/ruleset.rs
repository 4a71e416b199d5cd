//! The Landlock rules of a trusted program: it reads what its user may read, and writes to few places.

use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use landlock::{
    ABI, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset as Rules,
    RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
};
use nix::libc;

use super::super::guard::InForce;

/// Scratch for every program. In namespaces these are its own; see `places.rs`.
const SCRATCH: [&str; 2] = ["/tmp", "/dev/shm"];
/// Devices that only pass on what is written, or that do computations.
const DEVICES: [&str; 8] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/dri",
    "/dev/kfd",
    "/dev/accel",
];
/// How the names of a graphics driver's devices begin.
const GRAPHICS: &str = "nvidia";

/// A ruleset that a program puts on itself.
pub(super) struct Ruleset {
    file: OwnedFd,
    /// What is allowed in a writable folder, as the system numbers it.
    pub(super) allowed: u64,
    /// The measures that it provides.
    pub(super) in_force: i64,
}

impl Ruleset {
    /// Allows writing beneath these paths and to scratch. `None` if the kernel has no Landlock.
    pub(super) fn new(writable: &[PathBuf]) -> Option<Self> {
        // The newest version first; each has more rights than the one before it.
        [(ABI::V6, true), (ABI::V3, false), (ABI::V2, false), (ABI::V1, false)]
            .into_iter()
            .find_map(|(abi, has_scopes)| Self::with(abi, has_scopes, writable).ok())
    }

    fn with(abi: ABI, has_scopes: bool, writable: &[PathBuf]) -> Result<Self, RulesetError> {
        // A command on a device is not a write, and terminals are refused anyway.
        let handled = AccessFs::from_write(abi) & !BitFlags::from(AccessFs::IoctlDev);
        let allowed = handled & !(AccessFs::MakeBlock | AccessFs::MakeChar);
        let rules = Rules::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(handled)?;
        let rules = if has_scopes {
            rules.scope(Scope::Signal | Scope::AbstractUnixSocket)?
        } else {
            rules
        };
        let mut created = rules.create()?;
        for Place { opened, is_folder } in FIXED.iter() {
            let access = applicable(*is_folder, allowed, abi);
            created = created.add_rule(PathBeneath::new(opened, access))?;
        }
        for Place { opened, is_folder } in writable.iter().filter_map(|path| Place::open(path)) {
            let access = applicable(is_folder, allowed, abi);
            created = created.add_rule(PathBeneath::new(opened, access))?;
        }
        let file: Option<OwnedFd> = created.into();
        // Before the third version a program can cut off any file that its user may write.
        let writes = if abi >= ABI::V3 { InForce::WRITES } else { 0 };
        let scopes = if has_scopes { InForce::SCOPES } else { 0 };
        Ok(Self {
            file: file.expect("a hard requirement is met or refused"),
            allowed: allowed.bits(),
            in_force: InForce::LANDLOCK | writes | scopes,
        })
    }

    pub(super) fn fd(&self) -> libc::c_int {
        self.file.as_raw_fd()
    }
}

/// A file or folder for a rule.
struct Place {
    opened: PathFd,
    is_folder: bool,
}

/// Scratch and devices. They are the same for all starts.
static FIXED: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let fixed = SCRATCH.iter().chain(&DEVICES).map(PathBuf::from);
    fixed.chain(graphics()).filter_map(|path| Place::open(&path)).collect()
});

impl Place {
    /// `None` if it does not exist: then it needs no rule.
    fn open(path: &Path) -> Option<Self> {
        Some(Self { opened: PathFd::new(path).ok()?, is_folder: path.is_dir() })
    }
}

/// The rights that exist for a file or a folder: some exist only for folders.
fn applicable(is_folder: bool, access: BitFlags<AccessFs>, abi: ABI) -> BitFlags<AccessFs> {
    if is_folder { access } else { access & AccessFs::from_file(abi) }
}

fn graphics() -> impl Iterator<Item = PathBuf> {
    let devices = std::fs::read_dir("/dev").into_iter().flatten().flatten();
    let devices =
        devices.filter(|it| it.file_name().as_encoded_bytes().starts_with(GRAPHICS.as_bytes()));
    devices.map(|device| device.path())
}
