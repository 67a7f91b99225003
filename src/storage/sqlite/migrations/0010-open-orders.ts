export const openOrders = `
  -- How many open orders the keys of one rotation chain may have together. Nothing was agreed for Enterprise so far.
  ALTER TABLE api_keys ADD COLUMN open_orders INTEGER NOT NULL DEFAULT 500;
  UPDATE api_keys SET open_orders = CASE plan WHEN 'free' THEN 5 WHEN 'pro' THEN 50 ELSE 500 END;
`
