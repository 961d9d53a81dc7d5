"""The full name of a model is made and read in one place."""

import pytest

from bailiwick.models.names import ModelName


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("openai:gpt-5", "openai", "gpt-5"),
        ("ollama:qwen3:0.6b", "ollama", "qwen3:0.6b"),
        ("offline", "offline", ""),
        ("scripted:folder/a.toml", "scripted", "folder/a.toml"),
    ],
)
def test_a_name_is_read_as_it_was_made(name, provider, model):
    assert ModelName.read(name) == (provider, model)
    assert str(ModelName(provider, model)) == name
