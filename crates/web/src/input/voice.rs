//! Speech, where the browser can write it down. The room itself records and sends nothing.

use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use crate::preferences::{Listening, Preferences, use_preferences};

fn get(thing: &JsValue, name: &str) -> JsValue {
    Reflect::get(thing, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn call(thing: &JsValue, name: &str) -> Result<(), JsValue> {
    get(thing, name).dyn_into::<Function>()?.call0(thing).map(drop)
}

/// What the browser listens with, if it can.
fn recognition() -> Option<JsValue> {
    let maker = |name| get(&window(), name).dyn_into::<Function>().ok();
    let maker = maker("SpeechRecognition").or_else(|| maker("webkitSpeechRecognition"))?;
    Reflect::construct(&maker, &Array::new()).ok()
}

/// Why the browser does not listen, in plain words.
fn problem(code: &str) -> String {
    match code {
        "aborted" => "",
        "no-speech" => "Nothing was heard. Try again, a little louder.",
        "audio-capture" => "No microphone was found. Plug one in, or type what you want to do.",
        "not-allowed" | "service-not-allowed" => {
            "The browser may not listen here. Allow the microphone for this page in the browser's settings, or type."
        }
        "network" => "The browser needs a network to understand speech, and cannot reach it. Type, or use your system's voice control.",
        "language-not-supported" => "The browser does not understand English here. Type, or use your system's voice control.",
        _ => "The browser stopped listening. Try again, or type.",
    }
    .to_owned()
}

/// What is needed to listen.
#[derive(Clone, Copy)]
struct Ear {
    on: RwSignal<bool>,
    told: RwSignal<String>,
    tool: StoredValue<Option<JsValue>, LocalStorage>,
}

impl Ear {
    fn start(self) {
        self.told.set(String::new());
        let mode = use_preferences().with_untracked(|likes| likes.listening);
        self.tool.with_value(|tool| {
            let Some(tool) = tool else { return };
            let set = |name: &str, value: JsValue| drop(Reflect::set(tool, &name.into(), &value));
            set("lang", "en".into());
            set("interimResults", true.into());
            set("continuous", (mode != Listening::Once).into());
            self.on.set(call(tool, "start").is_ok());
        });
    }

    fn stop(self) {
        self.on.set(false);
        self.tool.with_value(|tool| drop(tool.as_ref().map(|tool| call(tool, "stop"))));
    }

    fn toggle(self) {
        if self.on.get_untracked() { self.stop() } else { self.start() }
    }

    /// Follows what the browser tells while it listens.
    fn connect(self, tool: &JsValue, likes: RwSignal<Preferences>, heard: Callback<String>) {
        let on = |name: &str, handler: Closure<dyn FnMut(JsValue)>| {
            let _ = Reflect::set(tool, &name.into(), handler.as_ref());
            StoredValue::new_local(handler);
        };
        on("onresult", Closure::new(move |event: JsValue| self.hear(&event, heard)));
        on("onerror", Closure::new(move |event: JsValue| self.fail(&event)));
        on(
            "onend",
            Closure::new(move |_| {
                let goes_on = likes.with_untracked(|likes| likes.listening != Listening::Once);
                self.end(goes_on);
            }),
        );
    }

    fn disconnect(self) {
        self.tool.try_with_value(|tool| {
            if let Some(tool) = tool {
                for name in ["onresult", "onerror", "onend"] {
                    let _ = Reflect::set(tool, &name.into(), &JsValue::NULL);
                }
                let _ = call(tool, "abort");
            }
        });
    }

    fn fail(self, event: &JsValue) {
        let code = get(event, "error").as_string().unwrap_or_default();
        // Silence does not end what goes on until it is stopped.
        if code != "no-speech" {
            self.on.set(false);
        }
        self.told.set(problem(&code));
    }

    /// The browser has stopped; it starts again if it is to go on.
    fn end(self, goes_on: bool) {
        if self.on.get_untracked() && goes_on {
            self.tool.with_value(|tool| {
                self.on.set(tool.as_ref().is_some_and(|tool| call(tool, "start").is_ok()))
            });
        } else {
            self.on.set(false);
        }
    }

    /// Takes a result: what is not final is only shown.
    fn hear(self, event: &JsValue, heard: Callback<String>) {
        let results = get(event, "results");
        let number = |thing: &JsValue, name| get(thing, name).as_f64().unwrap_or(0.0) as u32;
        for index in number(event, "resultIndex")..number(&results, "length") {
            let result = get(&results, &index.to_string());
            let text = get(&get(&result, "0"), "transcript").as_string().unwrap_or_default();
            let text = text.trim();
            self.told.set(format!("Heard: \u{201c}{text}\u{201d}"));
            if get(&result, "isFinal").is_truthy() && !text.is_empty() {
                heard.run(text.to_owned());
            }
        }
    }
}

/// The button that starts and stops listening, what was heard, and what the browser may do with it.
#[component]
pub fn Voice(
    /// Runs with every sentence.
    heard: Callback<String>,
) -> impl IntoView {
    let likes = use_preferences();
    let ear = Ear {
        on: RwSignal::new(false),
        told: RwSignal::new(String::new()),
        tool: StoredValue::new_local(recognition()),
    };
    let Some(tool) = ear.tool.get_value() else {
        return view! {
            <p class="voice soft">"This browser cannot write down speech. Your system's voice control works with every button here."</p>
        }
        .into_any();
    };
    ear.connect(&tool, likes, heard);
    on_cleanup(move || ear.disconnect());
    let held = move || likes.with_untracked(|likes| likes.listening == Listening::Held);
    view! {
        <section class="voice" aria-label="Voice">
            <button
                type="button"
                id="voice"
                class="quiet"
                data-focus="voice"
                aria-pressed=move || ear.on.get().to_string()
                aria-describedby="voice-help"
                on:pointerdown=move |_| if held() { ear.start() }
                on:pointerup=move |_| if held() { ear.stop() }
                on:pointercancel=move |_| if held() { ear.stop() }
                // A key, a dwell or a voice control presses without a pointer and cannot hold.
                on:click=move |event| if !held() || event.detail() == 0 { ear.toggle() }
            >
                {move || if ear.on.get() { "Stop listening" } else { "Listen" }}
            </button>
            <p class="voice-heard" role="status">{ear.told}</p>
            <p id="voice-help" class="command-help">"Your browser writes down what you say; some browsers send the sound to their maker for that. Parlour gets only the words, and sends nothing."</p>
        </section>
    }
    .into_any()
}
