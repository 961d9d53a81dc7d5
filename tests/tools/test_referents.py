"""Which thing a reference was taken to mean is told to who keeps the record."""

from bailiwick.models.recognising import recognise
from bailiwick.tools.records import Recognition, Referent, Request
from bailiwick.tools.references import picked, taking, wanted

THINGS = ("milk", "eggs", "bread")


class Picks:
    def read(self, request: Request) -> Recognition | None:
        thing = wanted(request.text, THINGS)
        return None if thing is None else Recognition(arguments={"thing": thing}, confidence=0.9)

    def say(self, arguments, result, language) -> str:
        return ""


def test_a_reading_says_which_of_how_many_things_it_took():
    found = recognise("picks", Picks(), Request(text="open the second one", language="en"))
    assert (found.arguments, found.referents) == ({"thing": "eggs"}, (Referent("the second one", 2, 3),))
    found = recognise("picks", Picks(), Request(text="la última", language="es"))
    assert found.referents == (Referent("la última", 3, 3),)
    assert recognise("picks", Picks(), Request(text="milk", language="en")) is None


def test_what_means_none_of_them_is_not_noted_and_nothing_is_outside_of_a_reading():
    with taking() as taken:
        assert picked("the fifth one", THINGS) is None
        assert picked("it", THINGS) is None
        assert picked("it", THINGS[:1]) == "milk"
    assert taken == [Referent("it", 1, 1)]
    assert picked("the first", THINGS) == "milk"
    assert len(taken) == 1
