//! Whether a phrase says a wording, and how well.

use crate::lattice::{Distance, Edge, Lattice, StepMeaning};
use crate::wording::Wording;

/// How well a phrase says a wording. Less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fit {
    pub(crate) guessed: u16,
    pub(crate) sounds: u16,
    /// Whether something of the wording was left unsaid.
    pub(crate) partly: bool,
    pub(crate) loose: u16,
    /// Whether too little was said to act on it: neither what is done nor a card nor a number.
    pub(crate) vague: bool,
}

/// The best path through the phrase up to some word, with the number of cards and numbers matched so far.
#[derive(Clone, Copy)]
struct Path {
    distance: Distance,
    said: u64,
    tells: bool,
}

impl Path {
    fn beats(&self, other: &Self) -> bool {
        let rank = |path: &Self| {
            let unsaid = u64::BITS - path.said.count_ones();
            (path.distance.guessed, path.distance.sounds, unsaid, !path.tells, path.distance.loose)
        };
        rank(self) < rank(other)
    }
}

/// The paths that have come so far, by word, cards and numbers; kept from one wording to the next.
#[derive(Default)]
pub(crate) struct Fitter {
    paths: Vec<Option<Path>>,
}

/// How many cards and numbers of a wording are said.
#[derive(Clone, Copy)]
struct Said {
    pips: usize,
    numbers: usize,
}

impl Fitter {
    /// The best fit of the phrase, if every word of it has a meaning in this wording.
    pub(crate) fn fit(&mut self, lattice: &Lattice, wording: &Wording) -> Option<Fit> {
        let words = lattice.edges.len();
        let side = wording.numbers.len() + 1;
        let places = (wording.pips.len() + 1) * side;
        self.paths.clear();
        self.paths.resize((words + 1) * places, None);
        self.paths[0] = Some(Path { distance: Distance::NONE, said: 0, tells: false });
        let mut reached = 0;
        for (index, edges) in lattice.edges.iter().enumerate() {
            if index > reached {
                return None;
            }
            for place in 0..places {
                let Some(path) = self.paths[index * places + place] else { continue };
                let said = Said { pips: place / side, numbers: place % side };
                for edge in edges {
                    let Some((next, said)) = step(&path, edge, wording, said) else { continue };
                    reached = reached.max(edge.to);
                    let there = &mut self.paths[edge.to * places + said.pips * side + said.numbers];
                    if there.is_none_or(|known| next.beats(&known)) {
                        *there = Some(next);
                    }
                }
            }
        }
        let ends = self.paths[words * places..].iter().enumerate();
        ends.filter_map(|(place, path)| {
            judge(path.as_ref()?, wording, Said { pips: place / side, numbers: place % side })
        })
        .min()
    }
}

fn step(path: &Path, edge: &Edge, wording: &Wording, said: Said) -> Option<(Path, Said)> {
    let mut next = Path { distance: path.distance.plus(edge.distance), ..*path };
    let Said { mut pips, mut numbers } = said;
    match edge.what {
        StepMeaning::Skip => {}
        StepMeaning::Word(id) => {
            // A word that occurs twice in the wording needs to be said only once.
            let bits = (0..).zip(&wording.words).filter(|(_, word)| **word == id);
            let bits = bits.fold(0, |bits, (bit, _)| bits | 1 << bit);
            if bits == 0 {
                return None;
            }
            next.said |= bits;
        }
        StepMeaning::Pip(pip) => {
            wording.pips.get(pips).filter(|&&wanted| pip.names(wanted))?;
            next.tells |= pip.tells();
            pips += 1;
        }
        StepMeaning::Number(number) => {
            wording.numbers.get(numbers).filter(|&&wanted| wanted == number)?;
            next.tells = true;
            numbers += 1;
        }
    }
    Some((next, Said { pips, numbers }))
}

fn judge(path: &Path, wording: &Wording, Said { pips, numbers }: Said) -> Option<Fit> {
    let said = path.said & wording.needed;
    if said == 0 && pips == 0 && numbers == 0 {
        return None;
    }
    let all = said == wording.needed && pips == wording.pips.len() && numbers == wording.numbers.len();
    let Distance { guessed, sounds, loose } = path.distance;
    let vague = !all && !path.tells && said & wording.verb == 0;
    Some(Fit { guessed, sounds, partly: !all, loose, vague })
}
