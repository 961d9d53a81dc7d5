"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, ServiceAddress, Tool
from bailiwick_skills.forecasts.open_meteo import FORECASTS
from bailiwick_skills.weather.reasons import WeatherReason
from bailiwick_skills.weather.tools import weather_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    return weather_tools(equipment.web)


plugin = Plugin(
    toolset=toolset,
    reasons=WeatherReason,
    services=(
        FORECASTS,
        ServiceAddress(
            name="open_meteo_geocoding",
            setting="open_meteo_geocoding_url",
            default="https://geocoding-api.open-meteo.com",
            description="Where the coordinates of places come from; may be private.",
        ),
    ),
)
