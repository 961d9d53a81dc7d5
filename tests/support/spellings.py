"""Addresses inside, in every spelling that has fooled a program."""

PRIVATE = """
    127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 169.254.0.1
    169.254.169.254 100.64.0.1 100.100.100.200 100.127.255.255 192.0.0.1 192.0.0.9 192.0.0.10 192.0.0.192 192.0.2.1
    192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    168.63.129.16 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
    64:ff9b::8.8.8.8 64:ff9b:1::7f00:1 100::1 2001::1 2001:0:53aa:64c:0:fbff:80ff:fffe 2001:2::1 2001:10::1 2001:20::1
    2001:db8::1 2002:7f00:1:: 2002:808:808:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fd20:ce::254 fe80::1 fe80::1%eth0
    fec0::1 ff02::1 ff0e::1 2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:a00:1 4000::1
""".split()
SPELLINGS = """
    http://2130706433/ http://0x7f.1/ http://0177.0.0.1/ http://127.1/ http://0/ http://127.0.0.1/ http://127.0.0.1./
    http://0x7f000001/ http://017700000001/ http://127.000.000.001/ http://127.0.1/ http://0.0.0.0/ http://[::]/
    http://[::1]/ http://[::ffff:7f00:1]/ http://[::ffff:127.0.0.1]/ http://[0:0:0:0:0:ffff:127.0.0.1]/
    http://[64:ff9b::7f00:1]/ http://[2002:7f00:1::]/ http://[::127.0.0.1]/ http://[fe80::1%25lo]/ http://[fe80::1%lo]/
    http://169.254.169.254/latest/meta-data http://[fd00:ec2::254]/ http://100.100.100.200/ http://100.64.0.1/
    http://localhost/ http://LOCALHOST/ http://localhost./ http://sub.localhost/ http://user@127.0.0.1/
    http://example.org@127.0.0.1/ http://127.0.0.1\\@example.org/ http://example.org\\.127.0.0.1/ http://①②⑦.⓪.⓪.①/
    http://127。0。0。1/ http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/ http:/127.0.0.1/ http:127.0.0.1 http:///127.0.0.1/ //127.0.0.1/
    http://127.0.0.1:8420/ http://127.0.0.1:22/ http://example.org:8420/ file:///etc/passwd gopher://127.0.0.1:80/_GET
    data:text/html,x javascript:alert(1) unix:/var/run/docker.sock ftp://127.0.0.1/ dict://127.0.0.1:80/ http://
    http://[ http://[::1 http://%31%32%37.0.0.1/ http://127.0.0.1%2f@example.org/ http://private.example/
    http://mixed.example/ http://mapped.example/
""".split()
