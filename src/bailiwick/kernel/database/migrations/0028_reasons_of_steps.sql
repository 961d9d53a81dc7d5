-- Why a step failed is a code with values beside the sentence.
ALTER TABLE steps ADD COLUMN why json;
COMMENT ON COLUMN steps.why IS 'The error, where there is a code for it: {code, values, parts}.';
