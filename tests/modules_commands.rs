//! `minigo mod`, `get` and `work` have the same effect on modules of a proxy as the real go command, to the byte.
//!
//! `modules_commands/bless.py` has written the go command's output and the files that it changed.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Cursor, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

type Files = BTreeMap<String, Vec<u8>>;

/// A case: modules, the files of the main module, and commands with their results.
#[derive(Default)]
struct Case {
    modules: Vec<(String, String, BTreeMap<String, String>)>,
    main_files: BTreeMap<String, String>,
    commands: Vec<(Vec<String>, BTreeMap<String, String>)>,
}

impl Case {
    fn read(text: &str) -> Self {
        let mut case = Self::default();
        let mut files: Option<&mut BTreeMap<String, String>> = None;
        let mut name = None;
        for line in text.split_inclusive('\n') {
            let words: Vec<&str> = line.split_whitespace().collect();
            if line.starts_with("== module ") {
                case.modules.push((words[2].into(), words[3].into(), BTreeMap::new()));
                files = case.modules.last_mut().map(|(_, _, files)| files);
                name = None;
            } else if line.starts_with("== main") {
                (files, name) = (Some(&mut case.main_files), None);
            } else if line.starts_with("== run ") {
                let words = words[2..].iter().map(|word| (*word).to_owned()).collect();
                case.commands.push((words, BTreeMap::new()));
                files = case.commands.last_mut().map(|(_, files)| files);
                name = None;
            } else if let (Some(file), Some(files)) = (line.strip_prefix("-- "), &mut files) {
                name = Some(file.trim().to_owned());
                files.insert(file.trim().to_owned(), String::new());
            } else if let (Some(name), Some(files)) = (&name, &mut files) {
                files.get_mut(name).unwrap().push_str(line);
            }
        }
        case
    }

    /// Returns the files of a proxy for the modules, by the paths of their URLs.
    fn proxy_files(&self) -> Files {
        let mut files = Files::new();
        let mut lists: BTreeMap<String, String> = BTreeMap::new();
        for (path, version, contents) in &self.modules {
            let at = format!("{path}/@v/{version}");
            let info = format!("{{\"Version\":\"{version}\",\"Time\":\"2020-01-01T00:00:00Z\"}}");
            let made = format!("module {path}\n");
            let mod_file = contents.get("go.mod").unwrap_or(&made);
            files.insert(format!("{at}.info"), info.clone().into());
            files.insert(format!("{at}.mod"), mod_file.clone().into());
            files.insert(format!("{at}.zip"), zip_module(&format!("{path}@{version}"), contents));
            let list = lists.entry(path.clone()).or_default();
            if !is_pseudo_version(version) {
                *list += &format!("{version}\n");
            } else {
                files.insert(format!("{path}/@latest"), info.into());
            }
        }
        files
            .extend(lists.into_iter().map(|(path, list)| (format!("{path}/@v/list"), list.into())));
        files
    }
}

/// Reports whether a version ends with a time and a hash.
fn is_pseudo_version(version: &str) -> bool {
    let Some((start, hash)) = version.rsplit_once('-') else { return false };
    let time = start.len().checked_sub(14).and_then(|at| start.get(at..)).unwrap_or_default();
    let is_hash = hash.len() == 12 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    is_hash && time.len() == 14 && time.bytes().all(|b| b.is_ascii_digit())
}

fn zip_module(prefix: &str, contents: &BTreeMap<String, String>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in contents {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(format!("{prefix}/{name}"), options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Serves files over HTTP and returns the URL. The thread ends with the process.
fn serve(files: Files) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let files = Arc::new(files);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let files = files.clone();
            std::thread::spawn(move || answer_requests(stream, &files));
        }
    });
    url
}

fn answer_requests(mut stream: std::net::TcpStream, files: &Files) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    while let Some(Ok(first)) = lines.next() {
        while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
        let path = first.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
        let (status, body) = match files.get(path) {
            Some(body) => ("200 OK", body.as_slice()),
            None => ("404 Not Found", b"not found\n".as_slice()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).is_err() {
            return;
        }
    }
}

