//! Streams of the Arrow C stream interface, written here by the interface's own rules: the bits of tables, and what is
//! refused. Each stream and batch is released once.
use dpcvx::*;
use std::ops::ControlFlow;
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex};

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Stream {
    get_schema: unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int,
    get_next: unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int,
    get_last_error: unsafe extern "C" fn(*mut Stream) -> *const c_char,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut Source,
}

/// Two columns of doubles, x and y, in batches of `size` rows.
struct Source {
    columns: [Vec<f64>; 2],
    size: i64,
    next: i64,
    /// The call for this row fails.
    failing: i64,
    alive: i64,
    schemas: [Schema; 2],
    schema_children: [*mut Schema; 2],
    buffers: [[*const c_void; 2]; 2],
    arrays: [Array; 2],
    array_children: [*mut Array; 2],
}

fn schema(name: &'static [u8]) -> Schema {
    Schema {
        format: b"g\0".as_ptr().cast(),
        name: name.as_ptr().cast(),
        metadata: null(),
        flags: 0,
        n_children: 0,
        children: null_mut(),
        dictionary: null_mut(),
        release: None,
        private_data: null_mut(),
    }
}

fn array() -> Array {
    Array {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 2,
        n_children: 0,
        buffers: null_mut(),
        children: null_mut(),
        dictionary: null_mut(),
        release: None,
        private_data: null_mut(),
    }
}

fn source(x: Vec<f64>, y: Vec<f64>, size: i64, failing: i64) -> Box<Source> {
    let mut it = Box::new(Source {
        columns: [x, y],
        size,
        next: 0,
        failing,
        alive: 1,
        schemas: [schema(b"x\0"), schema(b"y\0")],
        schema_children: [null_mut(); 2],
        buffers: [[null(); 2]; 2],
        arrays: [array(), array()],
        array_children: [null_mut(); 2],
    });
    for j in 0..2 {
        it.buffers[j][1] = it.columns[j].as_ptr().cast();
        it.arrays[j].length = it.columns[j].len() as i64;
        it.arrays[j].buffers = it.buffers[j].as_mut_ptr();
        it.schema_children[j] = &mut it.schemas[j];
        it.array_children[j] = &mut it.arrays[j];
    }
    it
}

fn stream(it: &mut Source) -> Stream {
    Stream { get_schema, get_next, get_last_error, release: Some(release_stream), private_data: it }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    let it = &mut *(*stream).private_data;
    let mut made = schema(b"\0");
    made.format = b"+s\0".as_ptr().cast();
    made.n_children = 2;
    made.children = it.schema_children.as_mut_ptr();
    made.release = Some(release_schema);
    made.private_data = (*stream).private_data.cast();
    it.alive += 1;
    *out = made;
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    let it = &mut *(*stream).private_data;
    if it.failing == it.next {
        return 5;
    }
    let mut made = array();
    made.offset = it.next;
    made.length = it.size.min(it.columns[0].len() as i64 - it.next);
    if made.length > 0 {
        made.n_buffers = 0;
        made.n_children = 2;
        made.children = it.array_children.as_mut_ptr();
        made.release = Some(release_array);
        made.private_data = (*stream).private_data.cast();
        it.next += made.length;
        it.alive += 1;
    }
    *out = made;
    0
}

unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    b"a disk is gone\0".as_ptr().cast()
}

unsafe extern "C" fn release_stream(held: *mut Stream) {
    (*held).release = None;
    (*(*held).private_data).alive -= 1;
}

unsafe extern "C" fn release_schema(held: *mut Schema) {
    (*held).release = None;
    (*(*held).private_data.cast::<Source>()).alive -= 1;
}

unsafe extern "C" fn release_array(held: *mut Array) {
    (*held).release = None;
    (*(*held).private_data.cast::<Source>()).alive -= 1;
}

fn open() -> PartialSum {
    let budget = Budget::new(2.0, 1e-6).unwrap();
    let facts = Objective::public(Loss::Logistic, 1).nominal_units(600).build().unwrap();
    let plan = Plan::builder(&budget, &facts).steps(5).build().unwrap();
    let rng = Rng::deterministic(b"a test").unwrap();
    PartialSum::new(&Coordinator::with_rng(&budget, rng, &plan, 1).unwrap().broadcast().unwrap(), 0).unwrap()
}

