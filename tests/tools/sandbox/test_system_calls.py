"""The kernel refuses the calls of the filter, and the namespaces hold, for a program that makes them directly."""

import pytest

from bailiwick.kernel.lacks import Program
from support.sandboxes import Run

HEAD = """
import ctypes, errno, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    result = libc.syscall(number, *arguments)
    return errno.errorcode[ctypes.get_errno()] if result < 0 else "ok"
"""
CALLS = {
    "ptrace": ("print(call(101, 0, 0, 0, 0))", "EPERM"),
    "keyctl": ("print(call(250, 0, -3, 1))", "EPERM"),
    "io_uring": ("print(call(425, 8, 0))", "EPERM"),
    "unshare": ("print(call(272, 0x10000000))", "EPERM"),
    "mount": ("print(call(165, b'x', b'/work', b'tmpfs', 0, 0))", "EPERM"),
    "bpf": ("print(call(321, 0, 0, 0))", "EPERM"),
    "perf_event": ("print(call(298, 0, 0, -1, -1, 0))", "EPERM"),
    "memfd": ("print(call(319, b'x', 0))", "EPERM"),
    "userfaultfd": ("print(call(323, 0))", "EPERM"),
    "clone_with_namespaces": ("print(call(56, 0x10000000 | 17, 0, 0, 0, 0))", "EPERM"),
    "clone3": ("print(call(435, 0, 0))", "ENOSYS"),
    "setns": ("print(call(308, os.open('/proc/self/ns/net', 0), 0))", "EPERM"),
    "kill_first": ("print(call(62, 1, 9))", "ok"),
    "settimeofday": ("print(call(164, 0, 0))", "EPERM"),
}
SOCKETS = {
    "abstract": "s = socket.socket(socket.AF_UNIX); s.connect('\\0/tmp/.X11-unix/X0')",
    "path": "s = socket.socket(socket.AF_UNIX); s.connect('/run/dbus/system_bus_socket')",
    "packet": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "raw": "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
    "vsock": "socket.socket(40, socket.SOCK_STREAM)",
    "route": "s = socket.create_connection(('10.0.0.1', 80), 1)",
    "outside": "s = socket.create_connection(('2001:db8::1', 80), 1)",
    "datagram": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
    "name": "socket.getaddrinfo('example.org', 80)",
}


def python(run_program: Run, text: str) -> tuple[str, str]:
    outcome = run_program(
        Program.SHELL, f"command -v python3 >/dev/null || exit 77; python3 - <<'END'\n{HEAD}{text}\nEND"
    )
    if outcome.exit_code == 77:
        pytest.skip("this machine has no python3 under /usr to make system calls with")
    return outcome.stdout, outcome.stderr


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_undoes_namespaces_is_refused(name: str, run_program: Run):
    text, expected = CALLS[name]
    machine, _ = python(run_program, "print(os.uname().machine)")
    if machine.strip() != "x86_64":
        pytest.skip("the numbers are those of x86_64")
    assert python(run_program, text)[0].strip() == expected


@pytest.mark.parametrize("name", SOCKETS)
def test_no_socket_leads_anywhere(name: str, run_program: Run):
    printed, errors = python(run_program, f"{SOCKETS[name]}\nprint('connected')")
    assert "connected" not in printed
    assert "rror" in errors.splitlines()[-1]


def test_programs_and_threads_of_their_own_are_no_trouble(run_program: Run):
    text = (
        "import subprocess, threading, multiprocessing, tempfile\n"
        "t = threading.Thread(target=print, args=('thread',)); t.start(); t.join()\n"
        "print(subprocess.run(['echo', 'program'], capture_output=True, text=True).stdout.strip())\n"
        "a, b = socket.socketpair(); a.send(b'pair'); print(b.recv(4).decode())\n"
        "s = socket.create_server(('127.0.0.1', 0)); c = socket.create_connection(s.getsockname())\n"
        "print('own loopback')"
    )
    assert python(run_program, text)[0].split("\n")[:4] == ["thread", "program", "pair", "own loopback"]
