//! The extension module `tok_ku_rou._core` of the Python package `tok_ku_rou`.
//!
//! Each file binds one part of `tok_ku_rou_core` and adds nothing to its rules. What a Python value may be, and which
//! exception says that it may not, is told by `arguments`, `words` and `errors`; what runs long runs in `background`.

mod arguments;
mod background;
mod batch;
mod contest;
mod crew;
mod endgames;
mod engine;
mod errors;
mod evaluator;
mod event;
mod file;
mod game;
mod kalah;
mod mcts;
mod observation;
mod outcome;
mod position;
mod rules;
mod search;
mod self_play;
mod small_board;
mod solve;
mod stop;
mod subject;
mod tok_ku_rou;
mod watch;
mod words;

/// The compiled part of `tok_ku_rou`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::{PyBatch, PyKalahBatch, PyTokKuRouBatch};
    #[pymodule_export]
    use crate::contest::PyMatch;
    #[pymodule_export]
    use crate::endgames::PyEndgameTable;
    #[pymodule_export]
    use crate::engine::{PyEngine, pick};
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::kalah::PyKalah;
    #[pymodule_export]
    use crate::mcts::mcts;
    #[pymodule_export]
    use crate::outcome::PyOutcome;
    #[pymodule_export]
    use crate::position::{PyPosition, parse};
    #[pymodule_export]
    use crate::rules::{PyKalahRules, PyTokKuRouRules};
    #[pymodule_export]
    use crate::search::{analyse, search};
    #[pymodule_export]
    use crate::self_play::PySelfPlay;
    #[pymodule_export]
    use crate::small_board::PySmallBoard;
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::stop::Stop;
    #[pymodule_export]
    use crate::tok_ku_rou::PyTokKuRou;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
