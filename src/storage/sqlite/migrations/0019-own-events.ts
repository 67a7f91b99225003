export const ownEvents = `
  -- What the owner of a key was told: the limit of the day by which its count was last judged, and the end of the key that
  -- it was warned of. So each is told once.
  ALTER TABLE counts ADD COLUMN day_limit INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE api_keys ADD COLUMN expiry_told INTEGER;

  -- For the newest key of a chain, and for the keys that expire next.
  CREATE INDEX api_keys_by_owner ON api_keys (owner_id);
  CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
`
