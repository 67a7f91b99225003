export const results = `
  -- What is kept for a retry is the result of the change, and no more the answer in which it was sent.
  ALTER TABLE idempotency RENAME COLUMN body TO result;
  UPDATE idempotency SET result = '{"outcome":"created","pet":' || result || '}';
  ALTER TABLE idempotency DROP COLUMN status;
  ALTER TABLE idempotency DROP COLUMN location;
`
