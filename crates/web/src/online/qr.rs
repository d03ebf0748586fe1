//! A text as a picture that another device can read.

use leptos::prelude::*;
use qrcodegen::{QrCode as Code, QrCodeEcc};

/// A QR code, with the white edge that readers need.
#[component]
pub fn QrCode(
    /// What it says.
    #[prop(into)]
    text: String,
    /// What it is, for those who do not see it.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    let code = Code::encode_text(&text, QrCodeEcc::Medium).ok()?;
    let edge = 4;
    let path = outline(&code, edge);
    let view_box = format!("0 0 {0} {0}", code.size() + 2 * edge);
    Some(view! {
        <svg class="qr" role="img" aria-label=label viewBox=view_box shape-rendering="crispEdges">
            <rect width="100%" height="100%" fill="#fff"></rect>
            <path d=path fill="#000"></path>
        </svg>
    })
}

/// The dark modules, a run of them at a time.
fn outline(code: &Code, edge: i32) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|&x| code.get_module(x, y)).count() as i32;
            if run > 0 {
                path.push_str(&format!("M{} {}h{run}v1h-{run}z", x + edge, y + edge));
            }
            x += run.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_module_is_in_the_outline_once() {
        let code = Code::encode_text("http://parlour.test/t/k3m9t2xw7q5d", QrCodeEcc::Medium).unwrap();
        let dark = (0..code.size())
            .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
            .filter(|&(x, y)| code.get_module(x, y));
        let path = outline(&code, 4);
        let drawn: i32 = path
            .split('z')
            .filter_map(|run| run.split('h').nth(1)?.split('v').next()?.parse::<i32>().ok())
            .sum();
        assert_eq!(dark.count() as i32, drawn);
        assert!(path.starts_with("M4 4h7v1h-7z"), "the corner is a square of seven: {path:.20}");
    }
}
