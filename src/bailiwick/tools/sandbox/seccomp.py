"""The system calls that nothing confined may make, as a program for the kernel's seccomp filter.

Namespaces decide what can be reached; this list takes away the calls that have undone namespaces before, and those
whose memory no limit counts. A refused call fails as if forbidden (EPERM), a new one that libraries know how to do
without as if unknown (ENOSYS). Format: `struct sock_filter` of linux/filter.h over `struct seccomp_data`.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ALLOW, KILL, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97

LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, MACHINE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24
"""Offsets in `struct seccomp_data`; of arguments the low half, which is all that the kernel reads of these."""

NEW_NAMESPACES = 0x7E02_0000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET, as `clone` takes them."""
TERMINAL_INPUT = (0x5412, 0x541C)
"""TIOCSTI, TIOCLINUX: they type into the terminal they were started from."""
AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16


@dataclass(frozen=True, slots=True)
class Machine:
    """What differs between processors."""

    audit: int
    """AUDIT_ARCH_… of linux/audit.h."""
    clone: int
    socket: int
    ioctl: int
    refused: Sequence[int]
    """Numbers of calls that fail with EPERM."""
    alternative: int | None
    """Call numbers from here on belong to another convention on the same machine."""


# From number 424 on all machines count alike.
MODERN = {
    "pidfd_send_signal": 424,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "pidfd_getfd": 438,
    "mount_setattr": 442,
    "memfd_secret": 447,
    "open_tree_attr": 467,
}
CLONE3 = 435

X86_64 = {
    "shmget": 29,
    "shmat": 30,
    "ptrace": 101,
    "syslog": 103,
    "uselib": 134,
    "personality": 135,
    "ustat": 136,
    "sysfs": 139,
    "pivot_root": 155,
    "_sysctl": 156,
    "adjtimex": 159,
    "chroot": 161,
    "acct": 163,
    "settimeofday": 164,
    "mount": 165,
    "umount2": 166,
    "swapon": 167,
    "swapoff": 168,
    "reboot": 169,
    "sethostname": 170,
    "setdomainname": 171,
    "iopl": 172,
    "ioperm": 173,
    "create_module": 174,
    "init_module": 175,
    "delete_module": 176,
    "quotactl": 179,
    "nfsservctl": 180,
    "lookup_dcookie": 212,
    "clock_settime": 227,
    "mq_open": 240,
    "kexec_load": 246,
    "add_key": 248,
    "request_key": 249,
    "keyctl": 250,
    "unshare": 272,
    "move_pages": 279,
    "vmsplice": 278,
    "perf_event_open": 298,
    "fanotify_init": 300,
    "name_to_handle_at": 303,
    "open_by_handle_at": 304,
    "clock_adjtime": 305,
    "setns": 308,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "kcmp": 312,
    "finit_module": 313,
    "memfd_create": 319,
    "kexec_file_load": 320,
    "bpf": 321,
    "userfaultfd": 323,
}
ARM64 = {
    "lookup_dcookie": 18,
    "quotactl": 60,
    "umount2": 39,
    "mount": 40,
    "pivot_root": 41,
    "nfsservctl": 42,
    "chroot": 51,
    "vmsplice": 75,
    "acct": 89,
    "personality": 92,
    "unshare": 97,
    "kexec_load": 104,
    "init_module": 105,
    "delete_module": 106,
    "clock_settime": 112,
    "syslog": 116,
    "ptrace": 117,
    "reboot": 142,
    "sethostname": 161,
    "setdomainname": 162,
    "settimeofday": 170,
    "adjtimex": 171,
    "mq_open": 180,
    "shmget": 194,
    "shmat": 196,
    "add_key": 217,
    "request_key": 218,
    "keyctl": 219,
    "swapon": 224,
    "swapoff": 225,
    "move_pages": 239,
    "perf_event_open": 241,
    "fanotify_init": 262,
    "name_to_handle_at": 264,
    "open_by_handle_at": 265,
    "clock_adjtime": 266,
    "setns": 268,
    "process_vm_readv": 270,
    "process_vm_writev": 271,
    "kcmp": 272,
    "finit_module": 273,
    "memfd_create": 279,
    "bpf": 280,
    "userfaultfd": 282,
    "kexec_file_load": 294,
}

MACHINES: Mapping[str, Machine] = {
    "x86_64": Machine(0xC000_003E, 56, 41, 16, (*X86_64.values(), *MODERN.values()), 0x4000_0000),
    "aarch64": Machine(0xC000_00B7, 220, 198, 29, (*ARM64.values(), *MODERN.values()), None),
}
"""By the name `platform.machine()` gives."""


def filter_program(machine: Machine, *, unix_sockets: bool = False) -> bytes:
    """Return the filter; with `unix_sockets` it lets sockets of the family AF_UNIX be made."""
    families = (AF_INET, AF_INET6, AF_NETLINK, *([AF_UNIX] if unix_sockets else []))
    refuse = _return(ERRNO | EPERM)
    program = [
        _load(MACHINE),
        *_unless(JUMP_EQUAL, machine.audit, _return(KILL)),
        _load(NUMBER),
    ]
    if machine.alternative is not None:
        program += _when(JUMP_AT_LEAST, machine.alternative, [_return(KILL)])
    program += _when(JUMP_EQUAL, CLONE3, [_return(ERRNO | ENOSYS)])
    for number in sorted(set(machine.refused)):
        program += _when(JUMP_EQUAL, number, [refuse])
    program += _when(
        JUMP_EQUAL,
        machine.clone,
        [_load(FIRST_ARGUMENT), *_when(JUMP_ANY_BIT, NEW_NAMESPACES, [refuse]), _return(ALLOW)],
    )
    allowed = [step for family in families for step in _when(JUMP_EQUAL, family, [_return(ALLOW)])]
    program += _when(JUMP_EQUAL, machine.socket, [_load(FIRST_ARGUMENT), *allowed, _return(ERRNO | EAFNOSUPPORT)])
    typed = [step for request in TERMINAL_INPUT for step in _when(JUMP_EQUAL, request, [refuse])]
    program += _when(JUMP_EQUAL, machine.ioctl, [_load(SECOND_ARGUMENT), *typed, _return(ALLOW)])
    return b"".join([*program, _return(ALLOW)])


def _load(offset: int) -> bytes:
    return _step(LOAD, offset)


def _return(action: int) -> bytes:
    return _step(RETURN, action)


def _when(test: int, value: int, then: Sequence[bytes]) -> list[bytes]:
    """Do `then` where the test holds, else go on behind it."""
    return [_step(test, value, otherwise=len(then)), *then]


def _unless(test: int, value: int, then: bytes) -> list[bytes]:
    return [_step(test, value, holds=1), then]


def _step(code: int, value: int, *, holds: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, holds, otherwise, value)
