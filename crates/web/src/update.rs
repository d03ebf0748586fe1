//! The service worker, which keeps the room for offline play and fetches a new version in the background.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

/// Where the service worker is, and what makes a new one take over.
const SCRIPT: &str = "/service-worker.js";
const TAKE_OVER: &str = "take over";

/// Whether a new version is ready; pages find it with [`use_update`].
#[derive(Clone, Copy)]
pub struct Update {
    ready: RwSignal<bool>,
    waiting: RwSignal<Option<ServiceWorker>, LocalStorage>,
    /// Whether the player asked for it on this page.
    taken: RwSignal<bool>,
}

/// The update state that [`provide_update`] made.
pub fn use_update() -> Update {
    expect_context()
}

/// Starts the service worker, where the browser has one, and watches for a new version.
pub fn provide_update() {
    let update = Update {
        ready: RwSignal::new(false),
        waiting: RwSignal::new_local(None),
        taken: RwSignal::new(false),
    };
    provide_context(update);
    let Some(container) = container() else { return };
    update.reload_when_taken_over(&container);
    spawn_local(async move {
        // Without it there is no offline play; everything else works.
        let registered = JsFuture::from(container.register(SCRIPT)).await;
        if let Ok(registration) = registered.and_then(JsCast::dyn_into) {
            update.watch(registration);
        }
    });
}

impl Update {
    /// Whether a new version is there, to be taken with [`Update::take`].
    pub fn ready(self) -> Signal<bool> {
        self.ready.into()
    }

    /// Lets the new version take over; the page reloads automatically.
    pub fn take(self) {
        self.taken.set(true);
        match self.waiting.get_untracked() {
            Some(waiting) => {
                let _ = waiting.post_message(&JsValue::from_str(TAKE_OVER));
            }
            None => reload(),
        }
    }

    fn watch(self, registration: ServiceWorkerRegistration) {
        self.found(registration.waiting());
        look_again_when_seen(registration.clone());
        let found = Closure::<dyn FnMut()>::new({
            let registration = registration.clone();
            move || {
                let Some(coming) = registration.installing() else { return };
                let changed = Closure::<dyn FnMut()>::new({
                    let coming = coming.clone();
                    move || {
                        if coming.state() == ServiceWorkerState::Installed {
                            self.found(Some(coming.clone()));
                        }
                    }
                });
                coming.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
                changed.forget();
            }
        });
        registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
        found.forget();
    }

    /// The very first version takes over automatically: there is nothing to update from.
    fn found(self, coming: Option<ServiceWorker>) {
        if coming.is_some() && container().is_some_and(|container| container.controller().is_some()) {
            self.waiting.set(coming);
            self.ready.set(true);
        }
    }

    /// Another page of the room may have asked: then this one goes on undisturbed, and a plain reload will do.
    fn reload_when_taken_over(self, container: &ServiceWorkerContainer) {
        let changed = Closure::<dyn FnMut()>::new(move || {
            if self.taken.get_untracked() {
                reload();
            }
            self.waiting.set(None);
        });
        container.set_oncontrollerchange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    }
}

/// A room that stays open for days would never hear of a new version: so a player who comes back to it looks for one.
fn look_again_when_seen(registration: ServiceWorkerRegistration) {
    let seen = Closure::<dyn FnMut()>::new(move || {
        if !document().hidden()
            && let Ok(looking) = registration.update()
        {
            // Without a network there is nothing new, and nothing to tell.
            spawn_local(async move { drop(JsFuture::from(looking).await) });
        }
    });
    document().set_onvisibilitychange(Some(seen.as_ref().unchecked_ref()));
    seen.forget();
}

/// Only a secure page has one.
fn container() -> Option<ServiceWorkerContainer> {
    let navigator = window().navigator();
    let there = js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false);
    there.then(|| navigator.service_worker())
}

fn reload() {
    let _ = window().location().reload();
}
