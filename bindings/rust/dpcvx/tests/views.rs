//! Tables that are views of ndarray, with any strides.
#![cfg(feature = "ndarray")]
use dpcvx::{Dataset, Loss, Objective, Status, Table};
use ndarray::{s, Array2, ArrayView2};

/// The decision values of some coefficients, which tell the entries of a table.
fn seen<'a>(table: impl Into<Table<'a>>) -> Vec<f64> {
    let data = Dataset::new(table, &[0.5, 0.25, 0.125]).unwrap();
    let objective = Objective::builder(&data, Loss::Absolute).row_bound(1e6).intercept(false).build().unwrap();
    objective.nonprivate_decision_values(&[1.0, 100.0], &data).unwrap()
}

#[test]
fn views_are_read_where_they_lie() {
    let whole = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as f64);
    let expected = |columns: [usize; 2], rows: [usize; 3]| -> Vec<f64> {
        rows.iter().map(|i| whole[[*i, columns[0]]] + 100.0 * whole[[*i, columns[1]]]).collect()
    };
    assert_eq!(seen(whole.slice(s![.., 1..3])), expected([1, 2], [0, 1, 2]));
    assert_eq!(seen(whole.slice(s![.., ..;3])), expected([0, 3], [0, 1, 2]));
    assert_eq!(seen(whole.slice(s![..;-1, ..;-3])), expected([3, 0], [2, 1, 0]));
    let columns = Array2::from_shape_fn((2, 3), |(j, i)| whole[[i, j]] as f32);
    assert_eq!(seen(columns.t()), expected([0, 1], [0, 1, 2]));
    assert_eq!(seen(&whole.slice(s![.., 2..]).to_owned()), expected([2, 3], [0, 1, 2]));
}

#[test]
fn a_view_that_repeats_rows_is_refused() {
    let row = Array2::<f64>::zeros((1, 2));
    let repeated: ArrayView2<f64> = row.broadcast((3, 2)).unwrap();
    let problem = Dataset::new(repeated, &[1.0; 3]).unwrap_err();
    assert_eq!(problem.status(), Status::Argument);
    assert!(problem.message().contains("row_stride"), "{}", problem);
}
