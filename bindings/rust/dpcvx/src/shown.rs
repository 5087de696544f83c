//! What handles are displayed as: their text, or why it cannot be told.

use crate::data::Dataset;
use std::fmt;

macro_rules! displayed_as_text {
    ($($kind:ident),*) => {$(
        /// Its text, without the last end of line.
        impl fmt::Display for crate::$kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.to_text() {
                    Ok(text) => f.write_str(text.trim_end()),
                    Err(error) => error.fmt(f),
                }
            }
        }
    )*};
}

displayed_as_text!(Accountant, Budget, Covariance, Domain, Estimate, Evaluation, Fit, Guarantee, LocalProtocol, Plan);

impl fmt::Debug for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What it holds is private, and under add/remove the number of rows is too.
        let mut shown = f.debug_struct("Dataset");
        if let (Ok(rows), Ok(columns)) = (self.rows(), self.columns()) {
            shown.field("rows", &rows).field("columns", &columns);
        }
        shown.finish_non_exhaustive()
    }
}
