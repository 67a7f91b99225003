export const scopes = `
  -- The scopes of a key, with spaces between them; null if it has all. So keys that were there before lose nothing.
  ALTER TABLE api_keys ADD COLUMN scopes TEXT;
`
