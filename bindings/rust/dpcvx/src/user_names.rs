//! Users who have names instead of numbers.

use crate::call::Result;
use crate::data::Dataset;

impl Dataset {
    /// The same records, owned by users with names. A number is made of each by its hash, which depends on that name alone,
    /// so that splits keep neighbours neighbours. Rows of one name are one user, those of the empty name too: give a row
    /// whose owner is unknown a name of its own.
    ///
    /// ```
    /// use dpcvx::Dataset;
    /// let data = Dataset::new(&[[0.5], [1.0], [0.2]], &[1.0, -1.0, 1.0])?.with_user_names(&["ada", "ada", "bob"])?;
    /// assert_eq!(data.users()?, 2);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn with_user_names<S: AsRef<str>>(&self, names: &[S]) -> Result<Dataset> {
        let ids: Vec<i64> = names.iter().map(|name| id_of(name.as_ref())).collect();
        self.with_users(&ids)
    }
}

/// SipHash-2-4 of a name at the key 0: the same number in every version of Rust.
#[allow(deprecated)] // the hasher that is kept up may change between versions
fn id_of(name: &str) -> i64 {
    use std::hash::Hasher;
    let mut hasher = std::hash::SipHasher::new();
    hasher.write(name.as_bytes());
    hasher.finish() as i64
}
