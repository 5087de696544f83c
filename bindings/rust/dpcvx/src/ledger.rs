//! Budgets that last: in a file, or saved as bytes.

use crate::budget::{Budget, BudgetBuilder};
use crate::call::{bytes, c_text, call, create, Options, Result};
use crate::error::Error;
use crate::generated::enums::BudgetField;
use dpcvx_sys as sys;
use std::ffi::CString;
use std::os::raw::c_void;
use std::path::Path;
use std::ptr::null;

/// 16 secret bytes, which show forged charges. Without a key a ledger shows damage alone.
pub type LedgerKey = [u8; 16];

/// How far a ledger has come. Keep the newest one where the owner of the file cannot change it: it tells an older copy,
/// which lacks charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LedgerMark {
    /// Entries of the ledger: its terms, charges and fields. There is at least one.
    pub frames: i64,
    /// The hash that chains them.
    pub head: i64,
}

/// A key and its length as C takes them.
fn raw_key(key: Option<&LedgerKey>) -> (*const c_void, usize) {
    key.map_or((null(), 0), |key| (key.as_ptr().cast(), key.len()))
}

/// The name of a file as C takes it.
fn c_path(what: &str, path: &Path) -> Result<CString> {
    #[cfg(unix)]
    {
        let name = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
        CString::new(name).map_err(|_| Error::argument(format!("{} holds a NUL character", what)))
    }
    #[cfg(not(unix))]
    match path.to_str() {
        Some(name) => c_text(what, name),
        None => Err(Error::argument(format!("{} is no Unicode", what))),
    }
}

impl BudgetBuilder {
    /// Creates the budget, with its ledger in a new file. A file of this name is an error.
    ///
    /// Each charge is on the disk before the data are read. A process that is killed has left all charges that it went
    /// by. One process at a time has the file open, until the budget is dropped. Windows has no ledgers in files.
    ///
    /// A charge that fails with [`Status::File`](crate::Status::File) may count or not. The budget then refuses every
    /// other one: open the file again.
    ///
    /// ```
    /// use dpcvx::{Budget, BudgetField, Unit};
    /// # let folder = std::env::temp_dir().join(format!("dpcvx-census-{}", std::process::id()));
    /// # std::fs::create_dir(&folder).unwrap();
    /// # let path = folder.join("census.ledger");
    /// let budget = Budget::builder(1.0, 1e-6).unit(Unit::User).create_ledger(&path, None)?;
    /// budget.describe(BudgetField::TimeSpan, "one day of a user")?;
    /// budget.charge(&budget.price(0.5)?, 1, Some("a count"))?;
    /// let mark = budget.ledger_mark()?; // keep it elsewhere
    /// drop(budget); // or the process ends
    ///
    /// let budget = Budget::open_ledger(&path, None, Some(mark))?;
    /// assert_eq!(budget.charges()?, 1);
    /// # drop(budget);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn create_ledger(self, path: impl AsRef<Path>, key: Option<&LedgerKey>) -> Result<Budget> {
        let path = c_path("BudgetBuilder::create_ledger: 'path'", path.as_ref())?;
        let (options, (key, key_bytes)) = (self.options.keys()?, raw_key(key));
        let (adjacency, unit) = (self.adjacency as i32, self.unit as i32);
        // SAFETY: the path, the key and the options live during the call.
        Ok(Budget::made(create(|out, err| unsafe {
            sys::dpcvx_budget_create_ledger(
                path.as_ptr(),
                key,
                key_bytes,
                self.epsilon,
                self.delta,
                adjacency,
                unit,
                options.as_ptr(),
                out,
                err,
            )
        })?))
    }
}

