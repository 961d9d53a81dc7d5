-- Releases and approvals say why as a code with values beside the sentence.
ALTER TABLE routing_releases ADD COLUMN why json, ADD COLUMN canary_why json;
COMMENT ON COLUMN routing_releases.why IS 'The reason, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN routing_releases.canary_why IS 'Why its canary was taken back, where the rules did that: {code, values, parts}.';
ALTER TABLE approvals ADD COLUMN why json;
COMMENT ON COLUMN approvals.why IS 'The reason, where there is a code for it: {code, values, parts}.';
