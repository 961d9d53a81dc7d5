"""What administrators set holds for all: who may, what counts, and that every process follows."""

import asyncio
import contextlib
import io

import psycopg
import pytest
import structlog

from bailiwick import app
from bailiwick.features.installation.actions import Administration
from bailiwick.features.installation.ageing import ageing_kinds
from bailiwick.features.installation.store import InstallationStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.logs import LogLevel, configure_logging, set_log_level
from bailiwick.kernel.settings import Settings
from bailiwick.people.records import FIRST_OWNER_ID, UserRole
from support.people import ensure_user


def test_members_read_and_do_not_write_and_nobody_writes_as_another(new_user_id, stores_run, sync_app):
    async def story(stores):
        member, chief = new_user_id(), new_user_id(role="admin")
        await stores[InstallationStore].put(chief, "test-limit", 5)
        assert await stores[InstallationStore].get(member, "test-limit") == 5
        with pytest.raises(Forbidden):
            await stores[InstallationStore].put(member, "test-limit", 6)
        with sync_app(member) as connection:
            assert connection.execute("update installation_settings set value = '7'").rowcount == 0
        for who in (member, chief):
            with sync_app(who) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(
                    "insert into installation_settings (user_id, name, value) values (%s, 'x', '1')", (FIRST_OWNER_ID,)
                )
        with sync_app() as connection:
            assert connection.execute("select count(*) from installation_settings").fetchone() == (0,)
        other = new_user_id(role="owner")
        await stores[InstallationStore].put(other, "test-limit", 8)
        assert await stores[InstallationStore].get(chief, "test-limit") == 8
        await stores[InstallationStore].put(chief, "test-limit", 9)
        assert await stores[InstallationStore].get(member, "test-limit") == 9

    stores_run(story)


def test_a_process_follows_the_level_that_an_administrator_sets_elsewhere(new_user_id, stores_run):
    async def story(stores):
        await ensure_user(stores, FIRST_OWNER_ID, "Owner", UserRole.OWNER)
        told, bus = asyncio.Queue(), Bus(stores.database)
        here = Administration(stores, bus, None, LogLevel.INFO)
        elsewhere = Administration(stores, Bus(stores.database), None, LogLevel.INFO)
        async with Background() as background:
            background.start("listen", bus.listen())
            await bus.listens.wait()
            background.start("follow", here.follow_log_level(told.put_nowait))
            for level in (LogLevel.DEBUG, LogLevel.ERROR):
                await elsewhere.set_log_level(new_user_id(role="admin"), level)
                async with asyncio.timeout(30):
                    assert await told.get() is level

    stores_run(story)


def test_what_was_said_of_retention_holds_over_settings_and_the_rest_stays(new_user_id, stores_run):
    async def story(stores):
        chief = new_user_id(role="admin")
        await Administration(stores, Bus(stores.database), None, LogLevel.INFO).keep(
            chief, {"mail_days": 7.0, "metric_days": None}
        )
        kinds = ageing_kinds(stores, Settings(event_days=3.0), app.FEATURES)
        later = Administration(stores, Bus(stores.database), None, LogLevel.INFO, kinds)
        assert (await later.retention(chief)).mail_days == 7.0
        assert (await later.retention(chief)).metric_days is None
        assert (await later.retention(chief)).event_days == 3.0, "of which nobody has said anything"

    stores_run(story)


def test_a_logger_made_before_logs_from_the_new_level_on(tmp_path, capsys):
    configure_logging(Settings(home=tmp_path, log_level="warning"))
    log = structlog.get_logger("before")
    log.info("too quiet")
    set_log_level(LogLevel.DEBUG)
    log.debug("heard now")
    set_log_level(LogLevel.ERROR)
    log.warning("quiet again")
    written = capsys.readouterr().err
    assert "heard now" in written
    assert "quiet" not in written


def test_what_is_logged_goes_to_where_standard_error_leads_at_that_time(tmp_path):
    later = io.StringIO()
    with contextlib.redirect_stderr(io.StringIO()) as first:
        configure_logging(Settings(home=tmp_path, log_level="warning"))
    first.close()
    log = structlog.get_logger("before")
    with contextlib.redirect_stderr(later):
        log.warning("heard")
    assert "heard" in later.getvalue()
