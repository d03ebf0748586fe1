"""What can go wrong, each with a stable code for programs and, where a rule forbids something, its clause."""

from __future__ import annotations


class Error(ValueError):
    """Anything that parlour refuses."""

    code: str
    clause: str | None

    def __init__(self, message: str, code: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause

    def __reduce__(self):
        return type(self), (str(self), self.code, self.clause)


class BadArgument(Error):
    """An argument that no game can be made of: an unknown game, option, seat, level or seed."""


class Refused(Error):
    """An action that the rules refuse. It has changed nothing."""


class BadRecord(Error):
    """A record that cannot be read, or of a game that did not happen."""


class InternalError(Error):
    """A mistake in parlour. Please report it, with the record of the game."""
