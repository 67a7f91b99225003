/** What belongs to the owner of some API keys bore four names; the keys themselves had this one. */
export const ownerIds = `
  ALTER TABLE orders RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE webhooks RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE request_counts RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE deprecated_counts RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE own_events RENAME COLUMN owner TO owner_id;
`
