//! `minigo xray`: makes a page of a trace, which shows and replays the scheduler's events.
//!
//! The page is a single file that links to no other: its parts are in `page/`, and the trace's data are embedded in it,
//! compressed. `reader` extracts the data from a trace that `run --trace` wrote.

mod reader;

use super::print_error;
use crate::errno;
use crate::options::Xray;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use minigo_deflate::Level;
use std::path::Path;

// Defines `PACKED_PAGE` and `PAGE_LEN`: the page without its title and data, which `build.rs` makes of the files of
// `page/` and compresses.
include!(concat!(env!("OUT_DIR"), "/xray_page.rs"));

/// The page with the marks `{{title}}` and `{{data}}`.
fn page_template() -> String {
    let page = minigo_syntax::packed::inflated(PACKED_PAGE, PAGE_LEN);
    String::from_utf8(page).expect("the page is UTF-8")
}

/// Runs the command and returns its exit status.
#[must_use]
pub fn run(xray: &Xray) -> u8 {
    let said = |error: std::io::Error, verb: &str, path: &Path| {
        print_error(&format!("{verb} {}: {}", path.display(), errno::text(&error)))
    };
    let bytes = match std::fs::read(&xray.trace) {
        Ok(bytes) => bytes,
        Err(error) => return said(error, "open", &xray.trace),
    };
    let data = match reader::xray_data(&bytes) {
        Ok(data) => data,
        Err(error) => return print_error(&format!("{}: {error}", xray.trace.display())),
    };
    let output = xray.output.clone().unwrap_or_else(|| xray.trace.with_extension("html"));
    if output == xray.trace {
        return print_error("the page would overwrite the trace: name another file with -o");
    }
    match std::fs::write(&output, page_html(&page_title(&xray.trace), &data)) {
        Ok(()) => 0,
        Err(error) => said(error, "write", &output),
    }
}

/// Returns the title of the page, which is the file's name.
#[must_use]
pub fn page_title(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Returns the page that shows `data`, which are JSON.
#[must_use]
pub fn page_html(title: &str, data: &str) -> String {
    let data = STANDARD.encode(minigo_deflate::compress(Level::Fast(6), data.as_bytes()));
    let template = page_template();
    let mut page = String::with_capacity(data.len() + template.len());
    let mut rest = template.as_str();
    for (mark, text) in [("{{title}}", html_escaped(title)), ("{{data}}", data)] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(&text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Escapes a text for use between HTML tags.
fn html_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{page_html, page_template};

    #[test]
    fn the_page_has_all_its_parts() {
        let page = page_html("a</title><script>.go", "{}");
        assert!(!page.contains("{{"), "the page has another placeholder");
        assert!(page.contains("<title>a&lt;/title&gt;&lt;script&gt;.go"));
        assert_eq!(page_template().matches("{{").count(), 2);
    }

    #[test]
    fn no_part_asks_the_network_or_ends_its_element() {
        let template = page_template();
        for word in ["http:", "https:", "fetch(", "import ", "@import", "url(", "XMLHttp"] {
            assert!(!template.contains(word), "{word}");
        }
        for end in ["</script", "</style"] {
            let of_frame = include_str!("page/index.html").matches(end).count();
            assert_eq!(template.matches(end).count(), of_frame);
        }
    }
}
