//! Drives a real browser through its `WebDriver` server on loopback: just as
//! much of the protocol as one test needs. Knows nothing of the page.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// No answer of a healthy browser takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// How often an element may be drawn anew while it is clicked on.
const CLICKS: usize = 5;

/// The browser and its driver, if the system has them.
pub struct Programs {
    driver: PathBuf,
    browser: PathBuf,
}

impl Programs {
    /// Looks for them in the places that programs are started from.
    pub fn find() -> Option<Self> {
        let paths = std::env::var_os("PATH")?;
        let find = |names: &[&str]| {
            let places = std::env::split_paths(&paths);
            let mut files = places.flat_map(|place| names.iter().map(move |name| place.join(name)));
            files.find(|file| file.is_file())
        };
        Some(Self {
            driver: find(&["chromedriver"])?,
            browser: find(&["chromium", "chromium-browser", "google-chrome"])?,
        })
    }
}

/// An open browser window.
pub struct Window {
    driver: Child,
    port: u16,
    session: String,
}

impl Window {
    /// Opens a window with an empty profile in this directory.
    pub fn open(programs: &Programs, profile: &Path) -> Self {
        let mut driver = Command::new(&programs.driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let port = port_of(&mut driver);
        let mut window = Self {
            driver,
            port,
            session: String::new(),
        };
        let profile = format!("--user-data-dir={}", profile.display());
        let options = json!({
            "binary": programs.browser,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--hide-scrollbars", profile,
            ],
        });
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let answer = window.send("POST", "/session", &wanted);
        let session = answer["sessionId"].as_str().expect("a session");
        window.session = format!("/session/{session}");
        window
    }

    /// Opens a page.
    pub fn go(&self, address: &str) {
        self.ask("/url", &json!({ "url": address }));
    }

    /// Runs a script in the page and returns its value.
    pub fn run(&self, script: &str) -> Value {
        self.ask("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Clicks on an element as a mouse would: it must be there and not covered. One that
    /// is drawn anew between the look and the click is looked for again.
    pub fn click(&self, selector: &str) {
        let query = json!({ "using": "css selector", "value": selector });
        for attempt in 1.. {
            let found = self.ask("/element", &query);
            let id = found.as_object().and_then(|found| found.values().next());
            let id = id.and_then(Value::as_str).expect(selector).to_owned();
            let path = format!("{}/element/{id}/click", self.session);
            let answer = self.answer("POST", &path, &json!({}));
            if answer["error"].is_null() {
                return;
            }
            let is_redrawn = answer["error"] == "stale element reference";
            assert!(is_redrawn && attempt < CLICKS, "{selector}: {answer}");
        }
    }

    /// Presses a key and lets it go.
    pub fn press(&self, key: char) {
        let actions = [
            json!({ "type": "keyDown", "value": key }),
            json!({ "type": "keyUp", "value": key }),
        ];
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.ask("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Gives the page a size in CSS pixels and a colour scheme.
    pub fn look(&self, width: u32, height: u32, scheme: &str) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.tool("Emulation.setDeviceMetricsOverride", &metrics);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.tool(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    /// A picture of what is to be seen, as a PNG file.
    pub fn screenshot(&self) -> Vec<u8> {
        let answer = self.tool("Page.captureScreenshot", &json!({ "format": "png" }));
        decode_base64(answer["data"].as_str().expect("a picture"))
    }

    /// What the browser complained about.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.ask("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries
            .iter()
            .map(|entry| entry["message"].to_string())
            .collect()
    }

    /// A command of the browser's developer tools.
    pub fn tool(&self, command: &str, parameters: &Value) -> Value {
        let order = json!({ "cmd": command, "params": parameters });
        self.ask("/goog/cdp/execute", &order)
    }

    /// A request to the window, by its path.
    pub fn ask(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("{}{path}", self.session), body)
    }

    /// Sends one request and returns the value of its answer, which must not be an error.
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.answer(method, path, body);
        assert!(value["error"].is_null(), "{path}: {value}");
        value
    }

    /// Sends one request and returns the value of its answer, or what went wrong.
    fn answer(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = request(self.port, method, path, &body.to_string()).expect(path);
        let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["value"].take()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // The browser ends with its session; if it is gone already, all the better.
            let _ = request(self.port, "DELETE", &self.session, "");
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port that the driver chose and tells on its standard output.
fn port_of(driver: &mut Child) -> u16 {
    let output = driver.stdout.take().expect("a pipe");
    for line in BufReader::new(output).lines() {
        let line = line.expect("text");
        let number = line
            .rsplit_once("on port ")
            .map(|(_, number)| number.trim_end_matches('.'));
        if let Some(port) = number
            .and_then(|number| number.parse().ok())
            .filter(|&port| port > 0)
        {
            return port;
        }
    }
    panic!("the driver ended without telling its port");
}

fn request(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        let field = line
            .split_once(':')
            .filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        if let Some((_, value)) = field {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn decode_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text
        .bytes()
        .filter(|&byte| byte != b'=')
        .map(digit)
        .collect();
    let whole = |four: &[u8]| {
        let bits = four
            .iter()
            .fold(0_u32, |bits, &six| bits << 6 | u32::from(six));
        let bits = bits << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(whole).collect()
}
