-- What rests or failed in a swarm says why as a code with values beside the sentence.
ALTER TABLE swarms ADD COLUMN why json;
COMMENT ON COLUMN swarms.why IS 'The reason, where there is a code for it: {code, values, parts}.';
ALTER TABLE residents ADD COLUMN why json;
COMMENT ON COLUMN residents.why IS 'The reason, where there is a code for it: {code, values, parts}.';
ALTER TABLE resident_turns ADD COLUMN why json;
COMMENT ON COLUMN resident_turns.why IS 'The error, where there is a code for it: {code, values, parts}.';
ALTER TABLE deliveries ADD COLUMN why json;
COMMENT ON COLUMN deliveries.why IS 'The error, where there is a code for it: {code, values, parts}.';
