-- columns: project
-- What is kept of a project.
id, name, about, archived_at, deleted_at, created_at, updated_at, tainted

-- columns: counted
-- How many things of each kind are in the project of the row, and whether a certain one is.
       (SELECT coalesce(json_object_agg(counted.kind, counted.number), '{}')
          FROM (SELECT project_items.kind, count(*) AS number
                  FROM project_items, LATERAL things_of_item AS things
                 WHERE project_items.project_id = projects.id
                 GROUP BY project_items.kind) AS counted) AS counts,
       EXISTS (SELECT FROM project_items
                WHERE project_items.project_id = projects.id AND project_items.kind = %(kind)s
                  AND project_items.item_id = %(item)s) AS holds

-- name: list
-- Projects, latest change first, each with how many things are in it.
SELECT {project}, {counted}
  FROM projects
 WHERE deleted_at IS NULL AND (%(archived)s::boolean IS NULL OR (archived_at IS NOT NULL) = %(archived)s)
   AND (%(search)s::text IS NULL OR name_key LIKE %(search)s)
   AND (%(before)s::timestamptz IS NULL OR updated_at < %(before)s)
 ORDER BY updated_at DESC, id DESC
 LIMIT %(limit)s;

-- name: get
-- One project that is not deleted, with how many things are in it.
SELECT {project}, {counted} FROM projects WHERE id = %(id)s AND deleted_at IS NULL;

-- name: made_by
-- The project that a call created.
SELECT id FROM projects WHERE call_id = %(call_id)s;

-- name: insert
-- Create a project; no row where another one is called so.
INSERT INTO projects (id, name, name_key, about, call_id, tainted)
VALUES (%(id)s, %(name)s, %(name_key)s, %(about)s, %(call_id)s, %(tainted)s)
ON CONFLICT (user_id, name_key) WHERE deleted_at IS NULL DO NOTHING
RETURNING id;

-- name: hold
-- Hold a project, also a deleted one, until the transaction ends.
SELECT {project}, name_key FROM projects WHERE id = %(id)s FOR NO KEY UPDATE;

-- name: change
-- Set what a project is called and about, whether it is archived, and whether deleted.
UPDATE projects
   SET name = %(name)s, name_key = %(name_key)s, about = %(about)s, archived_at = %(archived_at)s,
       deleted_at = %(deleted_at)s, tainted = %(tainted)s, updated_at = clock_timestamp()
 WHERE id = %(id)s;

-- name: thing
-- A thing, whether it is in a project, and by which call it was put there.
SELECT things.kind, things.id, things.title, things.changed_at, things.done, things.tainted,
       project_items.item_id IS NOT NULL AS held, project_items.call_id
  FROM all_things AS things LEFT JOIN project_items ON project_items.project_id = %(project_id)s
       AND project_items.kind = things.kind AND project_items.item_id = things.id
 WHERE things.kind = %(kind)s AND things.id = %(id)s;

-- name: put
-- Put a thing into a project.
INSERT INTO project_items (project_id, kind, item_id, call_id)
VALUES (%(project_id)s, %(kind)s, %(id)s, %(call_id)s) ON CONFLICT DO NOTHING;

-- name: take_out
-- Take a thing out of a project.
DELETE FROM project_items WHERE project_id = %(project_id)s AND kind = %(kind)s AND item_id = %(id)s;

-- name: things
-- What is in a project, latest change first, for each kind with how many there are.
SELECT kind, id, title, changed_at, done, tainted, total
  FROM (SELECT things.*, count(*) OVER (PARTITION BY things.kind) AS total,
               row_number() OVER (PARTITION BY things.kind ORDER BY things.done, things.changed_at DESC, things.id) AS place
          FROM project_items, LATERAL things_of_item AS things
         WHERE project_items.project_id = %(project_id)s AND (%(kind)s::text IS NULL OR project_items.kind = %(kind)s)
           AND (%(search)s::text IS NULL OR translate(lower(things.title), %(marked)s, %(plain)s) LIKE %(search)s)) AS counted
 WHERE place > %(offset)s AND place <= %(offset)s + %(limit)s
 ORDER BY kind, place;

-- name: addable
-- Things that are not in a project, latest change first.
SELECT things.kind, things.id, things.title, things.changed_at, things.done, things.tainted
  FROM all_things AS things
 WHERE (%(kind)s::text IS NULL OR things.kind = %(kind)s)
   AND (%(search)s::text IS NULL OR translate(lower(things.title), %(marked)s, %(plain)s) LIKE %(search)s)
   AND NOT EXISTS (SELECT FROM project_items
                    WHERE project_items.project_id = %(project_id)s AND project_items.kind = things.kind
                      AND project_items.item_id = things.id)
 ORDER BY things.changed_at DESC, things.id DESC
 LIMIT %(limit)s;

-- name: note_missing
-- Note since when things are not there; no longer, where they are again.
UPDATE project_items
   SET missing_at = CASE WHEN missing_at IS NULL THEN clock_timestamp() END
 WHERE kind = ANY (%(kinds)s)
   AND (missing_at IS NULL) <> EXISTS (SELECT FROM things_of_item AS things);

-- name: forget_missing
-- Take out of projects what has not been there for long.
DELETE FROM project_items WHERE missing_at < clock_timestamp() - make_interval(days => %(days)s);

-- name: forget_deleted
-- Delete for good the projects that were deleted long ago.
DELETE FROM projects WHERE deleted_at < clock_timestamp() - make_interval(days => %(days)s);
