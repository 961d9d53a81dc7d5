"""Swarms, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"swarm": "commands:app"},
    routers=(
        "http:swarms",
        "residents_http:residents",
        "rooms_http:rooms",
        "mail_http:mail",
        "live_http:swarm_live",
    ),
    events="events",
    opens="opening:open_swarm",
    reasons="reasons:SwarmReason",
    retention="retention:OldMails",
    settings="settings:SwarmSettings",
)
