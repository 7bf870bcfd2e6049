//! A headless browser, driven over a pipe by the DevTools protocol: messages are JSON, each ends with a zero byte.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::fd::{FromRawFd as _, RawFd};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The descriptors by which the browser reads and writes.
const BROWSER_INPUT: RawFd = 3;
const BROWSER_OUTPUT: RawFd = 4;

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    input: File,
    output: BufReader<File>,
    session_id: String,
    next_id: u64,
    profile: PathBuf,
    /// Errors in the page: exceptions, and errors on the console.
    pub(crate) page_errors: Vec<String>,
}

/// Returns the path of the browser's program, if there is one.
pub(crate) fn browser_path() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let all = std::env::split_paths(&path).flat_map(|dir| names.map(|name| dir.join(name)));
    all.into_iter().find(|file| file.is_file())
}

fn open_pipe() -> (RawFd, RawFd) {
    let mut ends = [0; 2];
    // SAFETY: there is room for the two numbers.
    assert_eq!(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }, 0);
    (ends[0], ends[1])
}

impl Browser {
    pub(crate) fn start(program: &Path) -> Self {
        // Two browsers with one profile would share a process, and the second would end at once.
        static START_COUNT: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), START_COUNT.fetch_add(1, Ordering::Relaxed));
        let profile = std::env::temp_dir().join(format!("minigo-browser-{process}-{number}"));
        let (its_input, our_output) = open_pipe();
        let (our_input, its_output) = open_pipe();
        let mut command = Command::new(program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]);
        command.arg("--disable-dev-shm-usage").arg("about:blank");
        command.arg(format!("--user-data-dir={}", profile.display()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let move_ends = move || {
            // Move both descriptors to high numbers first, so that neither overwrites the other.
            // SAFETY: calls that take numbers only, and that a new process may make.
            unsafe {
                let (input, output) = (
                    libc::fcntl(its_input, libc::F_DUPFD, 10),
                    libc::fcntl(its_output, libc::F_DUPFD, 10),
                );
                libc::dup2(input, BROWSER_INPUT);
                libc::dup2(output, BROWSER_OUTPUT);
                libc::close(input);
                libc::close(output);
            }
            Ok(())
        };
        // SAFETY: the closure makes system calls only.
        unsafe { command.pre_exec(move_ends) };
        let child = command.spawn().unwrap();
        // SAFETY: the numbers are ends of pipes that nothing else owns.
        let (to, from) = unsafe {
            libc::close(its_input);
            libc::close(its_output);
            (File::from_raw_fd(our_output), File::from_raw_fd(our_input))
        };
        let from = BufReader::new(from);
        let (session, complaints) = (String::new(), Vec::new());
        let mut browser = Self {
            child,
            input: to,
            output: from,
            session_id: session,
            next_id: 0,
            profile,
            page_errors: complaints,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let id = &target["targetId"];
        let attached =
            self.call("Target.attachToTarget", json!({ "targetId": id, "flatten": true }));
        self.session_id = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            self.call(domain, json!({}));
        }
    }

    /// Calls a method of the protocol and returns its result.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let mut message = json!({ "id": self.next_id, "method": method, "params": params });
        if !self.session_id.is_empty() {
            message["sessionId"] = json!(self.session_id);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).unwrap();
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).unwrap();
            assert_eq!(bytes.pop(), Some(0), "{method}: the browser has gone");
            let message: Value = serde_json::from_slice(&bytes).unwrap();
            if message["id"] == self.next_id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.note_error(&message);
        }
    }

    fn note_error(&mut self, message: &Value) {
        let params = &message["params"];
        let bad = match message["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => true,
            "Log.entryAdded" => params["entry"]["level"] == "error",
            "Runtime.consoleAPICalled" => params["type"] == "error",
            _ => false,
        };
        if bad {
            self.page_errors.push(params.to_string());
        }
    }

    /// Evaluates an expression in the page and returns its value; waits for a promise.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    pub(crate) fn eval_number(&mut self, expression: &str) -> f64 {
        let value = self.eval(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    pub(crate) fn eval_text(&mut self, expression: &str) -> String {
        let value = self.eval(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// Opens a page in a window of this size, dark or light, and waits until the page is ready.
    pub(crate) fn open(&mut self, file: &Path, (width, height): (u32, u32), dark: bool) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", media);
        // The browser does not reload a file if only the address's fragment changes, so leave the page first.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        let url: String = file.to_str().unwrap().bytes().map(|b| format!("%{b:02x}")).collect();
        let url = format!("file://{}", url.replace("%2f", "/"));
        let loaded = self.call("Page.navigate", json!({ "url": url }));
        assert!(loaded["errorText"].is_null(), "{loaded}");
        let ready = "document.documentElement?.dataset?.ready ?? \
                     document.getElementById('failed')?.textContent ?? ''";
        for _ in 0..600 {
            match self.eval_text(ready).as_str() {
                "true" => return self.wait_until_drawn(),
                "" => std::thread::sleep(std::time::Duration::from_millis(50)),
                failed => panic!("{failed}"),
            }
        }
        panic!("{} is not ready", file.display());
    }

    /// Waits until changes are drawn.
    pub(crate) fn wait_until_drawn(&mut self) {
        self.eval("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))).then(() => 0)");
    }

    /// Presses a key and releases it.
    pub(crate) fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        let text = if key == "Enter" { "\r" } else { text };
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "text": text }));
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
        self.wait_until_drawn();
    }

    pub(crate) fn send_mouse_event(&mut self, kind: &str, (x, y): (f64, f64)) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let params = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", params);
        self.wait_until_drawn();
    }

    /// Stores a screenshot in the directory that `MINIGO_SHOTS` names, if it is set.
    pub(crate) fn screenshot(&mut self, name: &str) {
        use base64::Engine as _;
        let Some(dir) = std::env::var_os("MINIGO_SHOTS") else { return };
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(shot["data"].as_str().unwrap())
            .unwrap();
        std::fs::write(Path::new(&dir).join(format!("{name}.png")), bytes).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
