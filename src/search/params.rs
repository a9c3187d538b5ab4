//! Every number that tunes the search, once, with its range and the step in
//! which a tuner moves it. Constants that are not about strength live beside
//! their use.
//!
//! Words: a *margin* is a difference of scores; a *depth* counts plies; a
//! *base* is added and a *factor* multiplied, per mille unless said otherwise;
//! a *count* is a number of moves or nodes.

/// One tunable number, for tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in [`Params`].
    pub name: &'static str,
    /// What it is unless it is set.
    pub value: i32,
    /// The smallest sensible value.
    pub low: i32,
    /// The largest sensible value.
    pub high: i32,
    /// The step in which a tuner moves it.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $low:literal..=$high:literal, step $step:literal;)*) => {
        /// The numbers of one search.
        #[derive(Clone, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Params {
            /// Every number with its range.
            pub const ALL: &'static [Param] = &[
                $(Param { name: stringify!($name), value: $value, low: $low, high: $high, step: $step },)*
            ];

            fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half width of the aspiration window around the last score.
    aspiration_margin = 40, 10..=200, step 10;
    /// Nodes for a win by fours at a leaf.
    leaf_vcf_nodes = 20, 10..=2000, step 40;
    /// Nodes for a win by fours at an inner node.
    inner_vcf_nodes = 30, 10..=5000, step 10;
    /// Nodes for a win by fours at the root.
    root_vcf_nodes = 8_000, 1_000..=100_000, step 1000;
    /// Nodes of the solvers for a win by threats at the root, for each node
    /// searched, per mille.
    root_vct_share = 150, 0..=1000, step 50;
    /// Shallowest depth at which an inner node tries a win by threats.
    inner_vct_depth = 8000, 2000..=20000, step 1000;
    /// Nodes for a win by threats at an inner node.
    inner_vct_nodes = 50, 0..=2000, step 20;
    /// Razoring: deepest depth.
    razor_depth = 2500, 0..=6000, step 250;
    /// Razoring: margin at depth 0.
    razor_base = 1, 0..=200, step 10;
    /// Razoring: margin for each ply.
    razor_margin = 30, 0..=400, step 5;
    /// Reverse futility pruning: margin for each ply.
    futility_margin = 67, 20..=300, step 5;
    /// Internal iterative reduction: shallowest depth.
    iir_depth = 4000, 1000..=10000, step 500;
    /// Internal iterative reduction: depth taken off.
    iir_reduction = 896, 0..=3000, step 100;
    /// Late move pruning: moves tried in any case.
    late_move_base = 4, 1..=30, step 1;
    /// Late move pruning: more of them for each ply, per mille.
    late_move_linear = 1289, 0..=6000, step 200;
    /// Late move pruning: more of them for each squared ply, per mille.
    late_move_factor = 80, 0..=3000, step 20;
    /// Extension of the reply to a four.
    five_extension = 1238, 0..=2000, step 50;
    /// Depth taken off the moves after one that raised the lower bound.
    alpha_reduction = 1013, 0..=2000, step 100;
    /// Above the window by so much a ply, a cut is likely: look less deep.
    fail_high_margin = 16, 0..=200, step 5;
    /// Late move reductions: base.
    reduction_base = -25, -500..=1500, step 50;
    /// Reductions: factor of log(depth) * log(moves).
    reduction_factor = 1035, 200..=2000, step 30;
    /// Reductions: history that takes one ply off.
    reduction_history = 12251, 1000..=50000, step 500;
    /// Reductions: more where the evaluation got worse.
    reduction_worsening = 1004, 0..=2000, step 100;
    /// Reductions: more at cut nodes.
    reduction_cut = 1493, 0..=3000, step 100;
    /// Reductions: more for moves that neither threaten nor take a threat.
    reduction_quiet = 389, 0..=2000, step 50;
    /// Reductions: more for fours that only delay, far from the action.
    reduction_delay = 1711, 0..=4000, step 100;
    /// Reductions: less for an attack that goes on.
    reduction_attack = 512, 0..=2000, step 50;
    /// Threats beyond the horizon are answered down to this multiple of the
    /// iteration's depth, per mille.
    answer_factor = 2170, 1000..=6000, step 250;
    /// Singular extension: shallowest depth.
    singular_depth = 6845, 3000..=12000, step 250;
    /// Singular extension: margin for each ply, in hundredths.
    singular_margin = 77, 0..=1000, step 20;
    /// Singular extension: margin for a second ply.
    singular_double = 21, 0..=200, step 5;
    /// Singular extension: most depth that second plies may add to a line.
    singular_most = 10000, 0..=20000, step 1000;
    /// Ordering: weight of own cell value, per mille.
    order_attack = 1000, 200..=4000, step 100;
    /// Ordering: weight of the opponent's cell value, per mille.
    order_defence = 1000, 200..=4000, step 100;
    /// Ordering: weight of the network's policy logit.
    order_policy = 20, 1..=400, step 5;
    /// Ordering: weight of what a move threatens beside its policy logit, per mille.
    order_threat = 431, 0..=3000, step 50;
    /// Ordering: statistics worth one unit of cell value.
    order_history = 135, 20..=2000, step 20;
}

/// Why a number was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetError {
    /// No number has this name.
    Name(String),
    /// The value is not a number within the range.
    Value(&'static Param, String),
}

impl std::fmt::Display for SetError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => write!(formatter, "unknown search parameter '{name}'"),
            Self::Value(param, value) => write!(
                formatter,
                "'{value}' is not a value of {} ({} to {})",
                param.name, param.low, param.high
            ),
        }
    }
}

impl std::error::Error for SetError {}

impl Params {
    /// The usual numbers but for those given as `name=value`.
    pub fn with<S: AsRef<str>>(settings: &[S]) -> Result<Self, SetError> {
        let mut params = Self::default();
        for setting in settings {
            params.set(setting.as_ref())?;
        }
        Ok(params)
    }

    /// Sets a number given as `name=value`.
    pub fn set(&mut self, setting: &str) -> Result<(), SetError> {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let unknown = || SetError::Name(name.to_owned());
        let param = Self::ALL
            .iter()
            .find(|param| param.name == name)
            .ok_or_else(unknown)?;
        let number = value
            .parse()
            .ok()
            .filter(|number| (param.low..=param.high).contains(number));
        let number = number.ok_or_else(|| SetError::Value(param, value.to_owned()))?;
        *self.get_mut(name).ok_or_else(unknown)? = number;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        let mut params = Params::default();
        for param in Params::ALL {
            let value = *params.get_mut(param.name).expect("a known name");
            assert!((param.low..=param.high).contains(&value), "{}", param.name);
            assert!(param.step > 0);
        }
        assert!(params.get_mut("no_such_number").is_none());
    }

    #[test]
    fn numbers_are_set_by_name_within_their_range() {
        let mut params = Params::default();
        assert_eq!(params.set("razor_depth=2000"), Ok(()));
        assert_eq!(params.razor_depth, 2000);
        for bad in [
            "razor_depth=99999",
            "razor_depth=x",
            "razor_depth",
            "nothing=1",
            "",
        ] {
            assert!(params.set(bad).is_err(), "{bad}");
        }
        assert_eq!(params.razor_depth, 2000);
    }
}
