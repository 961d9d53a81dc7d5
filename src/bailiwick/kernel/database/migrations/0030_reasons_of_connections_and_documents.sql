-- Why an MCP server could not be reached, or a document not read, is a code with values beside the sentence.
ALTER TABLE mcp_enablements ADD COLUMN why json;
COMMENT ON COLUMN mcp_enablements.why IS 'The problem, where there is a code for it: {code, values, parts}.';
ALTER TABLE documents ADD COLUMN why json;
COMMENT ON COLUMN documents.why IS 'The error, where there is a code for it: {code, values, parts}.';
