"""Projects over HTTP."""

from uuid import uuid4

import pytest

from support.site import Site


def things_of(client):
    """Make one thing of each kind and return where each is, `kind/id`, by kind."""
    made = {
        "conversation": client.post("/api/conversations/create", json={"agentId": "notes", "title": "About tiles"}),
        "task": client.post("/api/tasks/create", json={"title": "Buy paint"}),
        "document": client.post("/api/documents/text", json={"title": "Café plan", "content": "A plan."}),
        "note": client.post("/api/notes", json={"title": "Measures"}),
    }
    return {kind: f"{kind}/{answer.json()['id']}" for kind, answer in made.items()}


def project_of(client, name="Kitchen", **more):
    answer = client.post("/api/projects", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_project_is_created_once_and_holds_things_of_each_kind(site: Site) -> None:
    with site.client(site.person("Petra")) as petra:
        key = {"Idempotency-Key": "kitchen-once"}
        body = {"name": "Kitchen", "about": "The new one"}
        made, again = (petra.post("/api/projects", json=body, headers=key) for _ in range(2))
        assert made.status_code == 201, made.text
        assert made.json() == again.json()
        path = f"/api/projects/{made.json()['id']}"
        assert made.headers["Location"] == path
        things = things_of(petra)
        for thing in things.values():
            for _ in range(2):  # a repetition changes nothing
                answer = petra.post(f"{path}/things/{thing}/put")
                assert answer.status_code == 200, answer.text
        [listed] = petra.get("/api/projects").json()["projects"]
        assert listed["counts"] == {"conversation": 1, "task": 1, "document": 1, "note": 1}
        page = petra.get(path).json()
        assert page["project"] == listed
        assert {group["kind"]: [thing["title"] for thing in group["things"]] for group in page["groups"]} == {
            "conversation": ["About tiles"],
            "document": ["Café plan"],
            "task": ["Buy paint"],
            "note": ["Measures"],
        }
        links = {thing["kind"]: thing["link"] for group in page["groups"] for thing in group["things"]}
        assert links["task"] == f"/{things['task'].replace('task', 'tasks')}"
        assert links["note"] == f"/plugins/notes#{things['note'].removeprefix('note/')}"
        removed = petra.post(f"{path}/things/{things['note']}/remove").json()
        assert removed["counts"] == {"conversation": 1, "task": 1, "document": 1}
        assert petra.get(f"/api/notes/{things['note'].removeprefix('note/')}").status_code == 200


def test_what_is_in_a_project_is_found_and_read_in_pages(site: Site) -> None:
    with site.client(site.person("Paul")) as paul:
        path = f"/api/projects/{project_of(paul)['id']}"
        things = things_of(paul)
        other = paul.post("/api/tasks/create", json={"title": "Choose tiles"}).json()["id"]
        for thing in (*things.values(), f"task/{other}"):
            paul.post(f"{path}/things/{thing}/put")

        def groups(**query):
            answer = paul.get(f"{path}/things", params=query)
            assert answer.status_code == 200, answer.text
            return {each["kind"]: each for each in answer.json()["groups"]}

        assert list(groups(kind="task")) == ["task"]
        first, second = (groups(kind="task", limit=1, offset=offset)["task"] for offset in (0, 1))
        assert first["total"] == second["total"] == 2
        assert [first["things"][0]["title"], second["things"][0]["title"]] == ["Choose tiles", "Buy paint"]
        assert [each["title"] for each in groups(search="CAFE")["document"]["things"]] == ["Café plan"]
        assert groups(search="tiles")["conversation"]["total"] == 1
        assert groups(search="100%")["task"] == {"kind": "task", "total": 0, "things": []}
        addable = paul.get(f"{path}/addable").json()["things"]
        assert not {each["id"] for each in addable} & {thing.partition("/")[2] for thing in things.values()}


def test_what_can_be_put_into_a_project_is_offered_until_it_is_in_it(site: Site) -> None:
    with site.client(site.person("Pia")) as pia:
        path = f"/api/projects/{project_of(pia)['id']}"
        things = things_of(pia)

        def offered(**query):
            return [each["title"] for each in pia.get(f"{path}/addable", params=query).json()["things"]]

        assert {"About tiles", "Buy paint", "Café plan", "Measures"} <= set(offered())
        assert offered(kind="task") == ["Buy paint"]
        assert offered(search="paint") == ["Buy paint"]
        pia.post(f"{path}/things/{things['task']}/put")
        assert offered(search="paint") == []
        for noun, holds in (("task", True), ("note", False)):
            kind, _, thing = things[noun].partition("/")
            [kitchen] = pia.get("/api/projects", params={"kind": kind, "thing": thing}).json()["projects"]
            assert kitchen["holds"] is holds


def test_what_is_deleted_is_in_no_project_and_comes_back_with_its_place(site: Site) -> None:
    with site.client(site.person("Pablo")) as pablo:
        path = f"/api/projects/{project_of(pablo)['id']}"
        things = things_of(pablo)
        for thing in things.values():
            pablo.post(f"{path}/things/{thing}/put")
        note, document = (things[kind].partition("/")[2] for kind in ("note", "document"))
        assert pablo.delete(f"/api/notes/{note}").status_code < 300
        assert pablo.delete(f"/api/documents/{document}").status_code < 300
        assert pablo.get(path).json()["project"]["counts"] == {"conversation": 1, "task": 1}
        assert pablo.post(f"/api/notes/{note}/restore").status_code == 200
        [listed] = pablo.get("/api/projects").json()["projects"]
        assert listed["counts"] == {"conversation": 1, "task": 1, "note": 1}


def test_a_project_is_renamed_archived_deleted_and_restored(site: Site) -> None:
    with site.client(site.person("Paula")) as paula:
        project = project_of(paula)
        path = f"/api/projects/{project['id']}"
        things = things_of(paula)
        paula.post(f"{path}/things/{things['task']}/put")
        changed = paula.patch(path, json={"name": "New kitchen", "about": "By May"}).json()
        assert (changed["name"], changed["about"]) == ("New kitchen", "By May")
        assert paula.patch(path, json={}).json() == changed
        assert paula.patch(path, json={"archived": True}).json()["archivedAt"]
        assert paula.get("/api/projects").json()["projects"] == []
        [archived] = paula.get("/api/projects", params={"archived": True}).json()["projects"]
        assert archived["id"] == project["id"]
        assert paula.patch(path, json={"archived": False}).json()["archivedAt"] is None
        assert paula.delete(path).json()["counts"] == {"task": 1}
        assert paula.get(path).status_code == paula.delete(path).status_code == 404
        assert paula.get(f"/api/tasks/{things['task'].partition('/')[2]}").status_code == 200
        other = project_of(paula, "new KITCHEN")
        assert paula.post(f"{path}/restore").status_code == 409
        assert paula.delete(f"/api/projects/{other['id']}").status_code == 200
        for _ in range(2):
            assert paula.post(f"{path}/restore").json()["counts"] == {"task": 1}


def test_projects_are_read_in_pages_and_found_by_their_names(site: Site) -> None:
    with site.client(site.person("Pilar")) as pilar:
        for name in ("Cocina", "Jardín", "Viaje"):
            project_of(pilar, name)
        first = pilar.get("/api/projects", params={"limit": 2}).json()
        assert [each["name"] for each in first["projects"]] == ["Viaje", "Jardín"]
        second = pilar.get("/api/projects", params={"limit": 2, "before": first["nextBefore"]}).json()
        assert [each["name"] for each in second["projects"]] == ["Cocina"]
        assert second["nextBefore"] is None
        assert [
            each["name"] for each in pilar.get("/api/projects", params={"search": "JARDIN"}).json()["projects"]
        ] == ["Jardín"]


def test_what_cannot_be_done_is_refused_with_what_to_do(site: Site) -> None:
    with site.client(site.person("Pete")) as pete:
        path = f"/api/projects/{project_of(pete)['id']}"
        taken = pete.post("/api/projects", json={"name": "kitchen"})
        assert taken.status_code == 409, taken.text
        assert 'There is already a project "kitchen"' in taken.text.replace("\\", "")
        garden = project_of(pete, "Garden")
        assert pete.patch(f"/api/projects/{garden['id']}", json={"name": "KITCHEN"}).status_code == 409
        for body in ({}, {"name": " "}, {"name": "a\nb"}, {"name": "x" * 121}, {"name": "x", "about": "a\nb"}):
            assert pete.post("/api/projects", json=body).status_code == 422
        unknown = pete.get(f"{path}/things", params={"kind": "boat"})
        assert unknown.status_code == 422, unknown.text
        assert "conversation, document, task, note" in unknown.text
        assert pete.get("/api/projects", params={"kind": "task"}).status_code == 422
        for thing in (f"task/{uuid4()}", f"boat/{uuid4()}", "task/x", f"Task/{uuid4()}"):
            assert pete.post(f"{path}/things/{thing}/put").status_code == 404
        assert pete.post(f"{path}/things/task/{uuid4()}/remove").status_code == 200


def test_projects_and_what_is_put_into_them_are_their_owners_alone(site: Site) -> None:
    with site.client(site.person("One")) as one, site.client(site.person("Other")) as other:
        mine, theirs = project_of(one), project_of(other)
        things = things_of(one)
        for thing in things.values():
            assert other.post(f"/api/projects/{theirs['id']}/things/{thing}/put").status_code == 404
            assert other.post(f"/api/projects/{mine['id']}/things/{thing}/put").status_code == 404
        assert [each["id"] for each in other.get("/api/projects").json()["projects"]] == [theirs["id"]]
        assert other.get(f"/api/projects/{theirs['id']}/addable", params={"search": "paint"}).json() == {"things": []}


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_kinds_say_what_people_call_them(site: Site, language: str) -> None:
    with site.client(site.person("Kim")) as kim:
        kinds = kim.get("/api/projects/kinds").json()["kinds"]
        assert [each["kind"] for each in kinds] == ["conversation", "document", "task", "note"]
        assert [each["words"][language][1] for each in kinds] == {
            "en": ["conversations", "documents", "tasks", "notes"],
            "es": ["conversaciones", "documentos", "tareas", "notas"],
        }[language]
