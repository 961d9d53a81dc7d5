"""The filter, run by an interpreter of the kernel's rules, says of each call what it should."""

import struct

import pytest

from bailiwick.tools.sandbox import seccomp
from bailiwick.tools.sandbox.seccomp import ALLOW, EAFNOSUPPORT, ENOSYS, EPERM, ERRNO, KILL, MACHINES, filter_program

X86, ARM = MACHINES["x86_64"], MACHINES["aarch64"]
READ = {"x86_64": 0, "aarch64": 63}


def decide(program: bytes, machine: int, number: int, *arguments: int) -> int:
    """Run a filter as the kernel does (Documentation/networking/filter.rst): only jumps forward, one accumulator."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, machine, 0, *padded)
    steps = list(struct.iter_unpack("=HBBI", program))
    accumulator = at = 0
    while True:
        code, holds, otherwise, value = steps[at]
        at += 1
        if code == seccomp.RETURN:
            return value
        if code == seccomp.LOAD:
            (accumulator,) = struct.unpack_from("=I", data, value)
            continue
        met = {
            seccomp.JUMP_EQUAL: accumulator == value,
            seccomp.JUMP_AT_LEAST: accumulator >= value,
            seccomp.JUMP_ANY_BIT: bool(accumulator & value),
        }[code]
        at += holds if met else otherwise


@pytest.mark.parametrize("name", MACHINES)
def test_every_listed_call_is_refused_and_ordinary_ones_are_not(name: str):
    machine = MACHINES[name]
    program = filter_program(machine)
    assert len(machine.refused) > 50
    for number in machine.refused:
        assert decide(program, machine.audit, number) == ERRNO | EPERM, number
    assert decide(program, machine.audit, READ[name]) == ALLOW
    assert decide(program, machine.audit, seccomp.CLONE3) == ERRNO | ENOSYS


@pytest.mark.parametrize("name", MACHINES)
def test_a_call_in_another_convention_ends_the_process(name: str):
    machine = MACHINES[name]
    program = filter_program(machine)
    assert decide(program, 0x4000_0003, READ[name]) == KILL
    assert decide(program, X86.audit if machine is ARM else ARM.audit, READ[name]) == KILL
    if machine.alternative is not None:
        assert decide(program, machine.audit, machine.alternative | READ[name]) == KILL


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES.keys())
def test_processes_and_threads_may_be_made_but_no_namespaces(machine: seccomp.Machine):
    program = filter_program(machine)
    thread, fork = 0x3D_0F00, 0x0120_0011
    for flags in (thread, fork, 0x11):
        assert decide(program, machine.audit, machine.clone, flags) == ALLOW
    for namespace in (0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000):
        assert decide(program, machine.audit, machine.clone, fork | namespace) == ERRNO | EPERM


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES.keys())
def test_unix_sockets_exist_only_where_a_relay_is(machine: seccomp.Machine):
    closed, open_to_relay = filter_program(machine), filter_program(machine, unix_sockets=True)
    for family in (seccomp.AF_INET, seccomp.AF_INET6, seccomp.AF_NETLINK):
        assert decide(closed, machine.audit, machine.socket, family) == ALLOW
    assert decide(closed, machine.audit, machine.socket, seccomp.AF_UNIX) == ERRNO | EAFNOSUPPORT
    assert decide(open_to_relay, machine.audit, machine.socket, seccomp.AF_UNIX) == ALLOW
    for family in (0, 17, 31, 38, 40, 44):
        assert decide(open_to_relay, machine.audit, machine.socket, family) == ERRNO | EAFNOSUPPORT


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES.keys())
def test_nothing_types_into_a_terminal(machine: seccomp.Machine):
    program = filter_program(machine)
    assert decide(program, machine.audit, machine.ioctl, 0, 0x5401) == ALLOW
    for request in seccomp.TERMINAL_INPUT:
        assert decide(program, machine.audit, machine.ioctl, 0, request) == ERRNO | EPERM


def test_the_filter_fits_into_the_kernel():
    for machine in MACHINES.values():
        program = filter_program(machine, unix_sockets=True)
        assert len(program) % 8 == 0
        assert len(program) // 8 <= 4096
