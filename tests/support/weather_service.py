"""What Open-Meteo answers: places and forecasts in the shapes that its documentation shows."""

import json
from datetime import date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from bailiwick.tools.phrases import plain
from support.public_web import Reply

GEOCODING = "http://geo.internal:8080"
FORECAST = "http://meteo.internal:8080"
SETTINGS = {"open_meteo_geocoding_url": GEOCODING, "open_meteo_url": FORECAST}
NOW = datetime(2026, 11, 22, 10, 15)  # a Sunday


def place(name, region, country, code, latitude, longitude, population, kind="PPL", **more):
    return {
        "id": abs(hash((name, region))) % 10**7,
        "name": name,
        "latitude": latitude,
        "longitude": longitude,
        "elevation": 50.0,
        "feature_code": kind,
        "country_code": code,
        "admin1_id": 1,
        "timezone": "Europe/Paris",
        "population": population,
        "postcodes": ["1"],
        "country_id": 2,
        "country": country,
        "admin1": region,
        **more,
    }


PLACES = [
    place("Paris", "Île-de-France", "France", "FR", 48.85341, 2.3488, 2138551, "PPLC"),
    place("Paris", "Texas", "United States", "US", 33.66094, -95.55551, 24171),
    place("Madrid", "Madrid", "Spain", "ES", 40.4165, -3.70256, 3255944, "PPLC"),
    place("Springfield", "Missouri", "United States", "US", 37.21533, -93.29824, 166810),
    place("Springfield", "Massachusetts", "United States", "US", 42.10148, -72.58981, 155929),
    place("Springfield", "Illinois", "United States", "US", 39.80172, -89.64371, 114394),
    place("Springfield", "Vermont", "United States", "US", 43.29841, -72.48231, 9373),
    place("Córdoba", "Cordoba", "Argentina", "AR", -31.4135, -64.18105, 1428214, "PPLA"),
    place("Córdoba", "Andalusia", "Spain", "ES", 37.89155, -4.77275, 328841, "PPLA2"),
    place("Denver", "Colorado", "United States", "US", 39.73915, -104.9847, 715522, "PPLA"),
    place("Spain", "", "Spain", "ES", 40.0, -4.0, 46723749, "PCLI"),
    place("New York", "New York", "United States", "US", 40.71427, -74.00597, 8804190),
]


def places(hit):
    """Answer `/v1/search`: names that begin with what is asked, without diacritics."""
    asked = plain(parse_qs(urlsplit(hit.url).query)["name"][0])
    found = [each for each in PLACES if plain(each["name"]).startswith(asked)]
    # The service leaves `results` out when there is none.
    return as_json({"results": found, "generationtime_ms": 0.5} if found else {"generationtime_ms": 0.5})


