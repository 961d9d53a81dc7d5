-- How a store answered is kept in fields with its credential, and no longer in the credential's description.
ALTER TABLE credentials ADD COLUMN noted json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN credentials.noted IS 'What the product knows of what it opens, e.g. how a store answered.';

-- The owner of the table sees nobody's rows either while policies are forced.
ALTER TABLE credentials NO FORCE ROW LEVEL SECURITY;
UPDATE credentials
   SET noted = json_build_object(
           'name', nullif(label[1], 'Shopify'), 'default', label[2] IS NOT NULL, 'state', label[3],
           'checked_at', label[4],
           'scopes', coalesce(array_to_json(string_to_array(label[5], ' ')), '[]'::json)),
       description = coalesce(nullif(label[1], 'Shopify'), '')
  FROM (SELECT user_id, id, regexp_match(description,
               '^([^·]*?)( · default)? · (ok|refused|unreachable|unknown)'
               '(?: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))?(?: · ([a-z_ ]+))?$') AS label
          FROM credentials WHERE name LIKE 'shopify:%') AS stores
 WHERE stores.user_id = credentials.user_id AND stores.id = credentials.id AND label IS NOT NULL;
ALTER TABLE credentials FORCE ROW LEVEL SECURITY;
