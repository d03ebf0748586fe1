//! Small and capital letters. The browser knows those of all alphabets, so their tables need not be loaded.

/// The text in small letters.
pub fn small(text: &str) -> String {
    if cfg!(target_arch = "wasm32") {
        String::from(js_sys::JsString::from(text).to_lower_case())
    } else {
        text.to_lowercase()
    }
}

/// The first letter of a text, as a capital.
pub fn initial(text: &str) -> String {
    let first: String = text.chars().take(1).collect();
    if cfg!(target_arch = "wasm32") {
        String::from(js_sys::JsString::from(first).to_upper_case())
    } else {
        first.to_uppercase()
    }
}
