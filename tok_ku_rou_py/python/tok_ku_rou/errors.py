"""The exceptions of this package. A value of a wrong type raises TypeError instead."""


class TokKuRouError(Exception):
    """What all exceptions of this package derive from."""


class RulesError(TokKuRouError, ValueError):
    """There are no such rules."""


class SetupError(TokKuRouError, ValueError):
    """This board is not a position."""


class PlayError(TokKuRouError, ValueError):
    """This move cannot be played."""


class ParseError(TokKuRouError, ValueError):
    """This text cannot be read.

    ``part`` names what was expected, such as "seeds" or "turn"; ``at`` is the byte (of UTF-8, from 0) where.
    """

    part: str
    at: int

    def __init__(self, message: str, part: str, at: int) -> None:
        """Keeps the message, which ``str`` gives, and what was expected where."""
        super().__init__(message, part, at)
        self.part = part
        self.at = at

    def __str__(self) -> str:
        """The message alone."""
        return str(self.args[0])


class TableError(TokKuRouError, ValueError):
    """This file is not a whole and unchanged table or solved board."""


class StoppedError(TokKuRouError):
    """A ``Stop`` ended the work before there was anything to give."""


class ArgumentError(TokKuRouError, ValueError):
    """Some other argument has a value that it cannot have."""
