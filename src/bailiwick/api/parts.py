"""Hands the platform to endpoints."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import Request

from bailiwick.core.ports import Equipment
from bailiwick.runtime.platform import Platform


def platform_of(request: Request) -> Platform:
    """Return the platform that the application was created for."""
    return cast(Platform, request.app.state.platform)


CurrentPlatform = Annotated[Platform, Depends(platform_of)]


def equipment_of(request: Request) -> Equipment:
    """Return what endpoints of plug-ins are built on."""
    return platform_of(request).equipment


CurrentEquipment = Annotated[Equipment, Depends(equipment_of)]
