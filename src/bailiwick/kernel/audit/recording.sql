-- name: record
-- Append an entry; the database numbers, dates and chains it.
INSERT INTO audit_entries (act, person, token, face, address, kind, thing, details)
VALUES (%(act)s, %(person)s, %(token)s, %(face)s, %(address)s, %(kind)s, %(thing)s, %(details)s);
