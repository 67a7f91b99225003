import { DatabaseSync } from 'node:sqlite'
import type { Request } from './load.ts'

/** The ids of the animals that are ordered: far from those of all other cases. */
const firstId = 1_000_000_000_000

/** More than the service takes in one load, because an animal can be ordered once. */
const animals = 60_000

/** The keys that place the orders. */
type Placers = { readonly placers: readonly string[] }

/** Each order is for another animal. Each key places a few hundred, as a plan allows. */
export const placing = ({ placers }: Placers): readonly Request[] =>
  Array.from({ length: animals }, (_, n) => ({
    method: 'POST',
    path: '/v1/store/orders',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${placers[n % placers.length]}`,
    },
    body: JSON.stringify({ petId: firstId + n }),
  }))

/** How many keys place the orders, so that none has more than 400 open. */
export const placersNeeded = animals / 400

/**
 * Makes all of these animals available, and removes all orders.
 *
 * @param file the database of a service that has no requests under way
 */
export const makeAvailable = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(`
    BEGIN IMMEDIATE;
    DELETE FROM orders;
    DELETE FROM pets WHERE id >= ${firstId};
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals - 1})
    INSERT INTO pets (id, name, name_folded, category_id, status)
    SELECT ${firstId} + i, 'Animal ' || i, 'animal ' || i, i % 1000, 'available' FROM n;
    COMMIT;
    -- Else the service would have to do it under the load.
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
  database.close()
}
