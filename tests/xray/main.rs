//! The X-ray page in a real browser: it shows the trace's lanes and counts, steps, searches, zooms, shows text from the
//! program as plain text, and fits narrow windows. Without Chromium (`apt-get install chromium`, or the variable
//! `CHROMIUM`), only the written file is checked. `MINIGO_SHOTS=DIR` stores screenshots of the pages.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]
#![allow(clippy::print_stdout, reason = "the test prints omissions and measurements")]

mod browser;
mod counts;
#[path = "../support/mod.rs"]
mod support;

use browser::Browser;
use counts::TraceCounts;
use serde_json::Value;
use std::fs;
use std::sync::{Mutex, MutexGuard};
use support::{Dir, minigo};

const WORK_PROGRAM: &str = include_str!("work.go");
const MANY_GOROUTINES: &str = include_str!("many.go");

/// Returns a browser; if there is no Chromium, reports that and returns none. Only one runs at a time: a browser takes
/// as much memory as all other tests.
fn start_browser(test: &str) -> Option<(Browser, MutexGuard<'static, ()>)> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let Some(program) = browser::browser_path() else {
        support::report_skipped_test(&format!("xray: {test}"), "there is no Chromium");
        return None;
    };
    let one = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    Some((Browser::start(&program), one))
}

/// Runs a program with a trace and a page; returns the directory and the trace.
fn run_traced(name: &str, file: &str, text: &str, flags: &[&str]) -> (Dir, Value) {
    let dir = Dir::new(name, &[(file, text)]);
    let args = [&["run", "--trace", "t.json", "--xray", "t.html"], flags, &[file]].concat();
    let ran = minigo(&dir.0, &args, "");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let trace = fs::read_to_string(dir.0.join("t.json")).unwrap();
    (dir, serde_json::from_str(&trace).unwrap())
}

