//! Tables of records.

use crate::budget::{Budget, Guarantee};
use crate::call::{check_interval, check_rows, create, create_two, filled, text, Owned, Result};
use crate::curve::Curve;
use crate::error::Error;
use crate::generated::enums::Adjacency;
use crate::random::Rng;
use crate::release::Released;
use dpcvx_sys as sys;
use std::{any::Any, marker::PhantomData, ops::Range, ptr::null};

/// Entries of a table: `f64`, or `f32`, which takes half the memory.
pub trait Entry: Copy + private::Sealed {}

impl Entry for f64 {}
impl Entry for f32 {}

mod private {
    pub trait Sealed: Sized {
        fn dense(table: super::Dense<Self>) -> super::Entries;
        fn sparse(values: &[Self]) -> super::Values;
    }

    impl Sealed for f64 {
        fn dense(table: super::Dense<Self>) -> super::Entries {
            super::Entries::Dense(table)
        }

        fn sparse(values: &[Self]) -> super::Values {
            super::Values::F64(values.as_ptr())
        }
    }

    impl Sealed for f32 {
        fn dense(table: super::Dense<Self>) -> super::Entries {
            super::Entries::DenseF32(table)
        }

        fn sparse(values: &[Self]) -> super::Values {
            super::Values::F32(values.as_ptr())
        }
    }
}

/// A dense table where it lies, with strides in entries.
pub struct Dense<T> {
    pub(crate) first: *const T,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) row_stride: isize,
    pub(crate) column_stride: isize,
}

/// The entries of a table.
pub enum Entries {
    /// Of doubles.
    Dense(Dense<f64>),
    /// Of floats.
    DenseF32(Dense<f32>),
    /// Compressed sparse rows.
    Sparse(Sparse),
    /// Entries that do not make a table.
    Wrong(Error),
}

/// Values of a sparse table.
pub enum Values {
    /// Doubles.
    F64(*const f64),
    /// Floats.
    F32(*const f32),
}

/// A sparse table where it lies.
pub struct Sparse {
    starts: *const i64,
    indices: *const i64,
    values: Values,
    rows: usize,
    columns: usize,
}

/// A table of numbers where it lies: rows of arrays, a slice with a number of columns, or sparse rows. With the feature
/// `ndarray`, a view of two dimensions.
pub struct Table<'a> {
    pub(crate) entries: Entries,
    lent: PhantomData<&'a ()>,
    _kept: Option<Box<dyn Any>>, // entries that were copied to one place
}

