//! The rule sheets.

use super::board::{Seeds, draw};
use super::page::{Font, MARGIN, Page, Paper};
use super::score::table;
use tok_ku_rou_core::{ByPlayer, Event, Kalah, Observer, Pit, Player, Position, TokKuRou, Trace, kalah};

const SIZE: f32 = 9.5;
/// The free space between two columns of text.
const GUTTER: f32 = 22.0;

/// One of two columns, filled from above.
struct Column {
    x: f32,
    y: f32,
    width: f32,
}

impl Column {
    fn heading(&mut self, page: &mut Page, text: &str) {
        page.text((self.x, self.y), Font::Bold, 11.0, text);
        self.y += 14.0;
    }

    fn paragraph(&mut self, page: &mut Page, text: &str) {
        self.y = page.paragraph((self.x, self.y), self.width, Font::Plain, SIZE, text) + 3.0;
    }

    fn section(&mut self, page: &mut Page, heading: &str, paragraphs: &[&str]) {
        self.heading(page, heading);
        for text in paragraphs {
            self.paragraph(page, text);
        }
        self.y += 7.0;
    }

    /// Each with its name in front, on a line of its own.
    fn named(&mut self, page: &mut Page, heading: &str, items: &[(&str, &str)]) {
        self.heading(page, heading);
        for (name, text) in items {
            self.y = page.paragraph((self.x, self.y), self.width, Font::Bold, SIZE, name);
            self.paragraph(page, text);
        }
        self.y += 7.0;
    }

    fn board(&mut self, page: &mut Page, position: &impl Position, seeds: Seeds, traces: &[Trace]) {
        self.y = draw(page, (self.x, self.y - 6.0), self.width, position, seeds, traces) + 14.0;
    }
}

/// Title, facts and the board at the start; the two columns below them.
fn begin(
    page: &mut Page,
    title: &str,
    subtitle: &str,
    facts: [(&str, &str); 4],
    start: &impl Position,
) -> [Column; 2] {
    let width = page.width - 2.0 * MARGIN;
    page.text((MARGIN, MARGIN + 20.0), Font::Bold, 24.0, title);
    let beside = MARGIN + Font::Bold.width(title, 24.0) + 10.0;
    page.text((beside, MARGIN + 20.0), Font::Plain, 11.0, subtitle);
    let (top, height) = (MARGIN + 32.0, 52.0);
    page.frame((MARGIN, top), (width, height));
    // What is needed takes more words than the rest.
    let mut x = MARGIN + 8.0;
    for ((name, text), share) in facts.into_iter().zip([0.14, 0.24, 0.27, 0.35]) {
        page.text((x, top + 14.0), Font::Bold, SIZE, name);
        page.paragraph((x, top + 27.0), share * width - 12.0, Font::Plain, 8.5, text);
        x += share * width;
    }
    let board = width * 0.62;
    let end =
        draw(page, (MARGIN + (width - board) / 2.0, top + height + 20.0), board, start, Seeds::Drawn, &[]);
    let column = (width - GUTTER) / 2.0;
    let middle = MARGIN + width / 2.0;
    page.centred((middle, top + height + 12.0), Font::Plain, 8.0, "your opponent");
    page.centred((middle, end + 8.0), Font::Plain, 8.0, "you");
    let y = end + 32.0;
    [Column { x: MARGIN, y, width: column }, Column { x: MARGIN + column + GUTTER, y, width: column }]
}