def forecast(hit, *, now=NOW, **changed):
    """Answer `/v1/forecast`: day n has a high of 10 + n and a low of n, rain from 14 to 17 on the second."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(hit.url).query).items()}
    days = [now.date() + timedelta(days=number) for number in range(int(asked["forecast_days"]))]
    hours = [datetime.combine(day, datetime.min.time()) + timedelta(hours=hour) for day in days for hour in range(24)]
    wet = {(days[1], hour) for hour in (14, 15, 16)} | {(days[0], 3)} if len(days) > 1 else set()
    value = {
        "latitude": 48.86,
        "longitude": 2.34,
        "generationtime_ms": 0.2,
        "utc_offset_seconds": 3600,
        "timezone": "Europe/Paris",
        "timezone_abbreviation": "GMT+1",
        "elevation": 38.0,
        "current_units": {"time": "iso8601", "temperature_2m": "°C"},
        "current": {
            "time": now.isoformat(timespec="minutes"),
            "interval": 900,
            "temperature_2m": 8.4,
            "relative_humidity_2m": 81,
            "apparent_temperature": 5.1,
            "precipitation": 0.0,
            "weather_code": 3,
            "wind_speed_10m": 14.4,
            "wind_direction_10m": 225,
            "wind_gusts_10m": 30.2,
            "is_day": 1,
        },
        "hourly_units": {"time": "iso8601"},
        "hourly": {
            "time": [hour.isoformat(timespec="minutes") for hour in hours],
            "precipitation": [1.4 if (hour.date(), hour.hour) in wet else 0.0 for hour in hours],
            "precipitation_probability": [80 if (hour.date(), hour.hour) in wet else 5 for hour in hours],
        },
        "daily_units": {"time": "iso8601"},
        "daily": {
            "time": [day.isoformat() for day in days],
            "weather_code": [63 if number == 1 else 1 for number in range(len(days))],
            "temperature_2m_max": [10.0 + number for number in range(len(days))],
            "temperature_2m_min": [float(number) for number in range(len(days))],
            "precipitation_sum": [4.2 if number == 1 else 0.0 for number in range(len(days))],
            "precipitation_probability_max": [80 if number == 1 else 5 for number in range(len(days))],
            "snowfall_sum": [0.0] * len(days),
            "wind_speed_10m_max": [25.2] * len(days),
            "wind_gusts_10m_max": [44.6] * len(days),
            "uv_index_max": [1.3] * len(days),
            "sunrise": [f"{day}T08:12" for day in days],
            "sunset": [f"{day}T17:01" for day in days],
        },
    } | changed
    return as_json(value)


def as_json(value, status=200, **headers):
    """Return a reply with a JSON body."""
    return Reply(json.dumps(value).encode(), status, {"Content-Type": "application/json; charset=utf-8", **headers})


def serve(internet):
    """Put both services into a test's internet, at private addresses."""
    internet.names["geo.internal"] = ["10.0.0.7"]
    internet.names["meteo.internal"] = ["10.0.0.8"]
    internet.replies[f"{GEOCODING}/v1/search"] = places
    internet.replies[f"{FORECAST}/v1/forecast"] = forecast


def mountain(hit, *, now=NOW, new_snow=20.0, depth=1.5, rain=0.0, gusts=25.0, temperature=-6.0, visibility=20_000.0):
    """Answer `/v1/forecast` for several heights: an array, one forecast a height, two days back."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(hit.url).query).items()}
    heights = [float(height) for height in asked["elevation"].split(",")]
    first = now.date() - timedelta(days=int(asked["past_days"]))
    days = [first + timedelta(days=number) for number in range(int(asked["forecast_days"]) + int(asked["past_days"]))]
    hours = [datetime.combine(day, datetime.min.time()) + timedelta(hours=hour) for day in days for hour in range(24)]
    value = [
        _height(height, number, now, days, hours, new_snow, depth, rain, gusts, temperature, visibility)
        for number, height in enumerate(heights)
    ]
    return as_json(value)


def _height(height, number, now, days: list[date], hours, new_snow, depth, rain, gusts, temperature, visibility):
    warmer = temperature + 5 * (1 - number)
    recent = [now - timedelta(hours=24) < hour <= now for hour in hours]
    return {
        "latitude": 45.3,
        "longitude": -121.6,
        "timezone": "America/Los_Angeles",
        "elevation": height,
        "location_id": number,
        "utc_offset_seconds": -28800,
        "current": {
            "time": now.isoformat(timespec="minutes"),
            "interval": 900,
            "temperature_2m": warmer,
            "apparent_temperature": warmer - 5,
            "weather_code": 73,
            "wind_speed_10m": gusts / 2,
            "wind_direction_10m": 270,
            "wind_gusts_10m": gusts,
        },
        "hourly": {
            "time": [hour.isoformat(timespec="minutes") for hour in hours],
            "temperature_2m": [warmer] * len(hours),
            "snowfall": [new_snow / 24 if each else 0.0 for each in recent],
            "snow_depth": [depth] * len(hours),
            "rain": [rain] * len(hours),
            "freezing_level_height": [1200.0] * len(hours),
            "visibility": [visibility] * len(hours),
            "wind_gusts_10m": [gusts] * len(hours),
        },
        "daily": {
            "time": [day.isoformat() for day in days],
            "weather_code": [73] * len(days),
            "snowfall_sum": [7.0] * len(days),
            "temperature_2m_max": [warmer + 2] * len(days),
            "temperature_2m_min": [warmer - 4] * len(days),
            "wind_gusts_10m_max": [gusts] * len(days),
        },
    }
