//! The page for browsers as a person uses it: points of the board by their
//! names, buttons by theirs, and patience. Knows nothing of what is tested.

use super::browser::driver::Window;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// No answer of the engine takes longer here, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// The page in a window.
pub struct Page<'w> {
    pub window: &'w Window,
    address: String,
}

impl<'w> Page<'w> {
    pub const fn new(window: &'w Window, address: String) -> Self {
        Self { window, address }
    }

    /// Opens it anew, with a part behind `#`.
    pub fn open(&self, fragment: &str) {
        self.window.go("about:blank");
        self.window.go(&format!("{}{fragment}", self.address));
    }

    pub fn value(&self, expression: &str) -> Value {
        self.window.run(&format!("return {expression}"))
    }

    pub fn number(&self, expression: &str) -> usize {
        let value = self.value(expression);
        let number = value
            .as_u64()
            .unwrap_or_else(|| panic!("{expression}: {value}"));
        number as usize
    }

    pub fn text(&self, selector: &str) -> String {
        let value = self.value(&format!(
            "document.querySelector(\"{selector}\").textContent"
        ));
        value.as_str().expect(selector).to_owned()
    }

    /// Waits until something is so.
    pub fn wait(&self, condition: &str) {
        let start = Instant::now();
        while self.value(&format!("!!({condition})")) != true {
            assert!(start.elapsed() < PATIENCE, "never: {condition}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks on what a person would first move into view.
    pub fn click(&self, selector: &str) {
        self.window.run(&format!(
            "document.querySelector(\"{selector}\").scrollIntoView({{ block: 'center' }})"
        ));
        self.window.click(selector);
    }

    /// Chooses from a list.
    pub fn choose(&self, id: &str, value: &str) {
        self.window.run(&format!(
            "const list = document.getElementById('{id}'); list.value = '{value}'; list.dispatchEvent(new Event('change'))"
        ));
    }

    pub fn stones(&self) -> usize {
        self.number("document.querySelectorAll('#board .stone').length")
    }

    /// Where a point of the board lies on the screen.
    fn place(&self, point: &str) -> (i64, i64) {
        let script = format!(
            "const found = /([a-z])(\\d+)/.exec('{point}'), svg = document.querySelector('#board svg');
             svg.scrollIntoView({{ block: 'center' }});
             const box = svg.getBoundingClientRect(), wide = svg.viewBox.baseVal, scale = box.width / wide.width;
             const lines = [...svg.querySelectorAll('.grid')].filter((line) => line.getAttribute('x1') === line.getAttribute('x2'));
             const rows = [...svg.querySelectorAll('.grid')].filter((line) => line.getAttribute('y1') === line.getAttribute('y2'));
             const x = lines[found[1].charCodeAt(0) - 97].getAttribute('x1'), y = rows[rows.length - Number(found[2])].getAttribute('y1');
             return [Math.round(box.left + x * scale), Math.round(box.top + y * scale)]"
        );
        let place = self.window.run(&script);
        serde_json::from_value(place).expect(point)
    }

    /// Presses a mouse or a finger on a point and lets it go.
    pub fn point(&self, pointer: &str, point: &str) {
        let (x, y) = self.place(point);
        let actions = json!([
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pause", "duration": 30 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let source = json!({
            "type": "pointer", "id": pointer, "parameters": { "pointerType": pointer }, "actions": actions,
        });
        self.window.ask("/actions", &json!({ "actions": [source] }));
    }

    /// Does something while a finger lies on a point.
    pub fn with_finger_on(&self, point: &str, action: impl FnOnce()) {
        let (x, y) = self.place(point);
        let touch = |kind: &str, points: Value| {
            let order = json!({ "type": kind, "touchPoints": points });
            self.window.tool("Input.dispatchTouchEvent", &order);
        };
        touch("touchStart", json!([{ "x": x, "y": y }]));
        action();
        touch("touchEnd", json!([]));
    }

    /// Puts a stone with the mouse and waits until it lies there.
    pub fn put(&self, point: &str) {
        let before = self.stones();
        self.point("mouse", point);
        self.wait(&format!(
            "document.querySelectorAll('#board .stone').length > {before}"
        ));
    }

    /// Starts a game with these settings.
    pub fn start(&self, color: &str, level: usize, rule: &str) {
        self.click("#tab-play");
        self.choose("play-rule", rule);
        self.choose("play-time", "move:0.5");
        self.window.run(&format!(
            "const level = document.getElementById('level'); level.value = {level}; level.dispatchEvent(new Event('input'));
             document.querySelector(\"input[name=color][value='{color}']\").click()"
        ));
        self.click("#start-game");
    }

    /// Opens the window for games and reads a text there.
    pub fn import(&self, text: &str, button: &str) {
        self.click("#open-import");
        let text = Value::from(text);
        self.window.run(&format!(
            "document.getElementById('import-text').value = {text}"
        ));
        self.click(button);
    }
}
