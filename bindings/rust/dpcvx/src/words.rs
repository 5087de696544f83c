//! Messages and reports of the library in the names of this crate.

use crate::generated::words::{member, FAMILIES, NAMES};

/// Replaces the names of C: functions, options, figures, members of enumerations, and the pointer to nothing.
///
/// A path that a message names stays as it is.
pub(crate) fn in_rust(text: &str) -> String {
    const PATH: &str = "the ledger's file '";
    if let Some(at) = text.find(PATH) {
        let (before, path) = text.split_at(at + PATH.len());
        let end = path.rfind('\'').unwrap_or(path.len());
        return replaced(before) + &path[..end] + &replaced(&path[end..]);
    }
    let told = of_option(text).unwrap_or_else(|| replaced(text));
    RENAMED.iter().fold(told, |told, (in_c, here)| if told.contains(in_c) { told.replace(in_c, here) } else { told })
}

/// What the arguments of some calls are here, and setters that are one call here.
const RENAMED: [(&str, &str); 5] = [
    ("Dataset::with_users: argument 'rows'", "Dataset::with_users: argument 'users'"),
    ("Dataset::with_weights: argument 'rows'", "Dataset::with_weights: argument 'weights'"),
    ("Dataset::with_exposures: argument 'rows'", "Dataset::with_exposures: argument 'exposures'"),
    (".label_low(low) and label_high", ".label_range(low, high)"),
    (".label_low(low), and label_high", ".label_range(low, high)"),
];

/// The refusal of an option's value, by the name of its setter.
fn of_option(text: &str) -> Option<String> {
    let given = text.strip_prefix("dpcvx_options_set_")?;
    let given = given.strip_prefix("f64: ").or_else(|| given.strip_prefix("i64: "))?;
    let (value, rest) = given.strip_prefix("argument 'value' = ")?.split_once("; accepted for ")?;
    let (name, accepted) = rest.split_once(": ")?;
    Some(format!("argument '{}' = {}; accepted: {}", known(name)?.0, value, replaced(accepted)))
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

fn known(name: &str) -> Option<(&'static str, &'static str)> {
    NAMES.binary_search_by(|entry| entry.0.cmp(name)).ok().map(|at| (NAMES[at].1, NAMES[at].2))
}

/// A call that sets an option, written out: the setter, and how long the call was.
fn setter(text: &str) -> Option<(String, usize)> {
    let given = text.strip_prefix("dpcvx_options_set_")?;
    let inner = given.strip_prefix("f64(options, ").or_else(|| given.strip_prefix("i64(options, "))?;
    let end = inner.find(", &err)")?;
    let (name, value) = inner[..end].split_once(", ")?;
    let whole = text.len() - inner.len() + end + ", &err)".len();
    Some((format!(".{}({})", known(name)?.0, value), whole))
}

/// The number that a message gives an option, if one follows, and how long the text of it is.
fn value_of(rest: &str) -> Option<(i32, &str)> {
    let rest = rest.strip_prefix('\'').unwrap_or(rest).strip_prefix(" = ")?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, &rest[..end]))
}

fn replaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((call, length)) = setter(rest) {
            out.push_str(&call);
            rest = &rest[length..];
            continue;
        }
        let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
        if end == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (name, after) = rest.split_at(end);
        rest = after;
        if let Some((word, enumeration)) = known(name) {
            out.push_str(word);
            if let Some((number, digits)) = value_of(rest) {
                if let Some(named) = member(enumeration, number) {
                    let until = rest.len() - rest[rest.find(digits).unwrap_or(0) + digits.len()..].len();
                    out.push_str(&rest[..until - digits.len()]);
                    out.push_str(&named);
                    rest = &rest[until..];
                }
            }
        } else if let Some((_, family)) = FAMILIES.iter().find(|entry| entry.0 == name && rest.starts_with('*')) {
            out.push_str(family);
            rest = &rest[1..];
        } else if let Some(word) = ended_so(name) {
            out.push_str(word);
        } else {
            out.push_str(if name == "NULL" { "nothing" } else { name });
        }
    }
    out
}

/// The option that a message abbreviates to the end of its name, such as `_LABEL_HIGH`, or its capitals alone.
fn ended_so(name: &str) -> Option<&'static str> {
    let short = name.strip_prefix('_').unwrap_or(name);
    if !short.contains('_') || short.chars().any(|letter| letter.is_ascii_lowercase()) {
        return None;
    }
    let whole = format!("_OPTION_{}", short);
    NAMES.iter().find(|entry| entry.0.ends_with(&whole)).map(|entry| entry.1)
}

#[cfg(test)]
mod tests {
    use super::in_rust;

    #[test]
    fn names_are_those_of_the_crate() {
        for (said, wanted) in [
            ("write dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_CLASSES, K, &err)", "write .classes(K)"),
            (
                "argument 'DPCVX_OBJECTIVE_OPTION_UNIT' = 11; accepted: a DPCVX_UNIT_*",
                "argument 'unit' = Unit::Record; accepted: a Unit",
            ),
            ("DPCVX_FIT_TABLE_OPTION_LABEL_LOW, low and _LABEL_HIGH", "label_low, low and label_high"),
            ("'low' = 1; accepted: NULL", "'low' = 1; accepted: nothing"),
            ("dpcvx_budget_price: DPCVX_ESTIMATE_KIND_CUMULATIVE", "Budget::price: EstimateKind::Cumulative"),
            (
                "the ledger's file '/tmp/NULL/DPCVX_UNIT_USER' is NULL",
                "the ledger's file '/tmp/NULL/DPCVX_UNIT_USER' is nothing",
            ),
            (
                "dpcvx_options_set_f64: argument 'value' = -1; accepted for DPCVX_PLAN_OPTION_STEP_SIZE: [0, 1]",
                "argument 'step_size' = -1; accepted: [0, 1]",
            ),
            ("dpcvx_fit_load: argument 'bytes' = a damaged fit", "Fit::load: argument 'bytes' = a damaged fit"),
            ("dpcvx_not_known: \u{3b5} = 1 in [0, 1), 2^-900", "dpcvx_not_known: \u{3b5} = 1 in [0, 1), 2^-900"),
        ] {
            assert_eq!(in_rust(said), wanted);
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(super::NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
