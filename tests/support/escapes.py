# ruff: noqa: E501  (a program stays on its line)
"""Programs that try to get out of the sandbox, or to take more than they may.

In each, CANARY is a file outside with a secret, EMOH the data directory read backwards (a program sees its own text too),
PORT a server of ours on loopback, PID a process outside. An escape prints the secret, reaches the server or ends the
process; anything a program of `ESCAPES` prints after `ESCAPED` is one as well.
"""

from collections.abc import Mapping

from bailiwick.tools.confined import ProgramEnd

JS_ESCAPES: Mapping[str, str] = {
    "read_file": "console.log(Deno.readTextFileSync('CANARY'))",
    "read_node": "import fs from 'node:fs'; console.log(fs.readFileSync('CANARY', 'utf8'))",
    "import_text": "import x from 'file://CANARY' with {type: 'text'}; console.log(x)",
    "import_json": "import x from 'file://CANARY.json' with {type: 'json'}; console.log(x)",
    "import_bytes": "import x from 'file://CANARY' with {type: 'bytes'}; console.log(new TextDecoder().decode(x))",
    "import_computed": "const m = await import('file://' + 'CANARY'); console.log(m)",
    "import_relative": "import x from '../../../../../../../..CANARY' with {type: 'text'}; console.log(x)",
    "import_npm": "import x from 'npm:is-odd@3.0.1'; console.log('ESCAPED', x(3))",
    "import_jsr": "import * as x from 'jsr:@std/path'; console.log('ESCAPED', x)",
    "import_https": "import x from 'http://127.0.0.1:PORT/x.js'; console.log('ESCAPED', x)",
    "import_passwd": "import x from 'file:///proc/1/environ' with {type: 'text'}; if (x.includes('SECRET')) console.log(x)",
    "worker": "new Worker('data:text/javascript,' + encodeURIComponent(`import x from 'file://CANARY' with {type:'text'};"
    "console.log(x)`), {type: 'module'}); await new Promise(r => setTimeout(r, 300))",
    "fetch_file": "console.log(await (await fetch('file://CANARY')).text())",
    "fetch_loopback": "await fetch('http://127.0.0.1:PORT/'); console.log('ESCAPED')",
    "connect": "await Deno.connect({port: PORT}); console.log('ESCAPED')",
    "connect_six": "await Deno.connect({hostname: '::ffff:127.0.0.1', port: PORT}); console.log('ESCAPED')",
    "node_net": "import net from 'node:net'; net.connect(PORT, '127.0.0.1', () => console.log('ESCAPED'))",
    "websocket": "const w = new WebSocket('ws://127.0.0.1:PORT'); w.onopen = () => console.log('ESCAPED'); w.onerror = () => {}",
    "dns": "console.log('ESCAPED', await Deno.resolveDns('localhost', 'A'))",
    "run": "new Deno.Command('/bin/sh', {args: ['-c', 'echo ESCAPED']}).spawn()",
    "child_process": "import {execSync} from 'node:child_process'; console.log(execSync('echo ESCAPED').toString())",
    "ffi": "Deno.dlopen('/lib/libc.so.6', {getpid: {parameters: [], result: 'i32'}}); console.log('ESCAPED')",
    "environment": "const all = JSON.stringify(Deno.env.toObject()); if (all.includes('SECRET')) console.log(all)",
    "node_environment": "import p from 'node:process'; if (JSON.stringify(p.env).includes('SECRET')) console.log(p.env)",
    "kill": "Deno.kill(PID, 'SIGKILL'); console.log('ESCAPED')",
    "symlink": "Deno.symlinkSync('CANARY', '/work/link'); console.log(Deno.readTextFileSync('/work/link'))",
    "symlink_import": "import fs from 'node:fs'; fs.symlinkSync('CANARY', '/work/l.txt');"
    "console.log((await import('file:///work/l.txt', {with: {type: 'text'}})).default)",
    "proc_root": "console.log(Deno.readTextFileSync('/proc/1/rootCANARY'))",
    "query": "console.log((await Deno.permissions.request({name: 'net'})).state === 'granted' ? 'ESCAPED' : '')",
    "unix_socket": "await Deno.connect({transport: 'unix', path: '/run/dbus/system_bus_socket'}); console.log('ESCAPED')",
    "inspector": "import i from 'node:inspector'; i.open(9229, '127.0.0.1'); console.log('ESCAPED')",
}

