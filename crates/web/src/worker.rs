//! The page's end of the line to the worker ([`::worker`]).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::document;
use tables::WorkerRequest;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use ::worker::{Note, request_text};

use crate::failure;

/// A running worker; dropping it ends the worker at once.
pub struct WorkerLink {
    worker: Worker,
    /// What was sent before the worker listened; none once it does.
    waiting: Rc<RefCell<Option<Vec<String>>>>,
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _broken: Closure<dyn FnMut(ErrorEvent)>,
}

impl WorkerLink {
    /// Starts a worker whose texts come to `on_message`. If it breaks, the player is told.
    pub fn start(on_message: impl Fn(String) + 'static) -> Result<Self, String> {
        Self::start_with(on_message, |why| {
            failure::show(&format!("The table's worker stopped: {why}"));
        })
    }

    /// Starts a worker; what broke it goes to `on_failure` instead of to the player.
    pub fn start_with(
        on_message: impl Fn(String) + 'static,
        on_failure: impl Fn(String) + 'static,
    ) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name("table");
        let worker = Worker::new_with_options(&script()?, &options).map_err(|error| plain(&error))?;

        let waiting = Rc::new(RefCell::new(Some(Vec::<String>::new())));
        // One failure brings others with it; the first is the one to tell.
        let broke = Cell::new(false);
        let on_failure = Rc::new(move |why| {
            if !broke.replace(true) {
                on_failure(why);
            }
        });
        let listen = Closure::<dyn FnMut(MessageEvent)>::new({
            let (worker, waiting, on_failure) = (worker.clone(), Rc::clone(&waiting), Rc::clone(&on_failure));
            move |event: MessageEvent| match Note::from_text(&event.data().as_string().unwrap_or_default()) {
                Note::Ready => {
                    for text in waiting.borrow_mut().take().unwrap_or_default() {
                        post(&worker, &text);
                    }
                }
                Note::Said(text) => on_message(text),
                Note::Broke(why) => on_failure(why),
            }
        });
        worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));

        // The worker's script could not be had, or failed before it could speak for itself.
        let broken = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            let told = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|text| text.as_string());
            on_failure(
                told.filter(|text| !text.is_empty()).unwrap_or_else(|| "it could not be loaded".to_owned()),
            );
        });
        worker.set_onerror(Some(broken.as_ref().unchecked_ref()));
        Ok(Self { worker, waiting, _listen: listen, _broken: broken })
    }

    /// Sends a request.
    pub fn ask(&self, request: &WorkerRequest) {
        self.send(&request_text(request));
    }

    /// Sends a text; what is sent before the worker listens is kept for it, in order.
    pub fn send(&self, text: &str) {
        match self.waiting.borrow_mut().as_mut() {
            Some(waiting) => waiting.push(text.to_owned()),
            None => post(&self.worker, text),
        }
    }
}

impl Drop for WorkerLink {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn post(worker: &Worker, text: &str) {
    if let Err(error) = worker.post_message(&JsValue::from_str(text)) {
        failure::show(&format!("A message to the table was lost: {}", plain(&error)));
    }
}

/// The script that starts a worker; its name changes with its content.
fn script() -> Result<String, String> {
    let page = document().get_element_by_id("start");
    let script = page.and_then(|start| start.get_attribute("data-worker"));
    script.ok_or_else(|| "the page does not say which script starts it".to_owned())
}

fn plain(error: &JsValue) -> String {
    let error: Option<&js_sys::Error> = error.dyn_ref();
    error.map_or_else(|| "the browser gives no reason".to_owned(), |error| String::from(error.message()))
}
