//! Fits of tables that are beyond one memory or one machine.

use crate::budget::Budget;
use crate::call::{bytes, c_text, call, create, Owned, Result};
use crate::data::{Dataset, Dense, Entries, Table};
use crate::error::Error;
use crate::monitor::{watched, Monitor};
use crate::random::Rng;
use crate::solve::{Fit, Plan};
use dpcvx_sys as sys;
use std::ffi::CString;
use std::{fmt, ptr};

/// Makes the fit of a table in parts, and sees no row. Making it charges the budget for all steps.
///
/// For each step it tells the current point, which is public. The holders of parts sum the clipped gradients of their
/// units ([`PartialSum`]). The coordinator adds noise to the whole sum once, and takes the step. Sums are of integers: any
/// number of parts, in any order, gives the same bits where one build of the library computes all. The methods are noisy
/// gradient descent with a fixed clip and, for squares, sufficient statistics. By its name, noisy SGD draws batches of
/// users, whose ids then differ over all parts: two users with one id would make the stated epsilon wrong.
///
/// All records of a unit are in one part, and no unit is in two. The caller sees to it, and the record of the fit says so.
/// A coordinator is not saved, as a copy could add other noise to a sum.
///
/// ```
/// use dpcvx::{Budget, Coordinator, Dataset, Loss, Objective, PartialSum, Plan};
/// let part = |number: i32| -> dpcvx::Result<Dataset> {
///     let rows: Vec<[f64; 1]> = (0..200).map(|i| [f64::from((7 * i + number) % 200) / 100.0 - 1.0]).collect();
///     let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.0 { 1.0 } else { -1.0 }).collect();
///     Dataset::new(&rows, &labels)
/// };
/// let facts = Objective::public(Loss::Logistic, 1).nominal_units(400).build()?; // no row is read here
/// let budget = Budget::new(2.0, 1e-6)?;
/// let plan = Plan::builder(&budget, &facts).steps(10).build()?;
/// let fit = Coordinator::new(&budget, &plan, 2)?.run(|broadcast| {
///     let mut whole = PartialSum::of_part(broadcast, 0, [part(0)?], 1)?; // where part 0 lies
///     let other = PartialSum::of_part(broadcast, 1, [part(1)?], 1)?.save()?; // elsewhere: its bytes are sent
///     whole.merge(&PartialSum::load(&other)?)?;
///     Ok(whole)
/// })?;
/// assert!(fit.coefficients()?[0] > 0.0);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Coordinator {
    raw: Owned<sys::dpcvx_coordinator>,
    rng: Rng,
}

// SAFETY: one thread at a time uses a coordinator, which may move to another one (dpcvx/distributed.h). It is not `Sync`.
unsafe impl Send for Coordinator {}

impl Coordinator {
    /// The coordinator of a fit of `parts` parts, numbered from 0. The plan is one of an
    /// [`Objective::public`](crate::Objective::public).
    pub fn new(budget: &Budget, plan: &Plan, parts: usize) -> Result<Coordinator> {
        Coordinator::with_rng(budget, Rng::new()?, plan, parts)
    }

    /// The same with a stream of one's own, which draws the noise of all steps.
    pub fn with_rng(budget: &Budget, rng: Rng, plan: &Plan, parts: usize) -> Result<Coordinator> {
        // SAFETY: all handles live during the call, and the coordinator keeps none of them.
        let raw = create(|out, err| unsafe {
            sys::dpcvx_coordinator_create(budget.as_ptr(), rng.as_ptr(), plan.as_ptr(), parts as i64, out, err)
        })?;
        Ok(Coordinator { raw, rng })
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::dpcvx_coordinator {
        self.raw.as_ptr()
    }

    /// What parts need for the next step: the point, the loss, the clip and how rows are prepared. It is public,
    /// except for noisy SGD, where it holds the key of the batch, and for output and objective perturbation, where it
    /// holds a point that exact sums led to. Then it is NOT PRIVATE.
    pub fn broadcast(&self) -> Result<Vec<u8>> {
        // SAFETY, here and below: the coordinator lives.
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_coordinator_broadcast(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// Adds noise to the sum of all parts, and takes the step. The sum is erased.
    ///
    /// A sum that lacks a part, or is of another fit or step, is refused. Nothing was released then, and the charge stays:
    /// a whole sum can be given next.
    pub fn finish_step(&mut self, whole: &mut PartialSum) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_coordinator_finish_step(self.as_ptr(), self.rng.as_ptr(), whole.as_ptr(), err) })
    }

    /// Takes all steps that are left, and gives the fit. The closure gets the broadcast of a step, and gives the sum of
    /// all parts. If it fails, the coordinator is gone, and the charge stays.
    pub fn run(mut self, mut sum_of_all: impl FnMut(&[u8]) -> Result<PartialSum>) -> Result<Fit> {
        while self.step()? < self.steps()? {
            let mut whole = sum_of_all(&self.broadcast()?)?;
            self.finish_step(&mut whole)?;
        }
        self.fit()
    }

