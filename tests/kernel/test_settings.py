"""Options of a room or feature are read once, from where those of the process are."""

import pytest
from pydantic import ValidationError

from bailiwick.kernel.settings import Settings
from bailiwick.people.settings import PeopleSettings


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The `config.toml` of a data directory."""
    monkeypatch.setenv("BAILIWICK_HOME", str(tmp_path))
    return tmp_path / "config.toml"


def test_what_was_read_holds_also_when_the_file_is_damaged_meanwhile(file):
    file.write_text("session_days = 3\n")
    settings = Settings()
    assert settings.of(PeopleSettings).session_days == 3
    file.write_text("session_days = ")
    assert settings.of(PeopleSettings).session_days == 3


def test_a_copy_with_other_options_reads_them_anew(file):
    settings = Settings()
    before = settings.of(PeopleSettings).session_days
    assert settings.model_copy(update={"session_days": before + 1}).of(PeopleSettings).session_days == before + 1
    assert settings.of(PeopleSettings).session_days == before
    assert not file.exists()


def test_a_wrong_value_is_refused_when_it_is_read(file):
    file.write_text("session_days = -1\n")
    with pytest.raises(ValidationError):
        Settings().of(PeopleSettings)
