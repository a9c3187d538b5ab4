//! Scenes as SVG. Colours are attributes, so that any viewer shows them and a
//! style sheet can still replace them by the class of a shape.

use super::scene::{Form, Ink, Scene, Shape};
use std::fmt::Write;

/// Capital letters are this part of a font's size in the usual sans-serif fonts.
const CAPITAL_HEIGHT: f32 = 0.716;

/// The picture as an SVG document of this width in pixels.
pub fn to_svg(scene: &Scene, width: f32) -> String {
    let height = width * scene.height / scene.width;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"system-ui,'Segoe UI','DejaVu Sans',sans-serif\" \
         text-anchor=\"middle\" stroke-linecap=\"round\">\n<title>{}</title>\n",
        scene.width,
        scene.height,
        escape(&scene.title)
    );
    for shape in &scene.shapes {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", element(shape));
    }
    text.push_str("</svg>\n");
    text
}

/// Signs that have a meaning in XML and HTML, written so that they have none.
pub fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // No other control sign may stand in an XML document.
            c if c.is_control() && !matches!(c, '\n' | '\t') => escaped.push(' '),
            c => escaped.push(c),
        }
        escaped
    })
}

fn element(shape: &Shape) -> String {
    let (class, ink) = (shape.role, hex(shape.ink));
    match &shape.form {
        Form::Box {
            bounds: [x, y, width, height],
            corner,
        } => format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"{corner}\" fill=\"{ink}\"/>"
        ),
        Form::Line { from, to, width } => format!(
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{ink}\" \
             stroke-width=\"{width}\"/>",
            from.0, from.1, to.0, to.1
        ),
        Form::Disc { center, radius } => format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{ink}\"/>",
            center.0, center.1
        ),
        Form::Ring {
            center,
            radius,
            width,
        } => format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"none\" \
             stroke=\"{ink}\" stroke-width=\"{width}\"/>",
            center.0, center.1
        ),
        Form::Text {
            center,
            height,
            text,
        } => format!(
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{:.1}\" font-weight=\"600\" \
             fill=\"{ink}\">{}</text>",
            center.0,
            center.1 + height / 2.0,
            height / CAPITAL_HEIGHT,
            escape(text)
        ),
    }
}

fn hex(Ink(red, green, blue): Ink) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_become_elements_with_their_role_as_class() {
        let scene = Scene {
            width: 10.0,
            height: 5.0,
            title: "a <b>".to_owned(),
            shapes: vec![
                Shape {
                    form: Form::Disc {
                        center: (1.0, 2.5),
                        radius: 3.0,
                    },
                    ink: Ink(1, 2, 255),
                    role: "black",
                },
                Shape {
                    form: Form::Text {
                        center: (1.0, 2.0),
                        height: 10.0,
                        text: "&".to_owned(),
                    },
                    ink: Ink(0, 0, 0),
                    role: "mark",
                },
            ],
        };
        let svg = to_svg(&scene, 100.0);
        assert!(svg.contains("width=\"100\" height=\"50\" viewBox=\"0 0 10 5\""));
        assert!(svg.contains("<title>a &lt;b&gt;</title>"), "{svg}");
        let circle = "<circle class=\"black\" cx=\"1\" cy=\"2.5\" r=\"3\" fill=\"#0102ff\"/>";
        assert!(svg.contains(circle), "{svg}");
        assert!(svg.contains(">&amp;</text>"), "{svg}");
    }

    #[test]
    fn no_sign_of_a_text_can_leave_it() {
        assert_eq!(
            escape("</a> & \"b\"'\u{0}"),
            "&lt;/a&gt; &amp; &quot;b&quot;&#39; "
        );
    }
}