#[test]
fn the_page_shows_what_the_trace_has() {
    let (dir, trace) =
        run_traced("shows", "work.go", WORK_PROGRAM, &["--procs", "2", "--seed", "11"]);
    let Some((mut b, _one)) = start_browser("the items that the page shows") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    let counts = TraceCounts::from_trace(&trace);
    assert!(counts.goroutine_run_starts > 100 && counts.steals > 0, "{counts:?}");
    let page = |b: &mut Browser, expression: &str| b.eval_number(expression) as u64;
    assert_eq!(page(&mut b, "xray.model.decisions.length"), counts.goroutine_run_starts);
    assert_eq!(page(&mut b, "xray.model.goroutines"), counts.goroutines.len() as u64);
    assert_eq!(page(&mut b, "xray.model.byProc.length"), counts.procs);
    assert_eq!(
        page(&mut b, "xray.view.lanes.length"),
        counts.procs + counts.goroutines.len() as u64
    );
    assert_eq!(page(&mut b, "xray.model.data.wakes.at.length"), counts.flow_arrows);
    let steals =
        "xray.model.data.others.kind.filter((k) => xray.model.data.kinds[k] === 'steal').length";
    assert_eq!(page(&mut b, steals), counts.steals);
    assert_eq!(page(&mut b, "xray.model.data.moves.at.length"), counts.goroutine_moves);
    let lanes = "xray.view.lanes.filter((r) => r.lane.kind === 'g').map((r) => r.lane.name).join()";
    let names = counts.goroutines.iter().map(|name| name.replace(" main.", " "));
    assert_eq!(b.eval_text(lanes), names.collect::<Vec<_>>().join(","));
    for state in 0..4 {
        let expression = format!("xray.model.state.filter((s) => s === {state}).length");
        assert_eq!(page(&mut b, &expression), counts.spans_by_state[state], "state {state}");
    }
    // At each change of a curve in the trace, the queue on the page has the curve's length.
    for (curve, at, value) in &counts.counter_changes {
        let queues = match curve.strip_prefix("queue of P") {
            Some(p) => format!("[1 + 2 * {p}, 2 + 2 * {p}]"),
            None if curve == "global queue" => "[0]".to_owned(),
            None => continue,
        };
        let held = format!(
            "{queues}.map((q) => xray.model.queues[q].at({at} - xray.model.data.begin).length).reduce((a, b) => a + b)"
        );
        assert_eq!(page(&mut b, &held), *value, "{curve} at {at}");
    }
    b.screenshot("light");
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

#[test]
fn the_page_shows_the_story_of_a_failure_beside_the_lanes() {
    let dir = Dir::new("story", &[("update.go", include_str!("../explore/bad_update.go"))]);
    let args = ["explore", "--jobs", "1", "--xray", "t.html", "update.go"];
    let ran = minigo(&dir.0, &args, "");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let Some((mut b, _one)) = start_browser("the story") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    assert_eq!(b.eval_text("document.getElementById('failure').textContent"), "panic: lost update");
    let lines = "[...document.querySelectorAll('#told > .story > li')].map((l) => l.innerText.split('\\n')[0]).join(' | ')";
    let lines = b.eval_text(lines);
    let parts: Vec<&str> = lines.split(" | ").collect();
    let [first, away, read, write, back, lost] = parts[..] else { panic!("{lines}") };
    let (one, other) = (&first[..3], &read[..3]);
    assert!(
        first.starts_with(&format!("{one} reads a.balance = 0 main.main.func1 ./update.go:25")),
        "{lines}"
    );
    assert_eq!(away, format!("switch to {other}"));
    assert!(read.starts_with(&format!("{other} reads a.balance = 0 ")), "{lines}");
    assert!(write.starts_with(&format!("{other} writes a.balance = 1 ")), "{lines}");
    assert_eq!(back, format!("back to {one}"));
    let update =
        format!("{one} writes a.balance = 1, from the 0 read above: {other}'s update is lost ");
    assert!(lost.starts_with(&update), "{lines}");
    assert_eq!(b.eval_text("document.querySelector('.story .code').textContent"), "a.balance++");
    // A selected line of the story also selects its step in the lanes.
    for (key, number) in [("s", 0), ("s", 1), ("s", 2), ("s", 3), ("S", 2)] {
        b.press(key);
        let now = "[...document.querySelectorAll('#told > .story button')].findIndex((b) => b.getAttribute('aria-current') === 'step')";
        assert_eq!(b.eval_number(now) as i64, number, "{key}");
        let who = b.eval_text("document.querySelector('[aria-current] .g').textContent");
        let runs = b.eval_text(
            "xray.model.shortName(xray.model.g[xray.model.decisions[xray.view.decision]])",
        );
        assert_eq!(runs, who);
    }
    b.eval("document.querySelector('#told > .story button').click()");
    assert_eq!(
        b.eval_number("xray.view.decision"),
        b.eval_number("xray.model.data.story.steps[0].step - 1")
    );
    // The page shows the passing run beside the failing one.
    let cells = "[...document.querySelectorAll('#beside td')].map((c) => c.querySelector('li').textContent)";
    let here = b.eval_text(&format!("{cells}[0]"));
    let there = b.eval_text(&format!("{cells}[1]"));
    assert!(here.starts_with(&format!("{other} reads a.balance = 0")), "{here}");
    assert!(there.starts_with(&format!("{one} writes a.balance = 1")), "{there}");
    let differs = b.eval_text("document.getElementById('differs').textContent");
    assert_eq!(differs, "this runreads a.balance = 0that runreads a.balance = 1");
    b.screenshot("story");
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
    // A page of an ordinary run has no story.
    let (dir, _) =
        run_traced("no-story", "work.go", WORK_PROGRAM, &["--procs", "2", "--seed", "11"]);
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    assert_eq!(b.eval("document.getElementById('story').hidden"), true);
}

#[test]
fn the_keyboard_does_everything() {
    let (dir, _) = run_traced("keys", "work.go", WORK_PROGRAM, &["--procs", "2", "--seed", "11"]);
    let Some((mut b, _one)) = start_browser("the keyboard") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), true);
    let decision = "xray.view.decision";
    assert_eq!(b.eval_number(decision), 0.0);
    for _ in 0..40 {
        b.press(".");
    }
    b.press(",");
    assert_eq!(b.eval_number(decision), 39.0);
    assert!(b.eval_text("document.getElementById('place').textContent").starts_with("40 of "));
    let said = b.eval_text("document.getElementById('now-text').textContent");
    let name = b.eval_text("xray.model.goroutine(xray.model.g[xray.model.decisions[39]])");
    assert!(said.contains("P") && said.contains(&name), "{said}");
    let runs = b.eval_text("document.querySelector('#queues .runs').textContent");
    assert!(runs.starts_with('G'), "{runs}");
    let width = |b: &mut Browser| b.eval_number("xray.view.to - xray.view.from");
    let before = width(&mut b);
    b.press("+");
    assert!(width(&mut b) < before * 0.7);
    let cursor = b.eval("xray.view.cursor > xray.view.from && xray.view.cursor < xray.view.to");
    assert_eq!(cursor, true, "zooming keeps the cursor in sight");
    b.press("0");
    assert_eq!(width(&mut b), b.eval_number("xray.model.length"));
    b.press("+");
    b.press("ArrowRight");
    assert!(b.eval_number("xray.view.from") > 0.0);
    b.press("ArrowDown");
    b.press("ArrowDown");
    b.press("Enter");
    assert!(b.eval_number("xray.view.selected") >= 0.0);
    let details = b.eval_text("document.getElementById('details').textContent");
    assert!(details.contains("goroutine"), "{details}");
    b.screenshot("dark");
    b.press(" ");
    assert_eq!(b.eval("xray.replay.playing"), true);
    let faster = b.eval_text("document.getElementById('speed').textContent");
    b.press("]");
    assert_ne!(b.eval_text("document.getElementById('speed').textContent"), faster);
    b.press(" ");
    assert_eq!(b.eval("xray.replay.playing"), false);
    b.press("End");
    assert_eq!(b.eval_number(decision), b.eval_number("xray.model.decisions.length - 1"));
    b.press("?");
    assert_eq!(b.eval("document.getElementById('keys').open"), true);
    b.screenshot("keys");
    b.press("Enter");
    assert_eq!(b.eval("document.getElementById('keys').open"), false);
    check_focus_outline(&mut b);
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

