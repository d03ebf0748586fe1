//! Randomness from the system. Without it there is no fair shuffle, no secret name of a table, and no card room.

/// Random bytes that nobody knows.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Random bytes where nothing can go on without them.
pub(crate) fn must<const N: usize>() -> [u8; N] {
    bytes().unwrap_or_else(|error| panic!("the system gives no random numbers: {error}"))
}
