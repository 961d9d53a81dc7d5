"""What a person prefers is shown and changed with commands, each a process of its own."""

from support.terminal import Terminal


def test_memory_and_silence_are_switched_in_the_terminal(terminal: Terminal) -> None:
    before = terminal.read("preferences", "show")
    assert (before["recall"], before["remember"], before["silenceMinutes"]) == (True, True, None)
    shown = terminal.run("preferences", "set", "--no-recall", "--no-remember", "--silence", "10")
    assert "silence that ends a conversation  10 minutes" in shown
    after = terminal.read("preferences", "show")
    assert (after["recall"], after["remember"], after["silenceMinutes"]) == (False, False, 10)
    back = terminal.read("preferences", "set", "--recall", "--default-silence")
    assert (back["recall"], back["remember"], back["silenceMinutes"]) == (True, False, None)
    terminal.run("preferences", "set", "--silence", "-1", status=2)
    terminal.environment["LANG"] = "es_ES.UTF-8"
    assert "modo de los chats nuevos               supervisado" in terminal.run("preferences", "show")
