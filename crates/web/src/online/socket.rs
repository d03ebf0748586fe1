//! One socket to one table.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, MessageEvent, WebSocket};

/// An open socket; dropping it closes it, and nothing is heard from it any more.
pub struct Socket {
    socket: WebSocket,
    _open: Closure<dyn FnMut(Event)>,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut(Event)>,
}

impl Socket {
    /// Opens a socket to the table.
    pub fn open(
        table: &str,
        on_open: impl Fn() + 'static,
        on_text: impl Fn(String) + 'static,
        on_close: impl Fn() + 'static,
    ) -> Option<Self> {
        let location = window().location();
        let secure = location.protocol().ok()? == "https:";
        let address = format!("{}://{}/ws/{table}", if secure { "wss" } else { "ws" }, location.host().ok()?);
        let socket = WebSocket::new(&address).ok()?;
        let open = Closure::<dyn FnMut(Event)>::new(move |_| on_open());
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            on_text(event.data().as_string().unwrap_or_default());
        });
        let close = Closure::<dyn FnMut(Event)>::new(move |_| on_close());
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        Some(Self { socket, _open: open, _hear: hear, _close: close })
    }

    /// Sends a text if it can.
    pub fn send(&self, text: &str) {
        if self.socket.ready_state() == WebSocket::OPEN {
            let _ = self.socket.send_with_str(text);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}
