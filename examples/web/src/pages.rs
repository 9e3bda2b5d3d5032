//! The pages. Each is a text of its own in a frame that all share.

/// A page: where it is found, its title, the name of its own style and script, and what is in it.
struct Page {
    path: &'static str,
    title: &'static str,
    head: &'static str,
    body: &'static str,
}

const SHEET: &str =
    r#"<link rel="stylesheet" href="/print.css"><script type="module" src="/print.js"></script>"#;
const BOARD: &str =
    r#"<link rel="stylesheet" href="/board.css"><script type="module" src="/main.js"></script>"#;

macro_rules! pages {
    ($($path:literal $title:literal $head:ident $file:literal;)+) => {
        &[$(Page { path: $path, title: $title, head: $head, body: include_str!(concat!("../assets/", $file)) }),+]
    };
}

const PLAIN: &str = "";

const PAGES: &[Page] = pages! {
    "/" "Play Tok Ku Rou and Kalah" BOARD "play.html";
    "/rules/tok-ku-rou" "Rules and history of Tok Ku Rou" PLAIN "rules_tok_ku_rou.html";
    "/rules/kalah" "Rules and history of Kalah" PLAIN "rules_kalah.html";
    "/rules/kalah/questions" "Kalah: questions, words and sources" PLAIN "questions_kalah.html";
    "/sheets" "Sheets to print" PLAIN "sheets.html";
    "/sheets/tok-ku-rou-rules" "Tok Ku Rou: rule sheet" SHEET "sheet_tok_ku_rou_rules.html";
    "/sheets/tok-ku-rou-score" "Tok Ku Rou: score sheet" SHEET "sheet_tok_ku_rou_score.html";
    "/sheets/kalah-rules" "Kalah: rule sheet" SHEET "sheet_kalah_rules.html";
    "/sheets/kalah-score" "Kalah: score sheet" SHEET "sheet_kalah_score.html";
};

/// The page that is found here.
pub(crate) fn page(path: &str) -> Option<String> {
    PAGES.iter().find(|page| page.path == path).map(Page::text)
}

/// The page for an address at which there is none.
pub(crate) fn missing() -> String {
    let body =
        "<article><h1>There is no such page</h1><p>The pages that are here are named above.</p></article>";
    Page { path: "", title: "No such page", head: PLAIN, body }.text()
}

impl Page {
    fn text(&self) -> String {
        let Self { path, title, head, body } = self;
        let link = |(to, text): (&str, &str)| {
            let current = if to == *path { r#" aria-current="page""# } else { "" };
            format!(r#"<a href="{to}"{current}>{text}</a>"#)
        };
        let links = [
            ("/", "Play"),
            ("/rules/tok-ku-rou", "Tok Ku Rou"),
            ("/rules/kalah", "Kalah"),
            ("/sheets", "Sheets"),
        ];
        let links: String = links.into_iter().map(link).collect();
        format!(
            r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">{head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><nav aria-label="Pages">{links}</nav></header>
<main id="main" tabindex="-1">
{body}
</main>
</body>
</html>
"##
        )
    }
}