/// Checks that Tab reaches every control, and that the focused control has an outline.
fn check_focus_outline(b: &mut Browser) {
    b.eval("document.activeElement.blur(), 0");
    let mut reached = Vec::new();
    for _ in 0..16 {
        let tab = serde_json::json!({ "type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 });
        b.call("Input.dispatchKeyEvent", tab);
        reached.push(b.eval_text("document.activeElement.id"));
        let seen = "parseFloat(getComputedStyle(document.activeElement).outlineWidth)";
        assert!(b.eval_number(seen) >= 1.0, "{reached:?}");
    }
    for id in ["query", "only", "play", "step", "slower", "in", "help", "lanes"] {
        assert!(reached.iter().any(|r| r == id), "{id} is not among {reached:?}");
    }
}

#[test]
fn a_search_finds_goroutines_lines_and_objects() {
    let (dir, trace) =
        run_traced("search", "work.go", WORK_PROGRAM, &["--procs", "2", "--seed", "11"]);
    let Some((mut b, _one)) = start_browser("the search") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    let counts = TraceCounts::from_trace(&trace);
    let named = |part: &str| counts.goroutines.iter().filter(|g| g.contains(part)).count() as f64;
    assert!(named("main.worker") >= 4.0);
    assert_eq!(b.eval_number("xray.search.look('main.worker').goroutines"), named("main.worker"));
    assert_eq!(b.eval_number("xray.search.look('G1').goroutines"), 1.0);
    assert_eq!(b.eval_number("xray.search.look('nothing like it').goroutines"), 0.0);
    for (object, reason) in
        [("results", "chan send"), ("s.mu", "sync.Mutex.Lock"), ("wg", "sync.WaitGroup.Wait")]
    {
        let found = b.eval_number(&format!("xray.search.look('{object}').spans"));
        assert!(found > 0.0, "{object}");
        let waits = counts.waits(reason);
        assert!(waits.iter().any(|name| name == object), "{object}: {waits:?}");
    }
    // A wait within the library is attributed to the user's line.
    let line = 1 + WORK_PROGRAM.lines().position(|l| l.contains("s.mu.Lock()")).unwrap();
    assert!(b.eval_number(&format!("xray.search.look('work.go:{line}').spans")) > 0.0);
    b.press("/");
    assert_eq!(b.eval_text("document.activeElement.id"), "query");
    b.eval("document.getElementById('query').value = 'jobs', 0");
    b.press("Enter");
    let first = b.eval_number("xray.view.selected");
    b.press("Enter");
    assert!(b.eval_number("xray.view.selected") > first && first >= 0.0);
    b.eval(
        "document.getElementById('query').value = 'G1', document.getElementById('only').click(), 0",
    );
    b.wait_until_drawn();
    assert_eq!(b.eval_number("xray.view.lanes.filter((r) => r.lane.kind === 'g').length"), 1.0);
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

#[test]
fn the_mouse_explains_selects_pans_and_zooms() {
    let (dir, _) = run_traced("mouse", "work.go", WORK_PROGRAM, &["--procs", "2", "--seed", "3"]);
    let Some((mut b, _one)) = start_browser("the mouse") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    let place = "((row) => { const box = xray.canvas.getBoundingClientRect(); const i = row.lane.before(xray.view.to) >> 1; \
        return [box.x + xray.view.x((row.lane.from[i] + row.lane.to[i]) / 2), box.y + row.y + row.height / 2]; })\
        (xray.view.lanes[0])";
    let place = b.eval(place);
    let (x, y) = (place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
    b.send_mouse_event("mouseMoved", (x, y));
    assert_eq!(b.eval("document.getElementById('tip').hidden"), false);
    let tip = b.eval_text("document.getElementById('tip').textContent");
    assert!(tip.starts_with('G') && tip.contains("P0"), "{tip}");
    b.send_mouse_event("mousePressed", (x, y));
    b.send_mouse_event("mouseReleased", (x, y));
    assert!(b.eval_number("xray.view.selected") >= 0.0);
    b.eval("xray.view.zoom(0.5), 0");
    let from = b.eval_number("xray.view.from");
    b.send_mouse_event("mousePressed", (x, y));
    b.send_mouse_event("mouseMoved", (x - 200.0, y));
    b.send_mouse_event("mouseReleased", (x - 200.0, y));
    assert!(b.eval_number("xray.view.from") > from);
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

#[test]
fn hand_offs_are_flags_on_their_processors() {
    let text = include_str!("../../examples/blocking_calls.go");
    let (dir, trace) = run_traced("handoff", "blocking_calls.go", text, &["--procs", "2"]);
    let Some((mut b, _one)) = start_browser("hand-offs") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    for (kind, words) in
        [("handoff", "handed off"), ("retake", "retaken"), ("proc.start", "takes it")]
    {
        let marks = format!(
            "xray.model.marks.flat().filter((m) => m.kind === '{kind}' && m.text.includes('{words}')).length"
        );
        let count = trace["otherData"][kind].as_f64().unwrap();
        assert_eq!(b.eval_number(&marks), count, "{kind}");
    }
    let away = "xray.model.byProc.every((lane, p) => xray.model.marks[p].every((m) => m.kind !== 'handoff' || \
        lane.at(m.at + 1) < 0 || xray.model.from[lane.at(m.at + 1)] >= m.at))";
    assert_eq!(b.eval(away), true, "after a hand-off the call is no longer on the P");
    let searching = "xray.model.curves.find((c) => c.name === 'Ms searching').highest";
    assert!(b.eval_number(searching) <= 2.0);
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

#[test]
fn text_of_the_program_is_only_text() {
    let file = "a<img src=x onerror=hit()>.go";
    let text = "package main\n\nfunc main() {\n\tc := make(chan string)\n\tgo func() { c <- \
                \"</script><script>hit()</script><img src=x onerror=hit()>\" }()\n\tprintln(len(<-c) > 0)\n}\n";
    let (dir, _) = run_traced("text", file, text, &["--procs", "2"]);
    let Some((mut b, _one)) = start_browser("text of the program") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), false);
    assert!(b.eval_text("document.getElementById('program').textContent").contains("<img"));
    let spans = b.eval_number("xray.model.count") as u32;
    let mut shown = String::new();
    for span in 0..spans {
        b.eval(&format!("xray.view.select({span}), 0"));
        b.wait_until_drawn();
        shown += &b.eval_text("document.getElementById('details').textContent");
        b.eval(&format!("xray.pointer.hover({span}, {{ clientX: 50, clientY: 50 }}), 0"));
    }
    assert!(shown.contains("</script><script>hit()"), "{shown}");
    assert_eq!(
        b.eval_number("document.images.length + document.querySelectorAll('img').length"),
        0.0
    );
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

#[test]
fn the_page_fits_a_narrow_window() {
    let (dir, _) = run_traced("narrow", "work.go", WORK_PROGRAM, &["--procs", "2", "--seed", "11"]);
    let Some((mut b, _one)) = start_browser("a narrow window") else { return };
    for dark in [false, true] {
        b.open(&dir.0.join("t.html"), (360, 740), dark);
        assert!(b.eval_number("document.documentElement.scrollWidth") <= 360.0);
        let wide = "[...document.querySelectorAll('button, input, canvas')].filter((e) => e.getBoundingClientRect().right > 361 \
                    && !e.closest('dialog')).map((e) => e.id).join()";
        assert_eq!(b.eval_text(wide), "");
        assert!(b.eval_number("xray.view.height") > 180.0, "the lanes have room");
        for _ in 0..30 {
            b.press(".");
        }
        assert_eq!(b.eval_number("xray.view.decision"), 30.0);
        assert_contrast(&mut b);
        b.screenshot(if dark { "narrow-dark" } else { "narrow-light" });
    }
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

/// Checks that text has the contrast with its background that WCAG requires of normal text.
fn assert_contrast(b: &mut Browser) {
    let ratio = "((one, other) => { const light = (name) => { const n = parseInt(readColours()[name].slice(1), 16); \
        const part = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; \
        return 0.2126 * part(n >> 16) + 0.7152 * part((n >> 8) & 255) + 0.0722 * part(n & 255) + 0.05; }; \
        const [a, b] = [light(one), light(other)]; return Math.max(a, b) / Math.min(a, b); })";
    let hues = (0..8).map(|hue| format!("hue-{hue}"));
    let bars = ["running", "runnable", "call"].map(str::to_owned).into_iter().chain(hues);
    let words =
        [("text", "ground"), ("quiet", "ground"), ("quiet", "raised"), ("accent", "raised")];
    let words = words.map(|(a, b)| (a.to_owned(), b.to_owned())).into_iter();
    for (text, ground) in words.chain(bars.map(|bar| ("on-bar".to_owned(), bar))) {
        let found = b.eval_number(&format!("{ratio}('{text}', '{ground}')"));
        assert!(found >= 4.5, "{text} on {ground}: {found:.2}");
    }
}

/// The number of strokes in a frame depends on the window's size, not on the number of events. The test prints the
/// times.
#[test]
fn a_hundred_thousand_events_stay_smooth() {
    let (dir, trace) = run_traced("many", "many.go", MANY_GOROUTINES, &["--procs", "4"]);
    let events =
        trace["otherData"].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert!(events >= 100_000, "{events}");
    let Some((mut b, _one)) = start_browser("many events") else { return };
    b.open(&dir.0.join("t.html"), (1280, 800), true);
    b.eval(
        "(() => { window.strokes = 0; const c = CanvasRenderingContext2D.prototype; \
         for (const name of ['fillRect', 'stroke', 'fill', 'fillText', 'strokeRect']) { const own = c[name]; \
         c[name] = function (...args) { window.strokes++; return own.apply(this, args); }; } })(), 0",
    );
    let frames = "(async () => { xray.frameTimes.length = 0; window.strokes = 0; let frames = 0; const { view, model } = xray; \
        const frame = () => new Promise((go) => requestAnimationFrame(go)); \
        for (let size = model.length; size > 2000; size *= 0.8) { \
          const from = (model.length - size) * 0.37; view.show(from, from + size); view.moveTo(from + size / 2); xray.draw(); frames++; await frame(); } \
        for (let i = 0; i < 60; i++) { view.pan(0.05); view.goTo(view.decision + 997); xray.draw(); frames++; await frame(); } \
        view.show(0, model.length); for (let i = 0; i < 30; i++) { xray.scroll.scrollTop += 40; xray.draw(); frames++; await frame(); } \
        const times = xray.frameTimes.slice().sort((a, b) => a - b); \
        return [window.strokes / frames, times[times.length >> 1], times[Math.floor(times.length * 0.95)], times.at(-1), model.count]; })()";
    let said = b.eval(frames);
    let number = |i: usize| said[i].as_f64().unwrap();
    println!(
        "{events} events, {} spans: a frame has {:.0} strokes and takes {:.1} ms in the median, {:.1} at p95, {:.1} at most",
        number(4),
        number(0),
        number(1),
        number(2),
        number(3)
    );
    assert!(number(0) < 45_000.0, "{} strokes a frame", number(0));
    b.screenshot("many");
    assert!(b.page_errors.is_empty(), "{:?}", b.page_errors);
}

#[test]
fn a_page_is_made_of_each_form_of_trace() {
    let dir = Dir::new("forms", &[("work.go", WORK_PROGRAM)]);
    let run = |args: &[&str]| {
        let ran = minigo(&dir.0, args, "");
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.stderr);
    };
    let seeded = ["--procs", "2", "--seed", "5", "work.go"];
    run(&[&["run", "--trace", "a.json", "--xray", "a.html"][..], &seeded].concat());
    run(&[&["run", "--trace", "b.pftrace"][..], &seeded].concat());
    run(&["xray", "a.json", "-o", "c.html"]);
    run(&["xray", "b.pftrace"]);
    let read = |name: &str| fs::read_to_string(dir.0.join(name)).unwrap();
    let data = |name: &str| {
        let page = read(name);
        let from = page.split_once("id=\"data\">").unwrap().1;
        from.split_once('<').unwrap().0.to_owned()
    };
    assert!(data("a.html").len() > 1000);
    assert!(data("a.html") == data("c.html") && data("a.html") == data("b.html"));
    assert!(read("b.html").contains("<title>b.pftrace · X-ray</title>"));
    let refused = minigo(&dir.0, &["xray", "work.go"], "");
    let says = "work.go: the file is no trace written by `minigo run --trace` of this version\n";
    assert_eq!((refused.status, &*refused.stderr), (Some(1), says));
    let missing = minigo(&dir.0, &["xray", "none.json"], "");
    assert_eq!(
        (missing.status, &*missing.stderr),
        (Some(1), "open none.json: no such file or directory\n")
    );
}
