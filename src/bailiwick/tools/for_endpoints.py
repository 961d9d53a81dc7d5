"""Hands what plug-ins are built on to their endpoints and commands."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from bailiwick.kernel.http.parts import platform_of
from bailiwick.kernel.http.required import Given
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.given_equipment import ToolEquipment


def equipment_of(request: Request) -> Equipment:
    """Return what endpoints of plug-ins are built on."""
    return platform_of(request)[ToolEquipment]


CurrentEquipment = Annotated[Equipment, Depends(Given(equipment_of))]