impl<'a> Table<'a> {
    fn of(entries: Entries) -> Table<'a> {
        Table { entries, lent: PhantomData, _kept: None }
    }

    fn wrong(message: String) -> Table<'a> {
        Table::of(Entries::Wrong(Error::argument(message)))
    }

    /// Rows that lie one behind the other.
    pub fn row_major<T: Entry>(entries: &'a [T], columns: usize) -> Table<'a> {
        let rows = entries.len().checked_div(columns).unwrap_or(0);
        if rows * columns != entries.len() {
            let length = entries.len();
            return Table::wrong(format!("Table: {} entries do not make rows of {} columns", length, columns));
        }
        let (row_stride, first) = (columns as isize, entries.as_ptr());
        Table::of(T::dense(Dense { first, rows, columns, row_stride, column_stride: 1 }))
    }

    /// Columns that lie one behind the other.
    pub fn column_major<T: Entry>(entries: &'a [T], rows: usize) -> Table<'a> {
        let columns = entries.len().checked_div(rows).unwrap_or(0);
        if rows * columns != entries.len() {
            return Table::wrong(format!("Table: {} entries do not make columns of {} rows", entries.len(), rows));
        }
        let (column_stride, first) = (rows as isize, entries.as_ptr());
        Table::of(T::dense(Dense { first, rows, columns, row_stride: 1, column_stride }))
    }

    /// Rows that lie apart, copied to one place.
    fn gathered<T: Entry + 'static>(rows: &[Vec<T>]) -> Table<'a> {
        let columns = rows.first().map_or(0, Vec::len);
        if let Some(at) = rows.iter().position(|row| row.len() != columns) {
            let other = rows[at].len();
            return Table::wrong(format!("Table: row {} has {} entries, and row 0 has {}", at, other, columns));
        }
        let kept: Vec<T> = rows.iter().flatten().copied().collect();
        let (first, row_stride) = (kept.as_ptr(), columns as isize);
        let entries = T::dense(Dense { first, rows: rows.len(), columns, row_stride, column_stride: 1 });
        Table { entries, lent: PhantomData, _kept: Some(Box::new(kept)) }
    }

    /// Compressed sparse rows. Ranges of its columns are symmetric about 0, which keeps zeros: -1 and 1 for entries of 0
    /// and 1. Row i has `values[k]` in column `indices[k]`, for k from `starts[i]` to `starts[i + 1]`.
    pub fn sparse<T: Entry>(starts: &'a [i64], indices: &'a [i64], values: &'a [T], columns: usize) -> Table<'a> {
        let stored = indices.len();
        let begins = starts.first() == Some(&0) && starts.last() == Some(&(stored as i64));
        if !begins || stored != values.len() || starts.windows(2).any(|pair| pair[0] > pair[1]) {
            return Table::wrong(format!(
                "Table::sparse: 'starts' from {} to {}, {} indices, {} values; accepted: rows + 1 starts that \
                 begin with 0, never fall, and end with the number of indices and of values",
                starts.first().map_or("nothing".into(), i64::to_string),
                starts.last().map_or("nothing".into(), i64::to_string),
                stored,
                values.len()
            ));
        }
        let (rows, values) = (starts.len() - 1, T::sparse(values));
        Table::of(Entries::Sparse(Sparse { starts: starts.as_ptr(), indices: indices.as_ptr(), values, rows, columns }))
    }

    /// A table by its first entry, shape and strides, as views of arrays have them.
    ///
    /// # Safety
    /// All entries are valid to read while `'a` lasts.
    #[cfg(feature = "ndarray")]
    pub(crate) unsafe fn strided<T: Entry>(
        first: *const T,
        (rows, columns): (usize, usize),
        (row_stride, column_stride): (isize, isize),
    ) -> Table<'a> {
        Table::of(T::dense(Dense { first, rows, columns, row_stride, column_stride }))
    }
}

impl<'a, T: Entry, const COLUMNS: usize> From<&'a [[T; COLUMNS]]> for Table<'a> {
    fn from(rows: &'a [[T; COLUMNS]]) -> Table<'a> {
        let (first, row_stride) = (rows.as_ptr().cast::<T>(), COLUMNS as isize);
        Table::of(T::dense(Dense { first, rows: rows.len(), columns: COLUMNS, row_stride, column_stride: 1 }))
    }
}

impl<'a, T: Entry, const ROWS: usize, const COLUMNS: usize> From<&'a [[T; COLUMNS]; ROWS]> for Table<'a> {
    fn from(rows: &'a [[T; COLUMNS]; ROWS]) -> Table<'a> {
        Table::from(&rows[..])
    }
}

impl<'a, T: Entry, const COLUMNS: usize> From<&'a Vec<[T; COLUMNS]>> for Table<'a> {
    fn from(rows: &'a Vec<[T; COLUMNS]>) -> Table<'a> {
        Table::from(&rows[..])
    }
}

/// The rows lie apart, so they are copied once more than those of arrays. All have one length.
impl<'a, T: Entry + 'static> From<&'a Vec<Vec<T>>> for Table<'a> {
    fn from(rows: &'a Vec<Vec<T>>) -> Table<'a> {
        Table::gathered(rows)
    }
}

impl<'a, T: Entry + 'static> From<&'a [Vec<T>]> for Table<'a> {
    fn from(rows: &'a [Vec<T>]) -> Table<'a> {
        Table::gathered(rows)
    }
}

/// A table of records in the library, copied once. It never changes.
///
/// ```
/// use dpcvx::{Dataset, Table};
/// let rows = [[0.5, 1.0], [-1.0, 0.0], [2.0, 1.0]];
/// let data = Dataset::new(&rows, &[1.0, -1.0, 1.0])?.with_users(&[7, 7, 8])?;
/// assert_eq!((data.rows()?, data.columns()?, data.users()?), (3, 2, 2));
/// let flat = Dataset::unlabelled(Table::row_major(&[0.5, 1.0, -1.0, 0.0], 2))?;
/// assert_eq!(flat.rows()?, 2);
/// let apart = vec![vec![0.5, 1.0], vec![-1.0, 0.0], vec![2.0, 1.0]];
/// assert_eq!(Dataset::unlabelled(&apart)?.columns()?, 2);
/// assert!(Dataset::unlabelled(&vec![vec![0.5, 1.0], vec![2.0]]).is_err());
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Dataset {
    raw: Owned<sys::dpcvx_dataset>,
    scaled: bool,
}

// SAFETY: datasets do not change after creation, and several threads may read them at once (dpcvx/base.h).
unsafe impl Send for Dataset {}
unsafe impl Sync for Dataset {}

/// The rows that a split holds out: a part of \[0, 1).
const FIFTH: Range<f64> = 0.0..0.2;

impl Dataset {
    /// A table with a label for each row: signs, classes, numbers or counts, as the loss takes them.
    pub fn new<'a>(table: impl Into<Table<'a>>, labels: &[f64]) -> Result<Dataset> {
        Dataset::of(table.into(), Some(labels))
    }

    /// A table without labels, for predictions.
    pub fn unlabelled<'a>(table: impl Into<Table<'a>>) -> Result<Dataset> {
        Dataset::of(table.into(), None)
    }

    fn of(table: Table<'_>, labels: Option<&[f64]>) -> Result<Dataset> {
        let check = |rows: usize| match labels {
            Some(labels) if labels.len() != rows => {
                Err(Error::argument(format!("Dataset::new: {} labels for {} rows", labels.len(), rows)))
            }
            _ => Ok(rows as i64),
        };
        let labels_at = labels.map_or(null(), |labels| labels.as_ptr());
        let raw = match table.entries {
            Entries::Wrong(problem) => return Err(problem),
            Entries::Dense(t) => {
                let (rows, columns) = (check(t.rows)?, t.columns as i64);
                let (down, right) = (t.row_stride as i64, t.column_stride as i64);
                // SAFETY: the table is lent until here, and its shape and strides are those of its entries.
                create(|out, err| unsafe {
                    sys::dpcvx_dataset_create_dense(t.first, rows, columns, down, right, labels_at, out, err)
                })
            }
            Entries::DenseF32(t) => {
                let (rows, columns) = (check(t.rows)?, t.columns as i64);
                let (down, right) = (t.row_stride as i64, t.column_stride as i64);
                // SAFETY: as above.
                create(|out, err| unsafe {
                    sys::dpcvx_dataset_create_dense_f32(t.first, rows, columns, down, right, labels_at, out, err)
                })
            }
            Entries::Sparse(t) => {
                let (rows, columns) = (check(t.rows)?, t.columns as i64);
                // SAFETY: the starts rise to the length of the two other arrays.
                create(|out, err| unsafe {
                    match t.values {
                        Values::F64(values) => sys::dpcvx_dataset_create_csr(
                            t.starts, t.indices, values, rows, columns, labels_at, out, err,
                        ),
                        Values::F32(values) => sys::dpcvx_dataset_create_csr_f32(
                            t.starts, t.indices, values, rows, columns, labels_at, out, err,
                        ),
                    }
                })
            }
        }?;
        Ok(Dataset { raw, scaled: false })
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_dataset {
        self.raw.as_ptr()
    }

    /// Whether the columns were scaled from their ranges.
    pub(crate) fn is_scaled(&self) -> bool {
        self.scaled
    }

    /// What is made of this table, with the ranges that it has.
    fn derived(&self, raw: Owned<sys::dpcvx_dataset>) -> Dataset {
        Dataset { raw, scaled: self.scaled }
    }

    /// The same records, owned by users: `users[i]` is the id of the user who owns row i. Users are then what a
    /// guarantee protects. An id is a function of its user alone. Numbers by first appearance are not: one user who is
    /// replaced would renumber others, and [`split`](Dataset::split) would deal them anew. Names go to
    /// [`with_user_names`](Dataset::with_user_names).
    pub fn with_users(&self, users: &[i64]) -> Result<Dataset> {
        // SAFETY, here and below: the call reads as many entries as the slice has.
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_with_users(self.as_ptr(), users.as_ptr(), users.len() as i64, out, err)
        })?;
        Ok(self.derived(raw))
    }

    /// The same users with at most this many records each, a uniform random subset of those who have more.
    pub fn with_max_records_per_user(&self, rng: &mut Rng, records: i64) -> Result<Dataset> {
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_with_max_records_per_user(self.as_ptr(), rng.as_ptr(), records, out, err)
        })?;
        Ok(self.derived(raw))
    }

    /// The same records with a weight each. Objectives clip weights to the bound that they declare.
    pub fn with_weights(&self, weights: &[f64]) -> Result<Dataset> {
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_with_weights(self.as_ptr(), weights.as_ptr(), weights.len() as i64, out, err)
        })?;
        Ok(self.derived(raw))
    }

    /// The same records with an exposure each, for Poisson regression of counts.
    pub fn with_exposures(&self, exposures: &[f64]) -> Result<Dataset> {
        let (first, rows) = (exposures.as_ptr(), exposures.len() as i64);
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_with_exposures(self.as_ptr(), first, rows, out, err)
        })?;
        Ok(self.derived(raw))
    }

    /// The same records with column j mapped from the public range low\[j\] to high\[j\] to the range from -1 to 1.
    pub fn scaled(&self, low: &[f64], high: &[f64]) -> Result<Dataset> {
        let columns = columns_of("Dataset::scaled", low, high)?;
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_scaled(self.as_ptr(), low.as_ptr(), high.as_ptr(), columns, out, err)
        })?;
        Ok(Dataset { raw, scaled: true })
    }

    /// Releases ranges of all columns. Each holds about a share `coverage` of the column's values, one a unit.
    pub fn release_ranges(
        &self,
        budget: &Budget,
        rng: &mut Rng,
        price: &Curve,
        coverage: f64,
    ) -> Result<Released<(Vec<f64>, Vec<f64>)>> {
        let columns = usize::try_from(self.columns()?).unwrap_or(0);
        let mut low = crate::call::room(columns)?;
        let mut high = crate::call::room(columns)?;
        let guarantee = Guarantee::made(create(|out, err| unsafe {
            sys::dpcvx_dataset_release_ranges(
                budget.as_ptr(),
                rng.as_ptr(),
                price.as_ptr(),
                self.as_ptr(),
                coverage,
                low.as_mut_ptr(),
                high.as_mut_ptr(),
                columns as i64,
                out,
                err,
            )
        })?);
        Ok(Released { value: (low, high), guarantee })
    }

    /// What is not to be missed of ranges that `release_ranges` would give, a line each, before a charge. There may be none.
    /// `units` is their number, or a guess of it under add/remove. 0 stands for a private number: the note then says how many
    /// units it takes. Nothing is charged, and no data are read.
    pub fn range_notes(price: &Curve, units: i64, columns: i64, coverage: f64) -> Result<String> {
        // SAFETY: the price lives during the call.
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_dataset_range_notes(price.as_ptr(), units, columns, coverage, out, capacity, length, err)
        })
    }

    /// Whole units: these rows in this order. The choice must not depend on the data as dpcvx/data.h says.
    pub fn subset(&self, rows: &[i64]) -> Result<Dataset> {
        check_rows("Dataset::subset", rows)?;
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_subset(self.as_ptr(), rows.as_ptr(), rows.len() as i64, out, err)
        })?;
        Ok(self.derived(raw))
    }

    /// These rows, which may be some of a user's. Reports state what that assumes.
    pub fn record_subset(&self, rows: &[i64]) -> Result<Dataset> {
        check_rows("Dataset::record_subset", rows)?;
        let raw = create(|out, err| unsafe {
            sys::dpcvx_dataset_create_record_subset(self.as_ptr(), rows.as_ptr(), rows.len() as i64, out, err)
        })?;
        Ok(self.derived(raw))
    }

    /// A training part, and about a fifth of the units held out, for budgets of replace-one adjacency. The key is any
    /// 16 bytes that were chosen without looking at the table.
    pub fn split(&self, key: &[u8; 16]) -> Result<(Dataset, Dataset)> {
        self.split_by(Adjacency::ReplaceOne, key, FIFTH)
    }

    /// The same for either adjacency. A unit is held out if the hash of its name lies in this part of 0 to 1.
    pub fn split_by(&self, adjacency: Adjacency, key: &[u8; 16], held_out: Range<f64>) -> Result<(Dataset, Dataset)> {
        check_interval("Dataset::split_by", &held_out)?;
        let (adjacency, from, to) = (adjacency as i32, held_out.start, held_out.end);
        let (training, other) = create_two(|training, other, err| unsafe {
            let key_at = key.as_ptr().cast();
            sys::dpcvx_dataset_create_split(self.as_ptr(), adjacency, key_at, 16, from, to, training, other, err)
        })?;
        Ok((self.derived(training), self.derived(other)))
    }

    /// The parts of a table without users, by ids of the caller's.
    pub fn split_by_ids(&self, ids: &[i64], key: &[u8; 16], held_out: Range<f64>) -> Result<(Dataset, Dataset)> {
        check_interval("Dataset::split_by_ids", &held_out)?;
        let (rows, from, to) = (ids.len() as i64, held_out.start, held_out.end);
        let (training, other) = create_two(|training, other, err| unsafe {
            let (ids, key) = (ids.as_ptr(), key.as_ptr().cast());
            sys::dpcvx_dataset_create_split_by_ids(self.as_ptr(), ids, rows, key, 16, from, to, training, other, err)
        })?;
        Ok((self.derived(training), self.derived(other)))
    }

    /// The labels as they were given. NOT PRIVATE.
    pub fn nonprivate_labels(&self) -> Result<Vec<f64>> {
        filled(self.row_count()?, |out, rows, err| unsafe {
            sys::dpcvx_nonprivate_dataset_labels(self.as_ptr(), out, rows, err)
        })
    }

    /// The number that each row had in the caller's arrays. NOT PRIVATE.
    pub fn nonprivate_source_rows(&self) -> Result<Vec<i64>> {
        filled(self.row_count()?, |out, rows, err| unsafe {
            sys::dpcvx_nonprivate_dataset_source_rows(self.as_ptr(), out, rows, err)
        })
    }

    pub(crate) fn row_count(&self) -> Result<usize> {
        Ok(usize::try_from(self.rows()?).unwrap_or(0))
    }
}

/// The number of columns that two ends of ranges are for.
pub(crate) fn columns_of(what: &str, low: &[f64], high: &[f64]) -> Result<i64> {
    if low.len() == high.len() {
        return Ok(low.len() as i64);
    }
    Err(Error::argument(format!("{}: 'low' has {} entries and 'high' has {}", what, low.len(), high.len())))
}
