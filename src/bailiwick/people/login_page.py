"""The page on which people sign in, or come in for the first time; it needs no script."""

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files

from bailiwick.kernel.http.pages import MARK, page
from bailiwick.people.passwords import LEAST, MOST
from bailiwick.people.records import Secret, TokenKind
from bailiwick_router.core.language import Language


@cache
def _texts(language: Language) -> Mapping[str, str]:
    return json.loads((files("bailiwick.people") / "locales" / f"login.{language}.json").read_text("utf-8"))


class LoginPage:
    """What the page says, in one language; every method returns HTML."""

    def __init__(self, root: str, language: Language) -> None:
        """`root` is the path prefix behind a proxy."""
        self._root = root
        self._language: Language = language
        self._texts = _texts(language)

    def sign_in(self, target: str = "/", *, name: str = "", failure: str = "") -> str:
        """Ask for name and password, and lead to `target` then; `failure` says why the last attempt did not work."""
        fields = self._field("name", "username", name) + self._field("password", "current-password", "")
        body = self._form("/login", {"next": target}, fields, self._texts["sign-in"])
        return self._page(self._texts["heading"], failure, f"{body}<p>{self._texts['other-ways']}</p>")

    def link(self, token: str, target: str = "/") -> str:
        """Show the button that uses a one-time link up."""
        body = self._form("/login", {"token": token, "next": target}, "", self._texts["sign-in"])
        return self._page(self._texts["heading"], "", f"{body}<p>{self._texts['works-once']}</p>")

    def invitation(self, token: str, person: str, *, name: str = "", failure: str = "") -> str:
        """Welcome `person`, and ask what they want to sign in with; `name` is suggested."""
        fields = self._field("name", "username", name) + self._field("password", "new-password", "", least=LEAST)
        rule = self._texts["password-rule"].format(least=LEAST)
        body = f"<p>{self._texts['choose']}</p>" + self._form("/login", {"token": token}, fields, self._texts["join"])
        return self._page(self._texts["welcome"].format(name=person), failure, f"{body}<p>{rule}</p>")

    def _page(self, heading: str, failure: str, body: str) -> str:
        notice = f'<p role="alert">{escape(failure)}</p>' if failure else ""
        content = f"{MARK}<h1>{escape(heading)}</h1>{notice}{body}"
        return page(self._texts["title"], content, self._root, card=True, language=self._language)

    def _form(self, path: str, hidden: Mapping[str, str], fields: str, button: str) -> str:
        kept = "".join(f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in hidden.items())
        return (
            f'<form method="post" action="{escape(self._root)}{path}">{kept}{fields}'
            f'<button type="submit">{button}</button></form>'
        )

    def _field(self, name: str, known_as: str, value: str, *, least: int = 1) -> str:
        kind = "password" if name == "password" else "text"
        return (
            f'<label>{self._texts[name]}<input type="{kind}" name="{name}" value="{escape(value)}" required'
            f' autocomplete="{known_as}" autocapitalize="none" spellcheck="false" minlength="{least}"'
            f' maxlength="{MOST}"></label>'
        )


def is_invitation(token: str) -> bool:
    """Whether the secret of a link says that it is an invitation's."""
    secret = Secret.parse(token)
    return secret is not None and secret.kind is TokenKind.INVITATION