    /// The fit. Before the last step it is that of the steps so far, with the outcome
    /// [`Cancelled`](crate::Outcome::Cancelled).
    pub fn fit(self) -> Result<Fit> {
        Ok(Fit::made(create(|out, err| unsafe { sys::dpcvx_coordinator_fit(self.as_ptr(), out, err) })?))
    }
}

impl fmt::Debug for Coordinator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Coordinator(step {:?} of {:?})", self.step(), self.steps())
    }
}

/// Names columns of an Arrow stream. All others are features.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StreamColumns<'a> {
    /// The labels.
    pub label: &'a str,
    /// The ids of users, sorted: integers, or text except for noisy SGD.
    pub user: Option<&'a str>,
    /// The weights.
    pub weight: Option<&'a str>,
}

/// Rows that lie in the caller's memory, for [`PartialSum::add_rows`]. Labels, users and weights are one a row. Users are
/// sorted, so that all rows of a user lie together.
pub struct LentRows<'a> {
    /// Doubles, or floats for plans of floats.
    pub features: Table<'a>,
    /// The labels.
    pub labels: &'a [f64],
    /// The ids of users.
    pub users: Option<&'a [i64]>,
    /// The weights.
    pub weights: Option<&'a [f64]>,
}

type AddDense<T> = unsafe extern "C" fn(
    *mut sys::dpcvx_partial_sum,
    *const T,
    i64,
    i64,
    i64,
    i64,
    *const f64,
    *const i64,
    *const f64,
    i64,
    *const sys::dpcvx_monitor,
    *mut sys::dpcvx_error,
) -> i32;

/// The exact sum of clipped gradients over some parts, for one step of one fit. NOT PRIVATE: who holds or merges sums sees
/// exact sums, and so does who reads their bytes on the way.
pub struct PartialSum(Owned<sys::dpcvx_partial_sum>);

// SAFETY: one thread at a time uses a sum, which may move to another one (dpcvx/distributed.h). It is not `Sync`.
unsafe impl Send for PartialSum {}

impl PartialSum {
    /// Opens the sum of one part, numbered from 0, for the step of a broadcast.
    pub fn new(broadcast: &[u8], part: usize) -> Result<PartialSum> {
        // SAFETY: the call reads `broadcast.len()` bytes.
        Ok(PartialSum(create(|out, err| unsafe {
            sys::dpcvx_partial_sum_create(broadcast.as_ptr().cast(), broadcast.len(), part as i64, out, err)
        })?))
    }

