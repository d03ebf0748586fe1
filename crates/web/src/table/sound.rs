//! Small sounds, made on the spot: nothing has to be loaded. Silent unless the player wants them.

use leptos::wasm_bindgen::JsValue;
use leptos::web_sys::{AudioContext, OscillatorType};

/// How loud, from 0 to 1.
const VOLUME: f32 = 0.12;

/// What there is to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A card is laid.
    Card,
    /// It is the player's turn.
    Turn,
    /// Something was called out.
    Cry,
    /// The player has won.
    Won,
}

impl Sound {
    /// The notes, in hertz, one after another.
    fn notes(self) -> &'static [f32] {
        match self {
            Self::Card => &[220.0],
            Self::Turn => &[440.0, 550.0],
            Self::Cry => &[660.0, 495.0],
            Self::Won => &[523.0, 659.0, 784.0, 1047.0],
        }
    }

    /// Seconds that each note takes.
    fn length(self) -> f64 {
        match self {
            Self::Card => 0.05,
            _ => 0.14,
        }
    }
}

/// Plays it; a browser that will not is left in peace.
pub fn play(context: &AudioContext, sound: Sound) {
    let _ = try_play(context, sound);
}

fn try_play(context: &AudioContext, sound: Sound) -> Result<(), JsValue> {
    let start = context.current_time();
    for (number, &hertz) in sound.notes().iter().enumerate() {
        let from = start + number as f64 * sound.length();
        let until = from + sound.length();
        let (note, gain) = (context.create_oscillator()?, context.create_gain()?);
        note.set_type(OscillatorType::Triangle);
        note.frequency().set_value(hertz);
        gain.gain().set_value_at_time(VOLUME, from)?;
        // A note that breaks off clicks; one that fades does not.
        gain.gain().linear_ramp_to_value_at_time(0.0, until)?;
        note.connect_with_audio_node(&gain)?.connect_with_audio_node(&context.destination())?;
        note.start_with_when(from)?;
        note.stop_with_when(until)?;
    }
    Ok(())
}