impl Budget {
    /// Opens the ledger of a file, with all charges so far. It goes on where they end.
    ///
    /// The key is that of [`create_ledger`](BudgetBuilder::create_ledger). A ledger that did not go through the mark is
    /// refused: it is an older copy, or another one. Without a mark an older copy is not seen as such.
    ///
    /// An end that was written in part is cut off, and [`ledger_cut_bytes`](Budget::ledger_cut_bytes) says how many
    /// bytes. After a crash its charge was not acknowledged, and no data were read. A file that was shortened later
    /// looks the same, with one acknowledged charge fewer. Keep the newest mark: with it such a file is refused.
    ///
    /// # Errors
    ///
    /// [`Status::LedgerStale`](crate::Status::LedgerStale) for a ledger that lacks the mark,
    /// [`Status::LedgerDamaged`](crate::Status::LedgerDamaged) for a damaged one or another key,
    /// [`Status::LedgerLocked`](crate::Status::LedgerLocked) if the file is open already, and
    /// [`Status::File`](crate::Status::File) if it cannot be read. [`Status::Argument`](crate::Status::Argument) for a key
    /// where the ledger has none, or none where it has one.
    pub fn open_ledger(path: impl AsRef<Path>, key: Option<&LedgerKey>, mark: Option<LedgerMark>) -> Result<Budget> {
        let path = c_path("Budget::open_ledger: 'path'", path.as_ref())?;
        let (key, key_bytes) = raw_key(key);
        let LedgerMark { frames, head } = match mark {
            None => LedgerMark { frames: 0, head: 0 },
            // In C that is no mark at all.
            Some(LedgerMark { frames: 0, .. }) => {
                return Err(Error::argument("Budget::open_ledger: 'mark' has 0 frames; accepted: at least 1".into()))
            }
            Some(mark) => mark,
        };
        // SAFETY: the path and the key live during the call.
        Ok(Budget::made(create(|out, err| unsafe {
            sys::dpcvx_budget_open_ledger(path.as_ptr(), key, key_bytes, frames, head, out, err)
        })?))
    }

    /// How far the ledger has come, for [`open_ledger`](Budget::open_ledger).
    pub fn ledger_mark(&self) -> Result<LedgerMark> {
        loop {
            let (frames, head) = (self.ledger_frames()?, self.ledger_head()?);
            // Another thread may have charged in between.
            if self.ledger_frames()? == frames {
                return Ok(LedgerMark { frames, head });
            }
        }
    }

    /// The budget as bytes: its ledger with all charges, and an end.
    pub fn save(&self) -> Result<Vec<u8>> {
        // SAFETY, here and below: the budget lives, and locks itself.
        bytes(|out, capacity, length, err| unsafe { sys::dpcvx_budget_save(self.as_ptr(), out, capacity, length, err) })
    }

    /// The budget that [`save`](Budget::save) wrote, with the key of its file if it had one. No bytes do harm.
    ///
    /// Each loaded budget allows what is left once more. Go on with one of them alone, or keep a ledger's file. Bytes that
    /// are no whole budget are [`Status::LedgerDamaged`](crate::Status::LedgerDamaged).
    pub fn load(bytes: &[u8], key: Option<&LedgerKey>) -> Result<Budget> {
        let (key, key_bytes) = raw_key(key);
        // SAFETY: the call reads `bytes.len()` bytes, and the key.
        Ok(Budget::made(create(|out, err| unsafe {
            sys::dpcvx_budget_load(bytes.as_ptr().cast(), bytes.len(), key, key_bytes, out, err)
        })?))
    }

    /// Begins the labels of later charges with a text of up to 60 bytes, such as the name of a question. `None` ends it.
    ///
    /// The text is the budget's, for all threads. Where several charge one budget, hold a mutex from here to the end of
    /// the charge, or entries bear each other's names.
    pub fn set_label(&self, label: Option<&str>) -> Result<()> {
        let label = c_text("Budget::set_label: 'label'", label.unwrap_or(""))?;
        call(|err| unsafe { sys::dpcvx_budget_set_label(self.as_ptr(), label.as_ptr(), err) })
    }

    /// Enters a field of the record of a deployment, in the caller's words, of up to 500 bytes.
    ///
    /// The last text of a field counts, and the ledger keeps all. It marks them as assumed.
    pub fn describe(&self, field: BudgetField, text: &str) -> Result<()> {
        let text = c_text("Budget::describe: 'text'", text)?;
        call(|err| unsafe { sys::dpcvx_budget_describe(self.as_ptr(), field as i32, text.as_ptr(), err) })
    }
}