/// Returns the files that are compared: those of modules and workspaces, and the names of vendored files.
fn compared_files(work: &Path) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let mut vendored = Vec::new();
    let mut todo = vec![work.to_path_buf()];
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                todo.push(path);
                continue;
            }
            let shown = path.strip_prefix(work).unwrap().display().to_string();
            let name = entry.file_name().to_string_lossy().into_owned();
            if shown.split('/').any(|part| part == "vendor") && name != "modules.txt" {
                vendored.push(shown);
            } else if ["go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"]
                .contains(&&*name)
            {
                out.insert(shown, fs::read_to_string(path).unwrap());
            }
        }
    }
    vendored.sort();
    if !vendored.is_empty() {
        out.insert("vendor files".into(), vendored.iter().map(|it| format!("{it}\n")).collect());
    }
    out
}

/// Returns the error output as `bless.py` writes it: without lines about downloads, and with the lines about queries
/// sorted, because Go runs the queries concurrently.
fn comparable_stderr(text: &str) -> String {
    let lines: Vec<&str> =
        text.split_inclusive('\n').filter(|line| !line.starts_with("go: downloading ")).collect();
    let is_query = |line: &&str| line.starts_with("go: finding ");
    let (mut queries, others): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(is_query);
    queries.sort_unstable();
    queries.into_iter().chain(others).collect()
}

/// Runs the commands of a case; returns the differences from the expected results.
fn differences(name: &str, case: &Case) -> Vec<String> {
    let kept = tempfile::tempdir().unwrap();
    let top = kept.path().canonicalize().unwrap();
    let work = top.join("work");
    for (name, text) in &case.main_files {
        let path = work.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let url = serve(case.proxy_files());
    let mut before = compared_files(&work);
    let mut wrong = Vec::new();
    for (words, wanted) in &case.commands {
        let (dir, words) = match words.as_slice() {
            [flag, dir, rest @ ..] if flag == "-C" => (work.join(dir), rest),
            words => (work.clone(), words),
        };
        let output = support::command()
            .args(words)
            .current_dir(dir)
            .env_clear()
            .env("HOME", top.join("home"))
            .env("GOPATH", top.join("gopath"))
            .env("GOPROXY", &url)
            .env("GOSUMDB", "off")
            .env("GOFLAGS", "-modcacherw")
            .env("GOENV", "off")
            .output()
            .unwrap();
        let plain = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let cache = top.join("gopath/pkg/mod");
            let text = text.replace(&url, "$PROXY").replace(cache.to_str().unwrap(), "$CACHE");
            text.replace(work.to_str().unwrap(), "$WORK")
        };
        let mut found = BTreeMap::new();
        if !output.status.success() {
            found.insert("status".to_owned(), format!("{}\n", output.status.code().unwrap_or(-1)));
        }
        let texts = [
            ("stdout", plain(&output.stdout)),
            ("stderr", comparable_stderr(&plain(&output.stderr))),
        ];
        found
            .extend(texts.into_iter().filter(|(_, it)| !it.is_empty()).map(|(k, v)| (k.into(), v)));
        let after = compared_files(&work);
        for name in before.keys().chain(after.keys()) {
            if before.get(name) != after.get(name) {
                let text = after.get(name).cloned().unwrap_or_else(|| "(removed)\n".into());
                found.insert(name.clone(), text);
            }
        }
        before = after;
        if found != *wanted {
            wrong.push(format!(
                "{name}: {}\nexpected {wanted:#?}\nfound {found:#?}",
                words.join(" ")
            ));
            break;
        }
    }
    wrong
}

#[test]
fn commands_do_what_the_go_command_does() {
    let mut names: Vec<_> = fs::read_dir("tests/modules_commands/cases")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    assert!(names.len() >= 30, "{}", names.len());
    let wrong = support::on_all_cores(&names, |path| {
        let case = Case::read(&fs::read_to_string(path).unwrap());
        differences(&path.display().to_string(), &case)
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
