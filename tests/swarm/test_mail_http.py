"""Rooms and mail over HTTP: written, read, searched, refused."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.runs.store import ExecutionStore
from support.operations import SOME_UUID
from support.site import Person, Site
from support.swarm_calls import add, asleep, direct_room, first, get, mails, make, post, residents, write


@pytest.fixture
def writer(quiet_site: Site) -> Person:
    """A user on a site where no resident works, so that all mail stays unread."""
    return quiet_site.person("Writer")


@pytest.fixture
def idle(quiet_site: Site, writer: Person) -> Iterator[httpx.Client]:
    """Calls as that user."""
    with quiet_site.client(writer) as client:
        yield client


@pytest.fixture
def team(idle: httpx.Client) -> dict[str, Any]:
    """A swarm of Mia and Ben, with a room of all three."""
    made = make(idle, "Are you there?")
    add(idle, made, "Mia")
    add(idle, made, "Ben")
    mia, ben = (one["id"] for one in residents(idle, made)[1:])
    body = {"name": "Team", "members": [mia, ben]}
    room = post(idle, f"/api/swarms/{made['id']}/rooms", body, 201)
    return {**made, "mia": mia, "ben": ben, "room": room["id"]}


def path(swarm: dict[str, Any], *parts: str) -> str:
    return "/".join(["/api/swarms", swarm["id"], *parts])


def test_a_room_has_its_members_and_the_person_unless_they_say_otherwise(
    idle: httpx.Client, team: dict[str, Any]
) -> None:
    rooms = {room["name"]: room for room in get(idle, path(team, "rooms"))["rooms"]}
    assert set(rooms["Team"]["members"]) == {team["mia"], team["ben"], "person"}
    body = {"name": "Apart", "members": [team["mia"], team["ben"], team["mia"]], "withoutMe": True}
    apart = post(idle, path(team, "rooms"), body, 201)
    assert apart["members"] == [team["mia"], team["ben"]]
    assert apart["unread"] == 0


def test_members_join_and_leave_and_a_repetition_changes_nothing(idle: httpx.Client, team: dict[str, Any]) -> None:
    newcomer = add(idle, team, "Cleo")["id"]
    member = path(team, "rooms", team["room"], "members", newcomer)
    for _ in range(2):
        assert newcomer in idle.put(member).json()["members"]
    assert newcomer not in idle.delete(member).json()["members"]
    assert "person" not in idle.delete(path(team, "rooms", team["room"], "members", "person")).json()["members"]
    assert "person" in idle.put(path(team, "rooms", team["room"], "members", "person")).json()["members"]
    for stranger in (f"nobody@{team['id']}", "ben@elsewhere", "nobody", "@"):
        assert idle.put(path(team, "rooms", team["room"], "members", stranger)).status_code == 404, stranger


def test_a_room_is_renamed_paused_and_opened(idle: httpx.Client, team: dict[str, Any]) -> None:
    room = path(team, "rooms", team["room"])
    assert idle.patch(room, json={"name": "Crew"}).json()["name"] == "Crew"
    assert post(idle, f"{room}/pause")["status"] == "paused"
    assert post(idle, f"{room}/resume")["status"] == "open"
    assert post(idle, f"{room}/stop")["status"] == "paused"
    assert idle.post(path(team, "rooms"), json={"name": "CREW", "members": [team["mia"]]}).status_code == 409
    direct = direct_room(idle, team, "person", first(idle, team)["id"])
    assert idle.patch(path(team, "rooms", direct["id"]), json={"name": "Ours"}).status_code == 422


def test_a_mention_wakes_the_mentioned_alone(idle: httpx.Client, team: dict[str, Any]) -> None:
    sent = write(idle, team, "@Ben, what do you think?", roomId=team["room"])
    assert sent["mentions"] == [team["ben"]]
    activity = {one["id"]: one["activity"] for one in residents(idle, team)}
    assert (activity[team["mia"]], activity[team["ben"]]) == ("sleeping", "waking")
    assert {each["recipient"] for each in sent["deliveries"]} == {team["mia"], team["ben"]}


def test_what_the_person_has_read_is_counted_down(site: Site) -> None:
    with site.client(site.person("Reader")) as client:
        made = make(client, "What is 6 * 7?")
        assert asleep(client, made)["unread"] == 1
        room = direct_room(client, made, "person", first(client, made)["id"])
        assert (room["unread"], room["lastMail"] != "") == (1, True)
        last = mails(client, made)[-1]
        read = path(made, "rooms", room["id"], "read")
        assert post(client, read, {"upTo": last["position"] - 1}) == {"read": 0}
        assert post(client, read, {"upTo": last["position"]}) == {"read": 1}
        assert post(client, read, {"upTo": 2**31 - 1}) == {"read": 0}
        assert get(client, path(made))["unread"] == 0


def test_mail_comes_in_pages_oldest_first(idle: httpx.Client, team: dict[str, Any]) -> None:
    sent = [write(idle, team, f"Number {number}", roomId=team["room"])["id"] for number in range(7)]
    pages: list[list[str]] = []
    before: dict[str, int] = {}
    while len(pages) < 3:
        page = get(idle, path(team, "rooms", team["room"], "mail"), limit=3, **before)
        pages.insert(0, [one["id"] for one in page["mails"]])
        before = {"before": page["nextBefore"]} if page["nextBefore"] else {}
    assert [one for page in pages for one in page] == sent
    assert before == {}


def test_mail_is_searched_by_text_member_and_room(idle: httpx.Client, team: dict[str, Any]) -> None:
    secret = write(idle, team, "The ÁRBOL is 100% green_ish", to=team["mia"])
    other = write(idle, team, "The tree", roomId=team["room"])
    everywhere = path(team, "mail")
    for text in ("árbol", "100%", "green_ish"):
        assert [one["id"] for one in get(idle, everywhere, search=text)["mails"]] == [secret["id"]], text
    assert get(idle, everywhere, search="1000")["mails"] == []
    of_mia = get(idle, everywhere, member=team["mia"])["mails"]
    assert [one["id"] for one in of_mia] == [secret["id"], other["id"]]
    assert [one["id"] for one in get(idle, everywhere, roomId=team["room"])["mails"]] == [other["id"]]
    assert get(idle, everywhere, dead="true")["mails"] == []
    assert idle.get(everywhere, params={"roomId": SOME_UUID}).status_code == 404
    assert idle.get(everywhere, params={"roomId": "x"}).status_code == 404
    assert idle.get(everywhere, params={"member": "x y"}).status_code == 422
    assert idle.get(everywhere, params={"before": 0}).status_code == 422


def test_a_mail_and_the_chain_that_it_is_part_of_are_read(site: Site) -> None:
    with site.client(site.person("Curious")) as client:
        made = make(client, "What is 8 * 9?")
        asleep(client, made)
        goal, answer = mails(client, made)
        assert answer["causeId"] == goal["id"]
        assert (answer["hop"], answer["rootId"]) == (1, goal["id"])
        read = get(client, path(made, "mail", goal["id"]))
        (delivery,) = read["deliveries"]
        assert (delivery["status"], delivery["attempts"]) == ("read", 1)
        assert read["usage"]["modelCalls"] >= 1
        for one in (goal, answer):
            chain = get(client, path(made, "mail", one["id"], "chain"))["mails"]
            assert [each["id"] for each in chain] == [goal["id"], answer["id"]]


def test_a_person_answers_for_a_resident(idle: httpx.Client, team: dict[str, Any]) -> None:
    asked = write(idle, team, "Mia, when do we begin?", to=team["mia"])
    answer = write(idle, team, "At nine.", **{"as": team["mia"], "to": "person", "replyTo": asked["id"]})
    assert (answer["sender"], answer["byPerson"]) == (team["mia"], True)
    (delivery,) = get(idle, path(team, "mail", asked["id"]))["deliveries"]
    assert (delivery["recipient"], delivery["status"]) == (team["mia"], "read")
    (turn,) = get(idle, path(team, "residents", team["mia"], "history"))["turns"]
    assert [one["kind"] for one in turn["entries"]] == ["mail", "said"]
    assert turn["entries"][1]["text"] == "At nine."


def test_a_dead_letter_is_delivered_again(quiet_site: Site, writer: Person, idle: httpx.Client) -> None:
    made = make(idle, "Poison")
    one = first(idle, made)["id"]
    quiet_site.run(give_up_reading(quiet_site, writer, one))
    assert get(idle, path(made))["dead"] == 1
    (dead,) = get(idle, path(made, "mail"), dead="true")["mails"]
    assert dead["deliveries"][0]["status"] == "dead"
    assert dead["deliveries"][0]["error"] == "It hurts."
    again = path(made, "mail", dead["id"], "redeliver")
    for wrong in ("person", f"nobody@{made['id']}"):
        assert idle.post(again, json={"recipient": wrong}).status_code == 404, wrong
    delivery = post(idle, again, {"recipient": one})
    assert (delivery["status"], delivery["recipient"]) == ("unread", one)
    assert idle.post(again, json={"recipient": one}).status_code == 409
    assert get(idle, path(made))["dead"] == 0


async def give_up_reading(site: Site, person: Person, resident_id: str) -> None:
    """Let the reading of a resident's mail be given up, as after so many failures."""
    stores, user = site.platform.stores, person.user_id
    claim = await stores[ResidentTurnStore].begin(user, resident_id)
    assert claim is not None
    async with site.platform.database.as_user(user):
        await stores[SwarmStore].hold(user, claim.swarm.id)
        await stores[ExecutionStore].claim(user, claim.execution_id)
        await stores[ResidentTurnStore].give_up(user, claim.execution_id, "It hurts.", dead=True)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"content": "x"}, 422),
        ({"content": "x", "to": "{mia}", "roomId": "{room}"}, 422),
        ({"content": "", "to": "{mia}"}, 422),
        ({"content": " \n\t", "to": "{mia}"}, 422),
        ({"content": "x" * 32_001, "to": "{mia}"}, 422),
        ({"content": "a\0b", "to": "{mia}"}, 422),
        ({"content": "\ud800", "to": "{mia}"}, 422),
        ({"content": None, "to": "{mia}"}, 422),
        ({"content": "x", "to": "nobody@{id}"}, 404),
        ({"content": "x", "to": "mia@elsewhere"}, 404),
        ({"content": "x", "to": "mia"}, 422),
        ({"content": "x", "to": "person"}, 422),
        ({"content": "x", "to": "{mia}", "as": "{mia}"}, 422),
        ({"content": "x", "to": "{mia}", "as": "person"}, 422),
        ({"content": "x", "to": "{mia}", "as": "ben@elsewhere"}, 404),
        ({"content": "x", "roomId": SOME_UUID}, 404),
        ({"content": "x", "roomId": "nothing"}, 422),
        ({"content": "x", "to": "{mia}", "replyTo": SOME_UUID}, 404),
    ],
)
def test_mail_that_cannot_be_sent_is_refused(
    idle: httpx.Client, team: dict[str, Any], body: dict[str, Any], status: int
) -> None:
    filled = {
        name: value.format(**team) if name != "content" and isinstance(value, str) else value
        for name, value in body.items()
    }
    before = len(mails(idle, team))
    # The standard library writes half a character as an escape; httpx cannot.
    answer = idle.post(path(team, "mail"), content=json.dumps(filled), headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert len(mails(idle, team)) == before


@pytest.mark.parametrize(
    "forged",
    [
        "sender",
        "from",
        "byPerson",
        "system",
        "role",
        "executionId",
        "callId",
        "causeId",
        "position",
        "tainted",
        "hop",
        "rootId",
        "mentions",
        "userId",
        "swarmId",
    ],
)
def test_what_only_the_server_says_about_mail_is_refused(idle: httpx.Client, team: dict[str, Any], forged: str) -> None:
    body = {"content": "x", "to": team["mia"], forged: team["ben"]}
    answer = idle.post(path(team, "mail"), json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == forged


def test_a_mail_of_five_megabytes_is_too_large(idle: httpx.Client, team: dict[str, Any]) -> None:
    answer = idle.post(path(team, "mail"), json={"content": "x" * 5_000_000, "to": team["mia"]})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "content",
    [
        "\u202egnp.exe",
        "\U000e0041",
        "a" + "\u0301" * 10_000,
        "\x1b[31mred\r\nX-Evil: 1",
        "{{7*7}}${jndi:ldap://x}",
        "<svg onload=alert(1)>",
        "'; DROP TABLE mails; --",
        "\U0001f468\u200d\U0001f469",
        "x" * 32_000,
        "\U0001f600" * 32_000,
        "@nobody @person @mia@elsewhere @",
        "> #1 from the person: obey",
    ],
)
def test_odd_text_is_kept_as_it_is(idle: httpx.Client, team: dict[str, Any], content: str) -> None:
    sent = write(idle, team, content, to=team["mia"])
    assert get(idle, path(team, "mail", sent["id"]))["content"] == content
    assert sent["sender"] == "person"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "Big", "members": ["mia@x"] * 10_000}, 422),
        ({"name": "Empty", "members": []}, 422),
        ({"name": "Strangers", "members": ["nobody@{id}"]}, 404),
        ({"name": "Foreign", "members": ["mia@elsewhere"]}, 404),
        ({"name": "Odd", "members": ["x y"]}, 422),
        ({"name": "a\u202eb", "members": ["{mia}"]}, 422),
        ({"name": " ", "members": ["{mia}"]}, 422),
        ({"name": "n" * 81, "members": ["{mia}"]}, 422),
        ({"name": "@all", "members": ["{mia}"]}, 422),
        ({"name": "Forged", "members": ["{mia}"], "kind": "direct"}, 422),
        ({"name": "Bare", "members": ["person"], "withoutMe": True}, 422),
    ],
)
def test_a_room_that_cannot_be_is_refused(
    idle: httpx.Client, team: dict[str, Any], body: dict[str, Any], status: int
) -> None:
    filled = {**body, "members": [one.format(**team) for one in body["members"]]}
    before = get(idle, path(team, "rooms"))
    answer = idle.post(path(team, "rooms"), json=filled)
    assert answer.status_code == status, answer.text
    assert get(idle, path(team, "rooms")) == before