/// The rules of Kalah.
pub(super) fn kalah(paper: Paper) -> Vec<u8> {
    let mut whole = Page::new(paper);
    let page = &mut whole;
    let facts = [
        ("Players", "2"),
        ("Age", "7 years and older"),
        ("Time", "some 10 minutes a game"),
        (
            "You need",
            "a board of 2 rows of 6 pits with a store at each end, and 48 seeds: stones, beans or beads",
        ),
    ];
    let [mut left, mut right] =
        begin(page, "Kalah", "the two-row mancala; also called Kalaha", facts, &Kalah::default());

    left.section(
        page,
        "The aim",
        &["More seeds in your store than in your opponent's when the game is over."],
    );
    left.section(
        page,
        "Before the game",
        &["The board lies lengthwise between the two of you. The row on your side is yours, and so is the store at your \
           right hand. Four seeds lie in every pit; both stores are empty. Toss for the first turn."],
    );
    left.section(
        page,
        "A turn",
        &[
            "Lift everything from a pit in your row. Sow it counterclockwise, a seed to each place: on along your row, \
             into your store, back through the opposite row. Leave out your opponent's store.",
            "A hand of 13 seeds or more comes round to the pit it was lifted from, which gets its seed as well.",
        ],
    );
    left.named(
        page,
        "Where the last seed falls",
        &[
            ("In your store", "You move again, however often this happens."),
            (
                "In an empty pit of your row",
                "This seed and all that lie in the opposite pit are yours: put them in your store. It works with \
                 nothing opposite, too, for the one seed. Your turn is over.",
            ),
            ("Anywhere else", "Your turn is over."),
        ],
    );
    left.section(
        page,
        "The end",
        &["Once a row has run empty, after anybody's move, the game is over. What lies in the other row goes to the store \
           of its owner. Then count: the fuller store wins, and equal stores are a tie."],
    );

    right.heading(page, "An example");
    let before = example();
    let traces = both(&before, &[4, 0]);
    right.y += 8.0;
    right.board(page, &before, Seeds::Numbers, &traces);
    right.paragraph(
        page,
        "South (below) lifts pit 5: a seed to pit 6, a seed to the store, and South moves again. Now pit 1: its second \
         seed falls in pit 3, which is empty, opposite five seeds. These six make the store grow from 6 + 1 to 13. \
         (Dashed: lifted. Grey: sown into. Thick: taken.)",
    );
    right.y += 7.0;
    right.named(
        page,
        "Other ways to play: agree beforehand",
        &[
            ("Seeds across only", "With nothing in the opposite pit nothing is taken, and the last seed stays."),
            (
                "Sow on",
                "Nobody captures. A last seed in a pit with seeds, in either row: lift them all and sow on. In an empty \
                 pit: your turn is over. In your store: move again.",
            ),
            ("What is left over", "It goes to whoever ran out of seeds, or to nobody."),
            ("Clockwise", "Sow the other way round; your store then comes last, behind the opposite row."),
            ("More or fewer seeds", "Three, five or six in each pit:"),
        ],
    );
    right.y -= 8.0;
    let share = right.width / 4.0;
    let rows = [3, 4, 5, 6].map(|seeds| {
        let all = 12 * seeds;
        [seeds, all, all / 2 + 1, all / 2].map(|number| number.to_string()).to_vec()
    });
    table(page, (right.x, right.y), &[share; 4], &["a pit", "in all", "wins from", "ties with"], &rows, 13.0);
    whole.finish("Kalah: the rules on one page")
}

