//! Pictures: well-formed, complete, and in their places.

use crate::strategies::{self, choose};
use proptest::prelude::*;
use roxmltree::Document;
use tok_ku_rou_core::{Kalah, Pit, Place, Player, Position, TokKuRou, Trace, picture};

#[test]
fn text_boards() {
    let board = "\
north
        6    5    4    3    2    1
        4    4    4    4    4    4
   0                                  1
       [4]  [4]   0   [5]  [5]  [5]
        1    2    3    4    5    6
south to move
";
    let position: Kalah = "kalah 4,4,4,4,4,4/4,4,0,5,5,5 1,0 s 6x4".parse().unwrap();
    assert_eq!(picture::text(&position), board);
    let over: Kalah = "kalah 0,0/0,0 100,7 n 2x4".parse().unwrap();
    assert_eq!(
        picture::text(&over),
        "north\n        2    1\n        0    0\n   7            100\n        0    0\n        1    2\nsouth\n"
    );
}

/// The circles of seeds in the group whose title begins like this, and the number written there.
fn group(document: &Document<'_>, title: &str) -> (usize, String) {
    let named = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name("g")
            && node.first_child().and_then(|title| title.text()).is_some_and(|t| t.starts_with(title))
    };
    let group = document.descendants().find(named).unwrap_or_else(|| panic!("no {title}"));
    let circles = group.children().filter(|node| node.has_tag_name("circle")).count();
    let number = group.children().find(|node| node.has_tag_name("text")).unwrap();
    (circles, number.text().unwrap().to_string())
}

#[test]
fn many_seeds_are_told_by_number() {
    let position: Kalah = "kalah 1,2,3/19,48,100 24,25 s 3x4".parse().unwrap();
    let svg = picture::svg(&position, None);
    let document = Document::parse(&svg).unwrap();
    for (title, circles, number) in [
        ("south 1:", 19, "19"),
        ("south 2:", 24, "48"),
        ("south 3:", 24, "100"),
        ("north 1:", 3, "3"),
        ("south store:", 24, "24"),
        ("north store:", 24, "25"),
    ] {
        assert_eq!(group(&document, title), (circles, number.to_string()), "{title}");
    }
}

#[test]
fn the_last_sow_is_marked() {
    let start = TokKuRou::default();
    let pit = Pit::new(12);
    let trace = Trace::of(&start, pit).unwrap();
    let svg = picture::svg(&start.play(pit).unwrap(), Some(&trace));
    let count = |class: &str| svg.matches(&format!("class=\"pit {class}\"")).count();
    let sown: std::collections::HashSet<Place> = trace.seeds().collect();
    let eaten: u32 = trace
        .events()
        .iter()
        .map(|event| match event {
            tok_ku_rou_core::Event::Capture { pits, .. } => u32::try_from(pits.len()).unwrap(),
            _ => 0,
        })
        .sum();
    assert_eq!(count("eaten"), eaten as usize);
    assert_eq!(
        count("lifted") + count("sown"),
        sown.iter().chain([&Place::Pit(Player::South, pit)]).collect::<std::collections::HashSet<_>>().len()
    );
    for words in ["south f12: 0, lifted", "south f10: 3, sown into", "north b3: 0, captured"] {
        assert!(svg.contains(words), "{words}");
    }
    assert_eq!(picture::svg(&start, None).matches("class=\"pit\"").count(), 48);
}

/// The numbers in the picture, row by row from the top, are those of the notation.
fn check_svg<P: Position>(position: &P, trace: Option<&Trace>) {
    let svg = picture::svg(position, trace);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    let view: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    let mut cells = Vec::new();
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let [x, y] = ["x", "y"].map(|name| text.attribute(name).unwrap().parse::<u32>().unwrap());
        cells.push((y, x, text.text().unwrap().to_string()));
    }
    let layout = position.layout();
    if layout.stores {
        // The stores stand in the middle of the height, at the ends.
        cells.sort_by_key(|cell| cell.1);
        let (north, south) = (cells.remove(0).2, cells.pop().unwrap().2);
        assert_eq!(north, position.seeds(Place::Store(Player::North)).to_string());
        assert_eq!(south, position.seeds(Place::Store(Player::South)).to_string());
    }
    cells.sort();
    let numbers: Vec<String> = cells.into_iter().map(|cell| cell.2).collect();
    let notation = position.to_string();
    let rows = notation.split(' ').nth(1).unwrap();
    assert_eq!(numbers, rows.split(['/', ',']).collect::<Vec<_>>());
    let seeds: std::collections::HashSet<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("circle"))
        .map(|circle| ["cx", "cy"].map(|name| circle.attribute(name).unwrap()))
        .collect();
    assert_eq!(seeds.len(), svg.matches("<circle").count(), "no seed lies on top of another");
    // At 300 pixels wide the numbers are at least 9 pixels high.
    assert!(22.0 * 300.0 / view[2] >= 9.0);
    for circle in document.descendants().filter(|node| node.has_tag_name("circle")) {
        let [x, y] = ["cx", "cy"].map(|name| circle.attribute(name).unwrap().parse::<f64>().unwrap());
        assert!((0.0..view[2]).contains(&x) && (0.0..view[3]).contains(&y), "a seed lies beside the board");
    }
}

proptest! {
    #![proptest_config(strategies::cases(500))]

    #[test]
    fn any_picture(kalah in strategies::kalah(), four_rows in strategies::tok_ku_rou(), number in any::<usize>()) {
        check_svg(&kalah, None);
        check_svg(&four_rows, None);
        if let Some(pit) = choose(&kalah, number) {
            check_svg(&kalah.play(pit).unwrap(), Some(&Trace::of(&kalah, pit).unwrap()));
        }
        if let Some(pit) = choose(&four_rows, number) {
            check_svg(&four_rows.play(pit).unwrap(), Some(&Trace::of(&four_rows, pit).unwrap()));
        }
        let lines = picture::text(&four_rows).lines().count();
        prop_assert_eq!(lines, 9);
    }
}
