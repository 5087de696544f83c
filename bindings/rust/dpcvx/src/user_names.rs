//! Users who have names instead of numbers.

use crate::call::{call, Result};
use crate::data::Dataset;
use dpcvx_sys as sys;

impl Dataset {
    /// The same records, owned by users with names. A number is made of each by its hash, which depends on that name alone:
    /// the same in Python, R, Go and Rust. So splits keep neighbours neighbours, and agree. Rows of one name are one user,
    /// those of the empty name too: give a row whose owner is unknown a name of its own.
    ///
    /// ```
    /// use dpcvx::Dataset;
    /// let data = Dataset::new(&[[0.5], [1.0], [0.2]], &[1.0, -1.0, 1.0])?.with_user_names(&["ada", "ada", "bob"])?;
    /// assert_eq!(data.users()?, 2);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn with_user_names<S: AsRef<str>>(&self, names: &[S]) -> Result<Dataset> {
        let mut bytes = Vec::new();
        let ends: Vec<i64> = names
            .iter()
            .map(|name| {
                bytes.extend_from_slice(name.as_ref().as_bytes());
                bytes.len() as i64
            })
            .collect();
        let mut ids = vec![0; names.len()];
        if !names.is_empty() {
            let (text, count) = (bytes.as_ptr().cast(), ids.len() as i64);
            // SAFETY: the call reads the bytes and their ends, and writes as many ids.
            call(|err| unsafe {
                sys::dpcvx_ids_of_names(text, bytes.len(), ends.as_ptr(), ids.as_mut_ptr(), count, err)
            })?;
        }
        self.with_users(&ids)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Adjacency, Dataset};

    // The other languages' tests have the same rows.
    #[test]
    fn names_split_alike_in_all_languages() {
        let names: Vec<String> = (1..13).map(|i| format!("d{i}")).collect();
        let data = Dataset::new(&[[0.0]; 12], &[1.0; 12]).unwrap().with_user_names(&names).unwrap();
        let (_, held_out) = data.split_by(Adjacency::ReplaceOne, b"sixteen bytes ok", 0.0..0.5).unwrap();
        assert_eq!(held_out.nonprivate_source_rows().unwrap(), [1, 4, 5, 7, 10]);
    }
}