    /// The sealed sum of one part, whose rows come in blocks of whole users. `threads` threads sum a block.
    pub fn of_part(
        broadcast: &[u8],
        part: usize,
        blocks: impl IntoIterator<Item = Dataset>,
        threads: usize,
    ) -> Result<PartialSum> {
        let mut sum = PartialSum::new(broadcast, part)?;
        for block in blocks {
            sum.add(&block, threads)?;
        }
        sum.seal()?;
        Ok(sum)
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::dpcvx_partial_sum {
        self.0.as_ptr()
    }

    /// Adds rows of the part: a block of whole users. Any number of blocks, in any order, and 1 to 64 threads give the same
    /// bits.
    pub fn add(&mut self, block: &Dataset, threads: usize) -> Result<()> {
        // SAFETY, here and below: the sums and the table live during the call.
        call(|err| unsafe { sys::dpcvx_partial_sum_add(self.as_ptr(), block.as_ptr(), threads as i64, err) })
    }

    /// Adds rows of the part that come by the Arrow C stream interface, such as arrow-rs' `FFI_ArrowArrayStream`, whose
    /// address is cast. The stream is read to its end and released, after an error too. It is not touched where a column's
    /// name has a NUL byte: that is refused before. All columns that are not named are the features, in their order:
    /// numbers, booleans, or lists of one fixed size. The plan's ranges scale them. The monitor is told the bytes of features
    /// that were added, of a total of 0, as it is not known. After an error the sum is as it was before.
    ///
    /// # Safety
    ///
    /// `stream` is null or the address of a `struct ArrowArrayStream` that keeps to the rules of the interface.
    pub unsafe fn add_stream(
        &mut self,
        stream: *mut sys::ArrowArrayStream,
        columns: &StreamColumns<'_>,
        threads: usize,
        monitor: Option<&Monitor>,
    ) -> Result<()> {
        let label = c_text("a label's column", columns.label)?;
        let text = |name: Option<&str>| name.map(|name| c_text("a column's name", name)).transpose();
        let (user, weight) = (text(columns.user)?, text(columns.weight)?);
        let at = |name: &Option<CString>| name.as_ref().map_or(ptr::null(), |name| name.as_ptr());
        // SAFETY: the sum and the names live during the call, and the caller says what `stream` is.
        watched(monitor, false, |monitor| {
            call(|err| unsafe {
                sys::dpcvx_partial_sum_add_stream(
                    self.as_ptr(),
                    stream,
                    label.as_ptr(),
                    at(&user),
                    at(&weight),
                    threads as i64,
                    0,
                    monitor,
                    err,
                )
            })
        })
    }

    /// Adds rows of the part where they lie, such as those of a file that is mapped into memory. No dataset is made of them:
    /// rows of a multiple of 4 columns that lie one behind the other are read in place, others are copied in blocks of 2^18
    /// entries. The plan's ranges scale them. The monitor is told the bytes of features that were added, and those of all.
    /// After an error the sum is as it was before.
    ///
    /// ```
    /// use dpcvx::{Budget, Coordinator, LentRows, Loss, Objective, PartialSum, Plan, Table};
    /// let facts = Objective::public(Loss::Logistic, 4).nominal_units(3).build()?;
    /// let budget = Budget::new(2.0, 1e-6)?;
    /// let coordinator = Coordinator::new(&budget, &Plan::builder(&budget, &facts).steps(1).build()?, 1)?;
    /// let mut sum = PartialSum::new(&coordinator.broadcast()?, 0)?;
    /// let (entries, labels) = ([0.5; 12], [1.0, -1.0, 1.0]);
    /// let rows = LentRows { features: Table::row_major(&entries, 4), labels: &labels, users: None, weights: None };
    /// sum.add_rows(&rows, 1, None)?;
    /// sum.seal()?;
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn add_rows(&mut self, rows: &LentRows<'_>, threads: usize, monitor: Option<&Monitor>) -> Result<()> {
        match &rows.features.entries {
            Entries::Dense(table) => self.add_dense(rows, table, sys::dpcvx_partial_sum_add_dense, threads, monitor),
            Entries::DenseF32(table) => {
                self.add_dense(rows, table, sys::dpcvx_partial_sum_add_dense_f32, threads, monitor)
            }
            Entries::Sparse(_) => {
                let message =
                    "PartialSum: argument 'features' = sparse rows; accepted: dense ones, or a Dataset for add()";
                Err(Error::argument(message.to_string()))
            }
            Entries::Wrong(error) => Err(error.clone()),
        }
    }

    fn add_dense<T>(
        &mut self,
        rows: &LentRows<'_>,
        table: &Dense<T>,
        add: AddDense<T>,
        threads: usize,
        monitor: Option<&Monitor>,
    ) -> Result<()> {
        let (first, count, down, right) =
            (table.first, table.rows, table.row_stride as i64, table.column_stride as i64);
        let others = [Some(rows.labels.len()), rows.users.map(<[i64]>::len), rows.weights.map(<[f64]>::len)];
        if others.iter().flatten().any(|&length| length != count) {
            let message =
                format!("PartialSum: argument 'rows' = labels, users or weights of other rows; accepted: {}", count);
            return Err(Error::argument(message));
        }
        let users = rows.users.map_or(ptr::null(), <[i64]>::as_ptr);
        let weights = rows.weights.map_or(ptr::null(), <[f64]>::as_ptr);
        let labels = rows.labels.as_ptr();
        let (count, columns, threads) = (count as i64, table.columns as i64, threads as i64);
        watched(monitor, false, |monitor| {
            // SAFETY: the call reads the table and the slices, which have `count` entries, until it returns. Sum and
            // monitor live as long.
            call(|err| unsafe {
                add(self.as_ptr(), first, count, columns, down, right, labels, users, weights, threads, monitor, err)
            })
        })
    }

    /// Says that all rows of the part were added. Only sealed sums are merged, saved or finished.
    pub fn seal(&mut self) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_partial_sum_seal(self.as_ptr(), err) })
    }

    /// Adds the sum of other parts. One that has a part of this, or is of another fit or step, is refused.
    pub fn merge(&mut self, other: &PartialSum) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_partial_sum_merge(self.as_ptr(), other.as_ptr(), err) })
    }

    /// The sealed sum as bytes. NOT PRIVATE: send them over channels that you trust.
    pub fn save(&self) -> Result<Vec<u8>> {
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_partial_sum_save(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The sum that [`save`](PartialSum::save) wrote. The bytes are checked, which shows damage and no forgery.
    pub fn load(bytes: &[u8]) -> Result<PartialSum> {
        // SAFETY: the call reads `bytes.len()` bytes.
        Ok(PartialSum(create(|out, err| unsafe {
            sys::dpcvx_partial_sum_load(bytes.as_ptr().cast(), bytes.len(), out, err)
        })?))
    }
}

impl fmt::Debug for PartialSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartialSum({:?} parts)", self.parts()) // its values are not private
    }
}
