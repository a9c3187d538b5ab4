//! How people put stones: a cursor moved by keys, a finger that aims with a magnifier.

use super::page::Page;
use serde_json::json;

/// Keys as `WebDriver` names them.
const UP: char = '\u{e013}';
const LEFT: char = '\u{e012}';
const ENTER: char = '\u{e007}';

pub fn keys_move_a_cursor_and_put_a_stone(page: &Page) {
    page.open("#mode=analyse&rule=freestyle&size=15&moves=h8");
    page.window.run("document.getElementById('board').focus()");
    // The first arrow shows the cursor in the middle, the others move it.
    for key in [UP, UP, LEFT] {
        page.window.press(key);
    }
    assert!(page.text("#told").starts_with("G9, empty"));
    page.window.press(ENTER);
    page.wait("document.querySelectorAll('#board .stone').length === 2");
    assert_eq!(
        page.value("new URLSearchParams(location.hash.slice(1)).get('moves')"),
        "h8g9"
    );
    // Everything that can be pressed has a name, and so has every field.
    let nameless = "[...document.querySelectorAll('button, select, input, textarea, [role=button]')]
        .filter((part) => !(part.getAttribute('aria-label') || part.textContent.trim() || part.labels?.length || part.type === 'file')).map((part) => part.id)";
    assert_eq!(page.value(nameless), json!([]));
}

pub fn finger_aims_with_a_magnifier_and_confirms(page: &Page) {
    page.window.look(360, 740, "light");
    let touch = json!({ "enabled": true });
    page.window
        .tool("Emulation.setTouchEmulationEnabled", &touch);
    page.open("");
    page.start("black", 1, "freestyle");
    page.wait("document.querySelector('#do-hint:enabled')");
    magnifier_shows_the_board(page);
    page.point("touch", "g7");
    page.wait("!document.getElementById('confirm-stone').parentElement.hidden");
    assert_eq!(page.stones(), 0, "a finger aims first");
    page.point("touch", "h8");
    page.window.click("#confirm-stone");
    page.wait("document.querySelectorAll('#board .stone').length === 2");
    assert!(page.text("#play-moves").contains("H8"));
    // A second tap on the same point is as good as the button.
    page.wait("document.querySelector('#do-hint:enabled')");
    page.point("touch", "a1");
    page.point("touch", "a1");
    page.wait("document.querySelectorAll('#board .stone').length === 4");
    let touch = json!({ "enabled": false });
    page.window
        .tool("Emulation.setTouchEmulationEnabled", &touch);
}

/// Between two lines it must look like wood.
fn magnifier_shows_the_board(page: &Page) {
    page.with_finger_on("d4", || {
        page.wait("!document.querySelector('.loupe').hidden");
        let place = page.value(
            "(() => { const box = document.querySelector('.loupe').getBoundingClientRect(), cell = box.width / 5.2;
                return [Math.round(box.left + box.width / 2 + cell / 2), Math.round(box.top + box.height / 2 + cell / 2)]; })()",
        );
        let [x, y]: [u32; 2] = serde_json::from_value(place).expect("a place");
        let picture = tiny_skia::Pixmap::decode_png(&page.window.screenshot()).expect("a picture");
        let color = picture.pixel(x, y).expect("inside").demultiply();
        assert!(
            color.red() > 180 && color.green() > 150 && color.blue() < 200,
            "{color:?} is not wood"
        );
    });
    page.wait("document.querySelector('.loupe').hidden");
    page.click("#cancel-stone");
}