fn add(sum: &mut PartialSum, it: &mut Source, columns: &StreamColumns<'_>) -> Result<()> {
    let mut held = stream(it);
    // SAFETY: it is a stream of this test, which outlives the call.
    let done = unsafe { sum.add_stream((&mut held as *mut Stream).cast(), columns, 2, None) };
    assert!(held.release.is_none() && it.alive == 0);
    done
}

#[test]
fn streams_give_the_bits_of_tables() {
    let x: Vec<f64> = (0..600).map(|i| f64::from(i * 37 % 200) / 100.0 - 1.0).collect();
    let y: Vec<f64> = x.iter().map(|&x| if x > 0.1 { 1.0 } else { -1.0 }).collect();
    let rows: Vec<[f64; 1]> = x.iter().map(|&x| [x]).collect();
    let mut expected = open();
    expected.add(&Dataset::new(&rows, &y).unwrap(), 1).unwrap();
    expected.seal().unwrap();
    let columns = StreamColumns { label: "y", ..StreamColumns::default() };
    for size in [600, 250, 7] {
        let mut sum = open();
        add(&mut sum, &mut source(x.clone(), y.clone(), size, -1), &columns).unwrap();
        sum.seal().unwrap();
        assert_eq!(sum.save().unwrap(), expected.save().unwrap());
    }
    let mut sum = open();
    let failed = add(&mut sum, &mut source(x.clone(), y.clone(), 100, 200), &columns).unwrap_err();
    assert_eq!(failed.status(), Status::Callback);
    assert!(failed.to_string().contains("batch 2: a disk is gone"), "{}", failed);
    let user = StreamColumns { user: Some("x"), ..columns };
    assert!(add(&mut sum, &mut source(x, y, 100, -1), &user).unwrap_err().to_string().contains("integers"));
    let stops = Monitor::new().unwrap();
    stops.cancel().unwrap();
    let mut it = source(vec![0.5; 9], vec![1.0; 9], 3, -1);
    let mut held = stream(&mut it);
    // SAFETY: it is a stream of this test, which outlives the call.
    let stopped = unsafe { sum.add_stream((&mut held as *mut Stream).cast(), &columns, 1, Some(&stops)) };
    assert_eq!(stopped.unwrap_err().status(), Status::Cancelled);
    assert!(held.release.is_none() && it.alive == 0);
    // SAFETY: null is refused.
    assert!(unsafe { sum.add_stream(null_mut(), &columns, 1, None) }.is_err());
    sum.seal().unwrap();
    let mut empty = open();
    empty.seal().unwrap();
    assert_eq!(sum.save().unwrap(), empty.save().unwrap());
}

#[test]
fn rows_in_memory_give_the_bits_of_tables() {
    let x: Vec<f64> = (0..600).map(|i| f64::from(i * 37 % 200) / 100.0 - 1.0).collect();
    let y: Vec<f64> = x.iter().map(|&x| if x > 0.1 { 1.0 } else { -1.0 }).collect();
    let mut expected = open();
    expected.add(&Dataset::new(Table::row_major(&x, 1), &y).unwrap(), 1).unwrap();
    expected.seal().unwrap();
    let lent = |features| LentRows { features, labels: &y, users: None, weights: None };
    let told = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&told);
    let monitor = Monitor::with_progress(move |progress| {
        seen.lock().unwrap().push((progress.done().unwrap(), progress.total().unwrap()));
        ControlFlow::Continue(())
    })
    .unwrap();
    let mut sum = open();
    sum.add_rows(&lent(Table::row_major(&x, 1)), 2, Some(&monitor)).unwrap();
    sum.seal().unwrap();
    assert_eq!(sum.save().unwrap(), expected.save().unwrap());
    let mut told = told.lock().unwrap();
    told.dedup(); // where the machine is slow, numbers are told again
    assert_eq!(*told, [(0, 4800), (4800, 4800)]);
    drop(told);
    let mut sum = open();
    monitor.cancel().unwrap();
    let refused = sum.add_rows(&lent(Table::row_major(&x, 1)), 1, Some(&monitor)).unwrap_err();
    assert_eq!(refused.status(), Status::Cancelled);
    assert!(sum.add_rows(&lent(Table::row_major(&x[..599], 1)), 1, None).is_err());
    assert!(sum.add_rows(&lent(Table::row_major(&x, 7)), 1, None).is_err());
    let floats: Vec<f32> = x.iter().map(|&x| x as f32).collect();
    let refused = sum.add_rows(&lent(Table::row_major(&floats, 1)), 1, None).unwrap_err();
    assert!(refused.to_string().contains("accepted: dense rows of doubles"), "{}", refused);
}
