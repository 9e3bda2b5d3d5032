//! One page of a PDF file, drawn from the top left corner, with the fonts that every reader has built in.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 8.5 by 11 inches.
    Letter,
    /// 210 by 297 millimetres.
    A4,
}

impl Paper {
    /// Both sizes.
    pub const ALL: [Self; 2] = [Self::Letter, Self::A4];

    /// The word for it in file names.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::A4 => "a4",
        }
    }

    /// Width and height in points, 72 to the inch.
    #[must_use]
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::Letter => (612.0, 792.0),
            Self::A4 => (595.276, 841.89),
        }
    }
}

/// The free space at each edge of a page, in points.
pub(super) const MARGIN: f32 = 45.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Plain,
    Bold,
}

/// Widths of the printable ASCII characters of Helvetica and Helvetica-Bold, in thousandths of the font's size.
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

impl Font {
    const fn name(self) -> Name<'static> {
        match self {
            Self::Plain => Name(b"Plain"),
            Self::Bold => Name(b"Bold"),
        }
    }

    /// How wide a text is, in points.
    pub(super) fn width(self, text: &str, size: f32) -> f32 {
        let widths = if self == Self::Plain { &PLAIN } else { &BOLD };
        let width = |byte: u8| byte.checked_sub(b' ').and_then(|at| widths.get(usize::from(at)));
        text.bytes().filter_map(width).map(|&width| f32::from(width)).sum::<f32>() * size / 1000.0
    }
}

/// A page that is being drawn. Lengths are in points; `y` grows downwards from the upper edge.
pub(super) struct Page {
    pub(super) width: f32,
    pub(super) height: f32,
    content: Content,
}

impl Page {
    pub(super) fn new(paper: Paper) -> Self {
        let (width, height) = paper.size();
        let mut content = Content::new();
        content.set_line_width(0.7);
        Self { width, height, content }
    }

    /// Writes one line of text whose baseline starts here.
    pub(super) fn text(&mut self, (x, y): (f32, f32), font: Font, size: f32, text: &str) {
        debug_assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text}");
        debug_assert!(x + font.width(text, size) <= self.width - MARGIN, "too long for its line: {text}");
        self.content.begin_text().set_font(font.name(), size);
        self.content.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, self.height - y]);
        self.content.show(Str(text.as_bytes())).end_text();
    }

    /// Writes one line of text around this point.
    pub(super) fn centred(&mut self, (x, y): (f32, f32), font: Font, size: f32, text: &str) {
        // Digits and capitals rise some 0.72 of the size above the baseline.
        self.text((x - font.width(text, size) / 2.0, y + 0.36 * size), font, size, text);
    }

    /// Writes a paragraph between two edges, its first baseline at `y`; the baseline that would come next.
    pub(super) fn paragraph(
        &mut self,
        (x, y): (f32, f32),
        width: f32,
        font: Font,
        size: f32,
        text: &str,
    ) -> f32 {
        let mut y = y;
        for line in wrap(font, size, width, text) {
            self.text((x, y), font, size, &line);
            y += 1.3 * size;
        }
        y
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        self.content.set_line_width(width);
        self.content.move_to(from.0, self.height - from.1).line_to(to.0, self.height - to.1).stroke();
    }

    /// A frame; the point is its upper left corner.
    pub(super) fn frame(&mut self, (x, y): (f32, f32), (width, height): (f32, f32)) {
        self.content.set_line_width(0.7).set_stroke_gray(0.0);
        self.content.rect(x, self.height - y - height, width, height).stroke();
    }

    /// A rectangle with round ends in this grey, with a border so thick; around this point.
    pub(super) fn round(&mut self, centre: (f32, f32), (width, height): (f32, f32), look: Look) {
        let (x, y) = (centre.0, self.height - centre.1);
        let radius = width.min(height) / 2.0;
        let (w, h) = (width / 2.0 - radius, height / 2.0 - radius);
        // A quarter of a circle is a curve whose handles are as long as this part of the radius.
        let handle = 0.5523 * radius;
        let content = &mut self.content;
        content.save_state().set_fill_gray(look.grey).set_line_width(look.border);
        if look.dashed {
            content.set_dash_pattern([2.0, 1.5], 0.0);
        }
        content.move_to(x + w + radius, y - h);
        content.line_to(x + w + radius, y + h);
        content.cubic_to(
            x + w + radius,
            y + h + handle,
            x + w + handle,
            y + h + radius,
            x + w,
            y + h + radius,
        );
        content.line_to(x - w, y + h + radius);
        content.cubic_to(
            x - w - handle,
            y + h + radius,
            x - w - radius,
            y + h + handle,
            x - w - radius,
            y + h,
        );
        content.line_to(x - w - radius, y - h);
        content.cubic_to(
            x - w - radius,
            y - h - handle,
            x - w - handle,
            y - h - radius,
            x - w,
            y - h - radius,
        );
        content.line_to(x + w, y - h - radius);
        content.cubic_to(
            x + w + handle,
            y - h - radius,
            x + w + radius,
            y - h - handle,
            x + w + radius,
            y - h,
        );
        if look.border > 0.0 {
            content.close_fill_nonzero_and_stroke();
        } else {
            content.fill_nonzero();
        }
        content.restore_state();
    }

    /// The file: this page alone.
    pub(super) fn finish(self, title: &str) -> Vec<u8> {
        let [catalog, pages, page, contents, plain, bold, info] = [1, 2, 3, 4, 5, 6, 7].map(Ref::new);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages).lang(TextStr("en"));
        pdf.pages(pages).kids([page]).count(1);
        let mut leaf = pdf.page(page);
        leaf.media_box(Rect::new(0.0, 0.0, self.width, self.height)).parent(pages).contents(contents);
        leaf.resources().fonts().pair(Font::Plain.name(), plain).pair(Font::Bold.name(), bold);
        leaf.finish();
        pdf.stream(contents, &self.content.finish());
        for (font, name) in [(plain, Name(b"Helvetica")), (bold, Name(b"Helvetica-Bold"))] {
            pdf.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        // No date, so that the same sheet is always the same bytes.
        pdf.document_info(info).title(TextStr(title));
        pdf.finish()
    }
}

/// How a shape is filled (0 is black) and bordered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) grey: f32,
    pub(super) border: f32,
    pub(super) dashed: bool,
}

/// Breaks a text into lines that are not wider than this, where one word is not.
fn wrap(font: Font, size: f32, width: f32, text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if font.width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        let text = "Lift all seeds of one own pit and sow them one by one.";
        let lines = wrap(Font::Plain, 10.0, 100.0, text);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|line| Font::Plain.width(line, 10.0) <= 100.0), "{lines:?}");
        for pair in lines.windows(2) {
            let word = pair[1].split(' ').next().unwrap();
            assert!(Font::Plain.width(&format!("{} {word}", pair[0]), 10.0) > 100.0, "{lines:?}");
        }
        // From the metrics of Helvetica: W 944, i 222, a blank 278.
        assert!((Font::Plain.width("W i", 10.0) - 14.44).abs() < 0.001);
        assert_eq!(wrap(Font::Bold, 10.0, 1.0, "a b"), ["a", "b"], "a word is never broken");
    }
}