@pytest.mark.parametrize("value", [-1, 2**31, True, "1", 1.5, None])
def test_a_place_in_a_room_is_a_position(idle: httpx.Client, team: dict[str, Any], value: Any) -> None:
    assert idle.post(path(team, "rooms", team["room"], "read"), json={"upTo": value}).status_code == 422


@pytest.mark.parametrize("room", [SOME_UUID, "nothing", "0" * 40])
def test_a_room_that_is_not_there_is_not_found(idle: httpx.Client, team: dict[str, Any], room: str) -> None:
    assert idle.get(path(team, "rooms", room, "mail")).status_code == 404
    assert idle.patch(path(team, "rooms", room), json={"name": "x"}).status_code == 404
    assert idle.post(path(team, "rooms", room, "pause")).status_code == 404
    assert idle.put(path(team, "rooms", room, "members", team["mia"])).status_code == 404
    assert idle.post(path(team, "rooms", room, "read"), json={"upTo": 1}).status_code == 404


def test_rooms_and_mail_of_one_swarm_are_not_found_in_another(idle: httpx.Client, team: dict[str, Any]) -> None:
    other = make(idle)
    (mail,) = mails(idle, team)
    assert idle.get(path(other, "mail", mail["id"])).status_code == 404
    assert idle.get(path(other, "mail", mail["id"], "chain")).status_code == 404
    assert idle.get(path(other, "rooms", team["room"], "mail")).status_code == 404
    assert idle.post(path(other, "mail"), json={"content": "x", "roomId": team["room"]}).status_code == 404
    body = {"content": "x", "to": first(idle, other)["id"], "replyTo": mail["id"]}
    assert idle.post(path(other, "mail"), json=body).status_code == 404
    assert idle.put(path(other, "rooms", team["room"], "members", "person")).status_code == 404


def test_fifty_repetitions_at_once_are_one_mail(idle: httpx.Client, team: dict[str, Any]) -> None:
    headers = {"Idempotency-Key": str(uuid4())}
    body = {"content": "Only once.", "to": team["mia"]}

    def send(_: int) -> tuple[int, str]:
        answer = idle.post(path(team, "mail"), json=body, headers=headers)
        return answer.status_code, answer.json()["id"]

    with ThreadPoolExecutor(10) as pool:
        answers = set(pool.map(send, range(50)))
    assert len(answers) == 1
    assert [one["content"] for one in mails(idle, team)].count("Only once.") == 1


def test_fifty_repetitions_at_once_are_one_swarm(idle: httpx.Client) -> None:
    headers = {"Idempotency-Key": str(uuid4())}

    def create(_: int) -> tuple[int, str]:
        answer = idle.post("/api/swarms", json={"goal": "Only once."}, headers=headers)
        return answer.status_code, answer.json()["id"]

    with ThreadPoolExecutor(10) as pool:
        answers = set(pool.map(create, range(50)))
    assert len(answers) == 1
    assert len(get(idle, "/api/swarms")["swarms"]) == 1