SHELL_ESCAPES: Mapping[str, str] = {
    "read_file": "cat CANARY",
    "read_up": "cat ../../../../../../CANARY",
    "list_home": "cat /root/* /home/*/* /etc/shadow 2>/dev/null | head -c 100 | sed 's/^/ESCAPED /'",
    "proc_root": "for p in /proc/[0-9]*; do cat $p/root/CANARY $p/cwd/../CANARY; done",
    "environment": "cat /proc/*/environ | tr '\\0' '\\n' | grep SECRET",
    "own_start": "all=$(for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; tr '\\0' ' ' <$p/environ; done); echo \"$all\" | grep -o $(echo EMOH | rev) | sed 's/^/ESCAPED /'",
    "where_files_are": "grep -v ' /work ' /proc/*/mountinfo | grep -o $(echo EMOH | rev) | sed 's/^/ESCAPED /'",
    "kill_outside": "kill -9 PID && echo ESCAPED",
    "see_processes": "test $(ls -d /proc/[0-9]* | wc -l) -gt 12 && echo ESCAPED",
    "loopback": "exec 3<>/dev/tcp/127.0.0.1/PORT && echo ESCAPED",
    "udp": "echo x >/dev/udp/127.0.0.1/PORT; timeout 1 bash -c 'exec 3<>/dev/tcp/10.0.0.1/80' && echo ESCAPED",
    "interfaces": "grep -v 'lo:\\|face\\|Inter' /proc/net/dev | sed 's/^/ESCAPED /'",
    "userns": "unshare -U echo ESCAPED",
    "mount_namespace": "unshare -Urm mount -t tmpfs x /work && echo ESCAPED",
    "nested": "bwrap --ro-bind / / echo ESCAPED",
    "mount": "mount -t proc x /work && echo ESCAPED",
    "remount": "mount -o remount,rw /usr && echo ESCAPED",
    "chroot": "chroot / true && echo ESCAPED",
    "write_usr": "echo x > /usr/bin/x && echo ESCAPED",
    "write_etc": "echo x >> /etc/passwd && echo ESCAPED",
    "write_root": "mkdir /x && echo ESCAPED",
    "core_pattern": "echo x > /proc/sys/kernel/core_pattern && echo ESCAPED",
    "sysctl": "echo 1 > /proc/sys/vm/drop_caches && echo ESCAPED",
    "sysrq": "echo h > /proc/sysrq-trigger && echo ESCAPED",
    "kernel_memory": "head -c 1 /proc/kcore /dev/mem /dev/kmem && echo ESCAPED",
    "device": "mknod /work/disk b 254 0 && echo ESCAPED; ls /dev | grep -w 'sd.\\|vd.\\|nvme.\\|kvm\\|fuse' && echo ESCAPED",
    "setuid": "cp /bin/bash /work/b; chmod 6755 /work/b; test $(/work/b -p -c 'id -u') = 0 && echo ESCAPED",
    "sudo": "sudo -n id && echo ESCAPED; su -c id && echo ESCAPED",
    "capabilities": "grep -q 'CapEff:.*[1-9a-f]' /proc/self/status && echo ESCAPED",
    "raise_limits": "ulimit -f unlimited && echo ESCAPED",
    "hard_link": "ln CANARY /work/x && echo ESCAPED",
    "tar_out": "cd /work; ln -s / l; echo x > p; tar cf t.tar --transform 's,p,../../tmp/CANARYx,' -P p; tar xPf t.tar; cat l/CANARY",
    "many_statements": "true; cat CANARY\ncat $(echo CANARY) | cat & wait",
    "terminal": "echo x > /dev/tty && echo ESCAPED",
    "descriptors": "for f in /proc/self/fd/*; do readlink $f; done | grep -v 'pipe:\\|/proc/\\|/dev/null' | sed 's/^/ESCAPED /'",
    "deno": "deno eval 'console.log(Deno.readTextFileSync(\"CANARY\"))'; deno eval \"await fetch('http://127.0.0.1:PORT')\"",
    "python": "python3 -c \"print(open('CANARY').read())\"",
    "cgroup": "ls /sys/fs/cgroup && echo ESCAPED",
}

