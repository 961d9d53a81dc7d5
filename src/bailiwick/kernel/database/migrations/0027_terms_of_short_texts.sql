-- One expression is put into the statement that calls it; a function with an aggregate is started for every text.
CREATE FUNCTION knowledge_terms_of_long(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT term), '{}')
      FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', left(folded, 100000)))
                  || tsvector_to_array(to_tsvector('pg_catalog.english', left(folded, 100000)))
                  || tsvector_to_array(to_tsvector('pg_catalog.spanish', left(folded, 100000)))) AS term
     WHERE octet_length(term) <= 200
$$;
COMMENT ON FUNCTION knowledge_terms_of_long IS 'knowledge_terms of a text of any length; words of more than 200 bytes have none.';
CREATE OR REPLACE FUNCTION knowledge_terms(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(folded) <= 200
                THEN tsvector_to_array(strip(to_tsvector('pg_catalog.simple', folded))
                                       || strip(to_tsvector('pg_catalog.english', folded))
                                       || strip(to_tsvector('pg_catalog.spanish', folded)))
                ELSE knowledge_terms_of_long(folded) END
$$;
