"""Hands the platform to endpoints."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import Request

from bailiwick.kernel.http.required import Given
from bailiwick.kernel.platform import Platform


def platform_of(request: Request) -> Platform:
    """Return the platform that the application was created for."""
    return cast(Platform, request.app.state.platform)


CurrentPlatform = Annotated[Platform, Depends(Given(platform_of))]
