"""Hands the platform to endpoints."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import Request

from bailiwick.kernel.platform import Platform
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.given_equipment import ToolEquipment


def platform_of(request: Request) -> Platform:
    """Return the platform that the application was created for."""
    return cast(Platform, request.app.state.platform)


async def given_platform(request: Request) -> Platform:
    """Return it to an endpoint: what is not async is called in a thread."""
    return platform_of(request)


CurrentPlatform = Annotated[Platform, Depends(given_platform)]


def equipment_of(request: Request) -> Equipment:
    """Return what endpoints of plug-ins are built on."""
    return platform_of(request)[ToolEquipment]


async def given_equipment(request: Request) -> Equipment:
    """Return it to an endpoint."""
    return equipment_of(request)


CurrentEquipment = Annotated[Equipment, Depends(given_equipment)]
