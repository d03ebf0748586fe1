//! Texts that leave the browser or come into it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, FileList, HtmlAnchorElement, Url};

/// No file of ours is larger, in bytes.
const LARGEST: f64 = 16e6;

/// Offers a text as a file to save.
pub fn save(name: &str, text: &str) -> Result<(), String> {
    let failed = |_: JsValue| "The browser did not let the file be saved.".to_owned();
    let kind = BlobPropertyBag::new();
    kind.set_type("application/json");
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &kind).map_err(failed)?;
    let address = Url::create_object_url_with_blob(&blob).map_err(failed)?;
    let link: HtmlAnchorElement = document().create_element("a").map_err(failed)?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser has taken its own hold of it by then.
    set_timeout(move || drop(Url::revoke_object_url(&address)), std::time::Duration::from_secs(60));
    Ok(())
}

/// Reads the first of the files and hands its text on.
pub fn open(files: Option<FileList>, then: impl FnOnce(Result<String, String>) + 'static) {
    let Some(file) = files.and_then(|files| files.get(0)) else { return };
    spawn_local(async move { then(read(&file).await) });
}

async fn read(file: &File) -> Result<String, String> {
    let name = file.name();
    if file.size() > LARGEST {
        return Err(format!("\"{name}\" is too large to be one of ours."));
    }
    let text = JsFuture::from(file.text()).await.map_err(|_| format!("\"{name}\" could not be read."))?;
    text.as_string().ok_or_else(|| format!("\"{name}\" is no text."))
}

/// Copies a text, and tells whether it could.
pub fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into())
        .is_ok_and(|clipboard| !clipboard.is_undefined());
    if !there {
        return then(false);
    }
    let promise = navigator.clipboard().write_text(text);
    spawn_local(async move { then(JsFuture::from(promise).await.is_ok()) });
}
