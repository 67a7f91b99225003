/** What comes before the body of an event whose id the expression gives. Together they are its JSON. */
export const eventJson = (id: string, body: string): string => `'{"id":' || ${id} || ${body}`

/** The id of the oldest event or of the newest, or zero if there is none. */
export const edge = (order: 'ASC' | 'DESC'): string => `
  SELECT ifnull(
    (SELECT id FROM events UNION ALL SELECT id FROM own_events ORDER BY id ${order} LIMIT 1), 0
  )`
