"""`bailiwick --version`."""

from typing import Annotated

import typer


def _tell(wanted: bool) -> None:
    if wanted:
        import bailiwick  # reads the version from the installed package, which takes a while

        typer.echo(f"bailiwick {bailiwick.__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=_tell, is_eager=True)]
"""An option of the whole program: nothing else is looked at when it is given."""
