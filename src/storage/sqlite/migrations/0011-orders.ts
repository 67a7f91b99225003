export const orders = `
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pet_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (
      status IN ('placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned')
    ),
    reference TEXT,
    "by" TEXT NOT NULL,
    placed_at TEXT NOT NULL,
    expires_at TEXT,
    closed_at TEXT,
    chain_id TEXT NOT NULL,
    row_version INTEGER NOT NULL
  ) STRICT;

  -- The rules see to it already. Should one fail, no animal is promised twice.
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id)
    WHERE status IN ('placed', 'approved', 'delivered');

  -- For pages. Orders are fewer than animals, so the rows of a page may be looked up one by one.
  CREATE INDEX orders_by_status ON orders (status);
  CREATE INDEX orders_by_pet_and_status ON orders (pet_id, status);
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status);
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status);

  -- For the orders that expire next, and for the open orders of one caller.
  CREATE INDEX orders_due ON orders (expires_at) WHERE status = 'placed';
  CREATE INDEX orders_by_chain ON orders (chain_id, status, expires_at);

  -- The order that governs an animal.
  ALTER TABLE pets ADD COLUMN order_id INTEGER;
`