/// The rules of Tok Ku Rou.
pub(super) fn tok_ku_rou(paper: Paper) -> Vec<u8> {
    let mut whole = Page::new(paper);
    let page = &mut whole;
    let facts = [
        ("Players", "2"),
        ("Age", "no rule names one; young and old play it"),
        ("Time", "no rule names one; about 35 moves in multiple laps, hundreds in single"),
        (
            "You need",
            "a board of 4 rows of 12 pits, or hollows in the ground, and 96 seeds, pebbles or small stones",
        ),
    ];
    let start = TokKuRou::default();
    let [mut left, mut right] = begin(
        page,
        "Tok Ku Rou",
        "the four-row game of South Sudan; Dinka for \"one and two\"",
        facts,
        &start,
    );

    left.section(
        page,
        "The aim",
        &["More seeds than your opponent on your own side of the board in the end."],
    );
    left.section(
        page,
        "Before the game",
        &["The two rows on your side are yours: the back row next to you, the front row at the middle of the board. Two \
           seeds lie in every pit. Agree who begins."],
    );
    left.section(
        page,
        "A turn",
        &["Lift all seeds of a pit of yours that holds two or more. Sow them one at a time, counterclockwise round your own \
           two rows: the back row to the right, the front row to the left. Your hand never leaves your side."],
    );
    left.named(
        page,
        "Where the last seed falls",
        &[
            ("In an empty pit", "It sleeps there, and your turn is over."),
            (
                "In a pit with seeds in your front row, and both pits across hold seeds",
                "You eat all seeds of those two pits: take them in your hand and sow on behind the pit that your last \
                 seed fell in. One move can eat again and again.",
            ),
            ("In any other pit with seeds", "The seed stays, and your turn is over (but see multiple laps)."),
        ],
    );
    left.section(
        page,
        "The end",
        &["If no pit of yours holds two seeds or more when it is your turn, the game is over. Each counts what lies on the own side; \
           more wins, and equal is a tie. No seed ever leaves the board: the two counts add up to 96."],
    );

    right.heading(page, "An example");
    let pit = Pit::new(12);
    right.y += 8.0;
    right.board(page, &start, Seeds::Numbers, &first_capture(&start, pit));
    right.paragraph(
        page,
        "South (below) begins with the rightmost pit of the front row (dashed). The second seed falls in the third pit from \
         the right, which holds seeds, and so do both pits across (thick rings). These four are eaten and sown on into \
         the next four pits. There the last seed captures again: this one move eats twelve.",
    );
    right.y += 7.0;
    right.named(
        page,
        "Other ways to play: agree beforehand",
        &[
            (
                "Multiple laps",
                "A last seed that neither sleeps nor eats does not stay: lift it with all that lie in its pit, and sow on. \
                 So the game was listed in 1971. A sow that would never end ends the game, and both count.",
            ),
            (
                "Round in circles",
                "If the same position, with the same player to move, comes up for the third time, the game is a tie.",
            ),
            ("Other boards", "Thirteen pits a row, or four seeds a pit, are known too."),
        ],
    );
    right.section(
        page,
        "Where it is at home",
        &[
            "Among the Dinka, the Shilluk and their neighbours in South Sudan: where people meet in the shade, on boards of \
             hardwood or in hollows dug in clay. Children learn to reckon by it, and to look ahead.",
            "Whoever loses, it is said, has a bell put on the neck by the winner.",
        ],
    );
    whole.finish("Tok Ku Rou: the rules on one page")
}

/// The traces of moves that one player makes one after the other, from a board on which each of them is legal.
fn both<P: Position>(before: &P, pits: &[u8]) -> Vec<Trace> {
    let mut position = before.clone();
    pits.iter()
        .map(|&pit| {
            let mut trace = Trace::new(&position);
            position.play_observed(Pit::new(pit), &mut trace);
            trace
        })
        .collect()
}

/// A move up to its first capture.
fn first_capture(position: &TokKuRou, pit: Pit) -> [Trace; 1] {
    let mut whole = Trace::new(position);
    let mut after = *position;
    after.play_observed(pit, &mut whole);
    let mut part = Trace::new(position);
    for &event in whole.events() {
        part.event(event);
        if matches!(event, Event::Capture { .. }) {
            break;
        }
    }
    [part]
}

/// A board on which South earns another move and then captures.
fn example() -> Kalah {
    let (south, north) = ([2, 3, 0, 6, 2, 1], [2, 6, 1, 5, 4, 3]);
    let mut setup = kalah::Setup::start(kalah::Rules::SOURCE);
    for (player, row) in [(Player::South, south), (Player::North, north)] {
        setup.pits[player][..6].copy_from_slice(&row);
    }
    setup.stores = ByPlayer { south: 6, north: 7 };
    Kalah::try_from(setup).unwrap_or_default()
}
