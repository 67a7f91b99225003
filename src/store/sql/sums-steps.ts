/** The text of a field of an event `e`, whose JSON is behind its id; a step of the schema never changes. */
type FieldOf = (path: string, e?: string) => string

const fieldsOf = {
  sqlite: (path, e = 'e') => `('{"id":0' || ${e}.body) ->> '$.data.${path}'`,
  postgres: (path, e = 'e') =>
    `(('{"id":0' || ${e}.body)::json #>> '{data,${path.replaceAll('.', ',')}}')`,
} as const satisfies Readonly<Record<string, FieldOf>>

/** Derives the sums, and since when each animal is there, from what the log of an earlier version still tells. */
const stepIn = (field: FieldOf): string => {
  /** When an animal came last, before the id of an event if one is given. */
  const arrival = (id: string, before = ''): string => `coalesce(
    (SELECT max(a.at) FROM events AS a WHERE a.pet_id = ${id} ${before}
      AND (a.type = 'pet.created' OR a.type = 'pet.updated' AND ${field('previous.status', 'a')} = 'sold')),
    (SELECT i.at FROM event_ranges AS r JOIN events AS i ON i.id = r.event_id
      WHERE r.topic = 'petId' AND ${id} BETWEEN r.first AND r.last))`
  const isAdopted = `(e.type = 'pet.updated' AND ${field('pet.status')} = 'sold')`
  return `
    UPDATE pets SET arrived_at = ${arrival('pets.id')};
    UPDATE orders SET category_id = (SELECT category_id FROM pets WHERE pets.id = pet_id);
    INSERT INTO sums (slot, part, name, measure, count)
    SELECT slot, part, name, measure, count(*) FROM (
      SELECT e.at / 900000 AS slot, coalesce(CAST(${field('pet.categoryId')} AS text), '') AS part,
        CASE WHEN e.type = 'pet.created' THEN 'added' WHEN e.type = 'pet.deleted' THEN 'deleted'
          WHEN ${isAdopted} THEN 'adopted' ELSE 'returned' END AS name,
        CASE WHEN ${isAdopted}
          THEN coalesce((e.at - ${arrival('e.pet_id', 'AND a.id < e.id')}) / 86400000, -1) ELSE -1 END AS measure
      FROM events AS e
      WHERE e.type IN ('pet.created', 'pet.deleted') OR e.type = 'pet.updated'
        AND (${field('previous.status')} = 'sold' OR ${field('previous.status')} IS NOT NULL AND ${isAdopted})
      UNION ALL
      SELECT e.at / 900000, coalesce(CAST(p.category_id AS text), ''),
        CASE e.type WHEN 'order.placed' THEN 'placed' WHEN 'order.expired' THEN 'expired' ELSE 'cancelled' END, -1
      FROM events AS e LEFT JOIN pets AS p ON p.id = e.pet_id
      WHERE e.type IN ('order.placed', 'order.expired', 'order.cancelled')
        OR e.type = 'order.deleted' AND ${field('order.status')} = 'placed'
      UNION ALL
      SELECT e.at / 900000, CAST(p.category_id AS text), 'added', -1
      FROM event_ranges AS r JOIN events AS e ON e.id = r.event_id JOIN pets AS p ON p.id BETWEEN r.first AND r.last
      WHERE r.topic = 'petId'
    ) AS told GROUP BY slot, part, name, measure;
  `
}

export const earlierSums = {
  sqlite: stepIn(fieldsOf.sqlite),
  postgres: stepIn(fieldsOf.postgres),
}
