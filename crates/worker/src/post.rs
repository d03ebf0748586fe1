//! Inside the worker.

use std::panic;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, console};

use crate::{Note, describe};

/// Gives every text from the page to the handler, with a way to answer. A panic is told to the page.
pub fn run(mut handler: impl FnMut(String, &dyn Fn(String)) + 'static) {
    let Some(scope) = scope() else { return };
    panic::set_hook(Box::new(|panic| {
        let why = describe(panic);
        post(&Note::Broke(why.clone()));
        console::error_1(&why.into());
    }));
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            handler(text, &say);
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    // It listens for as long as the worker lives.
    listen.forget();
    post(&Note::Ready);
}

/// Sends a text to the page.
fn say(text: String) {
    post(&Note::Said(text));
}

/// The worker's clock, in milliseconds since it started.
pub fn now_ms() -> f64 {
    scope().and_then(|scope| scope.performance()).map_or(0.0, |clock| clock.now())
}

fn post(note: &Note) {
    if let Some(scope) = scope() {
        // It fails only if the page has gone, and then nobody is left to tell.
        let _ = scope.post_message(&JsValue::from_str(&note.to_text()));
    }
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}