JS_BOMBS: Mapping[str, tuple[str, set[ProgramEnd]]] = {
    "loop": ("for (;;);", {ProgramEnd.TIME}),
    "wait": ("await new Promise(() => setInterval(() => {}, 1000))", {ProgramEnd.TIME}),
    "heap": ("const a = []; for (;;) a.push({x: [1, 2, 3]})", {ProgramEnd.EXITED, ProgramEnd.MEMORY}),
    "buffers": (
        "const a = []; for (;;) a.push(new Uint8Array(1 << 22).fill(1))",
        {ProgramEnd.EXITED, ProgramEnd.MEMORY},
    ),
    "wasm": (
        "const a = []; for (;;) { const m = new WebAssembly.Memory({initial: 64}); new Uint8Array(m.buffer).fill(1); a.push(m) }",
        {ProgramEnd.EXITED, ProgramEnd.MEMORY},
    ),
    "shared": (
        "const a = []; for (;;) a.push(new Uint8Array(new SharedArrayBuffer(1 << 22)).fill(1))",
        {ProgramEnd.EXITED, ProgramEnd.MEMORY},
    ),
    "workers": (
        "for (;;) { new Worker('data:text/javascript,for(;;);', {type: 'module'}); await new Promise(r => setTimeout(r, 5)) }",
        {ProgramEnd.EXITED, ProgramEnd.MEMORY, ProgramEnd.TIME},
    ),
    "output": ("for (;;) console.log('y'.repeat(1000))", {ProgramEnd.OUTPUT}),
    "one_line": ("import p from 'node:process'; for (;;) p.stdout.write('y'.repeat(1000))", {ProgramEnd.OUTPUT}),
    "disk": (
        "for (let i = 0;; i++) Deno.writeFileSync('/work/' + i, new Uint8Array(1 << 20))",
        {ProgramEnd.EXITED, ProgramEnd.WORKSPACE},
    ),
    "files": (
        "for (let i = 0;; i++) Deno.writeTextFileSync('/work/' + i, '')",
        {ProgramEnd.EXITED, ProgramEnd.WORKSPACE},
    ),
    "temporary_files": (
        "for (let i = 0;; i++) { if (i % 1000 === 0) Deno.mkdirSync('/tmp/' + (i / 1000)); Deno.writeTextFileSync(`/tmp/${Math.floor(i / 1000)}/${i}`, '') }",
        {ProgramEnd.MEMORY},
    ),
    "sigterm": ("Deno.addSignalListener('SIGTERM', () => {}); setInterval(() => {}, 1000)", {ProgramEnd.TIME}),
}

SHELL_BOMBS: Mapping[str, tuple[str, set[ProgramEnd]]] = {
    "loop": ("while :; do :; done", {ProgramEnd.TIME}),
    "sleep": ("sleep 1000", {ProgramEnd.TIME}),
    "fork": (":(){ :|:& };:; sleep 100", {ProgramEnd.PROCESSES, ProgramEnd.TIME, ProgramEnd.EXITED}),
    "spawn": (
        "for i in $(seq 1000); do sleep 100 & done; wait",
        {ProgramEnd.PROCESSES, ProgramEnd.TIME, ProgramEnd.EXITED},
    ),
    "memory": ("a=$(head -c 400M /dev/zero | tr '\\0' x); sleep 100", {ProgramEnd.EXITED, ProgramEnd.MEMORY}),
    "tail": ("tail /dev/zero", {ProgramEnd.EXITED, ProgramEnd.MEMORY}),
    "output": ("yes", {ProgramEnd.OUTPUT}),
    "error_output": ("yes >&2", {ProgramEnd.OUTPUT}),
    "one_line": ("tr '\\0' y </dev/zero", {ProgramEnd.OUTPUT}),
    "one_file": ("head -c 1G /dev/zero > big", {ProgramEnd.EXITED}),
    "disk": ("i=0; while :; do head -c 1M /dev/zero > f$i; i=$((i+1)); done", {ProgramEnd.WORKSPACE}),
    "files": ("i=0; while :; do : > f$i; i=$((i+1)); done", {ProgramEnd.WORKSPACE}),
    "deep": ("while :; do mkdir d && cd d; done", {ProgramEnd.WORKSPACE, ProgramEnd.OUTPUT}),
    "hidden": (
        "mkdir d; cd d; head -c 7M /dev/zero > a; head -c 7M /dev/zero > b; head -c 7M /dev/zero > c; cd ..;"
        "chmod 000 d; sleep 100",
        {ProgramEnd.WORKSPACE},
    ),
    "temporary": ("while :; do head -c 8M /dev/zero > /tmp/$RANDOM || break; done 2>/dev/null", {ProgramEnd.EXITED}),
    "daemon": ("setsid sleep 1000 & (setsid sleep 1000 >/dev/null 2>&1 &) ; exit 0", {ProgramEnd.EXITED}),
    "held_output": ("(sleep 1000 &) ; exit 0", {ProgramEnd.EXITED}),
    "signals": ("trap '' TERM INT HUP QUIT; while :; do sleep 1; done", {ProgramEnd.TIME}),
    "stopped": ("kill -STOP $$; sleep 1000", {ProgramEnd.TIME}),
    "orphan_init": ("kill -9 -1; kill -9 1 2; sleep 1000", {ProgramEnd.TIME, ProgramEnd.EXITED}),
    "device_memory": ("head -c 200M /dev/zero > /dev/shm/x; echo; echo > /dev/x; exit 0", {ProgramEnd.EXITED}),
}
