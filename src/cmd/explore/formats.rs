//! The results of a search in machine-readable formats: JUnit's XML, and the annotations of GitHub's workflows.

use super::report::{coverage_text, report_text};
use super::search_results::{FailingRun, SearchResults};
use serde_json::json;
use std::fmt::Write as _;

/// The results of one test or program.
pub(in crate::cmd) struct TestCase {
    /// The import path of the package, or the name of the program.
    package: String,
    /// The name of the test.
    test: String,
    /// The results, or the reason why there are none.
    results: Result<SearchResults, String>,
}

impl TestCase {
    /// The results of a package's test.
    pub(in crate::cmd) fn new(package: &str, test: &str, results: SearchResults) -> Self {
        Self { package: package.to_owned(), test: test.to_owned(), results: Ok(results) }
    }

    /// A test whose search failed to run; `why` is the reason.
    pub(in crate::cmd) fn of_unsearched_test(package: &str, test: &str, why: &str) -> Self {
        Self { package: package.to_owned(), test: test.to_owned(), results: Err(why.to_owned()) }
    }

    fn has_failed(&self) -> bool {
        self.results.as_ref().map_or(true, SearchResults::has_failed)
    }

    fn seconds(&self) -> f64 {
        self.results.as_ref().map_or(0.0, |results| results.seconds)
    }

    /// The results as lines in the output of `minigo test`.
    pub(in crate::cmd) fn text(&self) -> String {
        let Self { test, results, .. } = self;
        let results = match results {
            Ok(results) => results,
            Err(why) => return format!("--- FAIL: {test}\n{why}"),
        };
        let passed = results.failure.is_none();
        let text = report_text(results);
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.pop().filter(|_| passed);
        let mut all = match last {
            Some(line) => format!("--- PASS: {test}: {line}\n"),
            None => format!("--- FAIL: {test}\n"),
        };
        // If no run has failed, the report's lines about differing results are left out.
        let shown = text.lines().filter(|line| !passed || is_shown_for_passing(line));
        shown.for_each(|line| all.push_str(&format!("    {line}\n")));
        all
    }

    /// The results as one JSON object.
    pub(in crate::cmd) fn json(&self) -> String {
        let mut all = match &self.results {
            Ok(results) => json!(results),
            Err(why) => json!({ "error": why }),
        };
        (all["package"], all["test"]) = (json!(self.package), json!(self.test));
        all.to_string() + "\n"
    }

    /// An annotation for the line at which a failure shows, in the form that GitHub's workflows read from the output of
    /// a step. Without a failure, the annotation says how much was searched.
    pub(in crate::cmd) fn github_annotation(&self) -> String {
        match &self.results {
            Ok(results) => match &results.failure {
                Some(failure) => annotation_for(&self.test, failure),
                None => format!("{}: {}\n", self.test, coverage_text(results)),
            },
            Err(why) => {
                format!(
                    "::error title={}::{}\n",
                    escape_workflow_property(&self.test),
                    escape_workflow_data(why)
                )
            }
        }
    }
}

/// Reports whether a line of the report is printed even for a test that passes.
fn is_shown_for_passing(line: &str) -> bool {
    line.starts_with("refused: ") || line.contains(": the run departs")
}

fn annotation_for(name: &str, failure: &FailingRun) -> String {
    let place = failure.place.as_deref().and_then(|place| place.rsplit_once(':'));
    let place = place.map(|(file, line)| {
        format!("file={},line={line},", escape_workflow_property(file.trim_start_matches("./")))
    });
    let short = failure.short.as_ref();
    let story = short.map(|short| format!("\n{}\n{}", short.report.takes, short.story.join("\n")));
    let message = format!("{name}: {}{}", failure.title, story.unwrap_or_default());
    format!(
        "::error {}title={}::{}\n",
        place.unwrap_or_default(),
        escape_workflow_property(&failure.title),
        escape_workflow_data(&message)
    )
}

/// The results as JUnit XML, which Jenkins, GitLab and others read.
pub(in crate::cmd) fn junit_report(cases: &[TestCase]) -> String {
    let failures = cases.iter().filter(|case| case.has_failed()).count();
    let time: f64 = cases.iter().map(TestCase::seconds).sum();
    let counts = format!("tests=\"{}\" failures=\"{failures}\" time=\"{time:.3}\"", cases.len());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n<testsuite name=\"minigo explore\" {counts}>\n"
    );
    for case in cases {
        let TestCase { package, test, results } = case;
        let _ = writeln!(
            text,
            "<testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">",
            xml_escaped(package),
            xml_escaped(test),
            case.seconds()
        );
        let failure = |kind: &str, title: &str, text: &str| {
            let (kind, title, text) = (xml_escaped(kind), xml_escaped(title), xml_escaped(text));
            format!("<failure type=\"{kind}\" message=\"{title}\">{text}</failure>")
        };
        let outcome = match results {
            Ok(results) => match &results.failure {
                Some(it) => failure(&it.kind, &it.title, &report_text(results)),
                None => {
                    format!("<system-out>{}</system-out>", xml_escaped(&coverage_text(results)))
                }
            },
            Err(why) => failure("error", "the interleavings could not be searched", why),
        };
        let _ = writeln!(text, "{outcome}\n</testcase>");
    }
    text.push_str("</testsuite>\n</testsuites>\n");
    text
}

/// A text escaped for XML. Characters that XML does not allow are replaced.
fn xml_escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => all.push_str("&amp;"),
            '<' => all.push_str("&lt;"),
            '>' => all.push_str("&gt;"),
            '"' => all.push_str("&quot;"),
            '\n' => all.push_str("&#10;"),
            '\t' => all.push_str("&#9;"),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => all.push('\u{fffd}'),
            c => all.push(c),
        }
    }
    all
}

fn escape_workflow_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_workflow_property(text: &str) -> String {
    escape_workflow_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{escape_workflow_property, xml_escaped};

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            xml_escaped("a<b> & \"c\"\n\u{1}"),
            "a&lt;b&gt; &amp; &quot;c&quot;&#10;\u{fffd}"
        );
        assert_eq!(escape_workflow_property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }
}
