"""Hands the platform to endpoints."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import Request

from bailiwick.runtime.platform import Platform


def platform_of(request: Request) -> Platform:
    """Return the platform that the application was created for."""
    return cast(Platform, request.app.state.platform)


async def _platform(request: Request) -> Platform:
    return platform_of(request)  # what is not async is called in a thread


CurrentPlatform = Annotated[Platform, Depends(_platform)]
