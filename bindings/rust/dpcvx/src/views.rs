//! Tables and labels of the crate ndarray.

use crate::data::{Entry, Table};
use ndarray::ArrayView2;

/// A view is read where it lies, with any strides.
impl<'a, T: Entry> From<ArrayView2<'a, T>> for Table<'a> {
    fn from(view: ArrayView2<'a, T>) -> Table<'a> {
        let strides = (view.strides()[0], view.strides()[1]);
        // SAFETY: the view lends all its entries for 'a, by its first entry, its shape and its strides.
        unsafe { Table::strided(view.as_ptr(), view.dim(), strides) }
    }
}

impl<'a, T: Entry> From<&'a ndarray::Array2<T>> for Table<'a> {
    fn from(array: &'a ndarray::Array2<T>) -> Table<'a> {
        Table::from(array.view())
    }
}
