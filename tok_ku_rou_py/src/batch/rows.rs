//! The arrays of a step, written row by row.

/// Values of one kind, so many for each game; an array that nobody wants has none.
pub(crate) struct Rows<'a, T> {
    values: &'a mut [T],
    width: usize,
}

impl<'a, T> Rows<'a, T> {
    /// So many values for each game.
    pub(crate) fn new(values: &'a mut [T], width: usize) -> Self {
        Self { values, width }
    }

    /// What nobody wants.
    pub(crate) fn unwanted() -> Self {
        Self { values: &mut [], width: 0 }
    }

    fn split_at(self, games: usize) -> (Self, Self) {
        let (first, rest) = self.values.split_at_mut(games * self.width);
        (Self { values: first, width: self.width }, Self { values: rest, width: self.width })
    }

    #[inline]
    fn row(&mut self, game: usize) -> &mut [T] {
        let start = game * self.width;
        &mut self.values[start..start + self.width]
    }
}

/// All arrays of a step.
pub(crate) struct Out<'a> {
    pub(crate) observations: Rows<'a, f32>,
    pub(crate) masks: Rows<'a, i8>,
    pub(crate) rewards: Rows<'a, f32>,
    pub(crate) terminated: Rows<'a, bool>,
    pub(crate) truncated: Rows<'a, bool>,
    pub(crate) to_play: Rows<'a, i8>,
    /// Whose row is written.
    pub(crate) game: usize,
}

impl Out<'_> {
    /// The rows of so many games, and those of the others.
    pub(crate) fn split_at(self, games: usize) -> (Self, Self) {
        let (observations, other_observations) = self.observations.split_at(games);
        let (masks, other_masks) = self.masks.split_at(games);
        let (rewards, other_rewards) = self.rewards.split_at(games);
        let (terminated, other_terminated) = self.terminated.split_at(games);
        let (truncated, other_truncated) = self.truncated.split_at(games);
        let (to_play, other_to_play) = self.to_play.split_at(games);
        (
            Self { observations, masks, rewards, terminated, truncated, to_play, game: 0 },
            Self {
                observations: other_observations,
                masks: other_masks,
                rewards: other_rewards,
                terminated: other_terminated,
                truncated: other_truncated,
                to_play: other_to_play,
                game: 0,
            },
        )
    }

    /// What is written next belongs to this game.
    pub(crate) fn go_to(&mut self, game: usize) {
        self.game = game;
    }

    /// The planes of the game, if they are wanted.
    pub(crate) fn observation(&mut self) -> Option<&mut [f32]> {
        Some(self.observations.row(self.game)).filter(|row| !row.is_empty())
    }

    /// The mask of the game.
    pub(crate) fn mask(&mut self) -> &mut [i8] {
        self.masks.row(self.game)
    }

    /// Notes both rewards.
    pub(crate) fn rewards(&mut self, rewards: [f32; 2]) {
        self.rewards.row(self.game).iter_mut().zip(rewards).for_each(|(value, reward)| *value = reward);
    }

    /// Notes whether the game ended, and how.
    pub(crate) fn ends(&mut self, terminated: bool, truncated: bool) {
        self.terminated.row(self.game).fill(terminated);
        self.truncated.row(self.game).fill(truncated);
    }

    /// Notes whose turn it is.
    pub(crate) fn turn(&mut self, player: i8) {
        self.to_play.row(self.game).fill(player);
    }
}
