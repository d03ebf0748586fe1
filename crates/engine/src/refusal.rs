//! Why the rules refuse an action: a stable code for programs, the clause, and a sentence for the player.

use std::error::Error;

/// Why an action is refused. Made by [`refusals!`](crate::refusals!).
pub trait Refusal: Error + Clone + PartialEq + Send + Sync + 'static {
    /// Every code there is, each once.
    const CODES: &'static [&'static str];

    /// A name for programs, in kebab case. It stays the same when the sentence is reworded.
    fn code(&self) -> &'static str;

    /// The rule clause that forbids it.
    fn clause(&self) -> &'static str;
}

/// Defines why actions are refused: for each reason its code, its clause and its sentence, in one place.
///
/// The sentence is a format string over the reason's fields. More arguments may follow it.
///
/// ```
/// engine::refusals! {
///     /// Why an action is refused.
///     pub enum Refusal {
///         NothingLeft: "nothing-left", "XX-R3", "there is nothing left to take";
///         TooMany { asked: usize }: "too-many", "XX-R4", "{} is more than there are", asked;
///     }
/// }
/// use engine::Refusal as _;
/// let refused = Refusal::TooMany { asked: 7 };
/// assert_eq!((refused.code(), refused.clause()), ("too-many", "XX-R4"));
/// assert_eq!(refused.to_string(), "7 is more than there are");
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($reason:ident $({ $($field:ident: $type:ty),+ })?:
                $code:literal, $clause:expr, $sentence:literal $(, $argument:expr)*;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        $vis enum $name { $(#[doc = $sentence] $reason $({ $($field: $type),+ })?,)+ }

        #[allow(unused_variables)]
        impl $crate::Refusal for $name {
            const CODES: &'static [&'static str] = &[$($code),+];

            fn code(&self) -> &'static str {
                match self { $(Self::$reason { .. } => $code,)+ }
            }

            fn clause(&self) -> &'static str {
                match self { $(Self::$reason $({ $($field),+ })? => $clause,)+ }
            }
        }

        #[allow(unused_variables)]
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { $(Self::$reason $({ $($field),+ })? => write!(f, $sentence $(, $argument)*),)+ }
            }
        }

        impl ::std::error::Error for $name {}
    };
}
