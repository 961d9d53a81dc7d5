"""Asking the person in front of the terminal before what cannot be undone."""

import typer

from bailiwick.kernel.terminal.texts import phrase

YES = ("y", "yes", "s", "sí", "si")
"""What means yes, whatever the language."""


def agreed(question: str) -> bool:
    """Return whether the person says yes to a question; anything else, an empty line too, is no."""
    answer = typer.prompt(question, default="", show_default=False, prompt_suffix=f" [{phrase('asking.yes-or-no')}]: ")
    return answer.strip().lower() in YES
