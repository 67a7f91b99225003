/** How many ids a restored store passes over: more than any store gives between a backup and its loss. */
export const idsPassedOver = 1_000_000_000n

/** The id of the oldest event or of the newest, or zero. The tables of all events and of own ones count as one. */
export const edge = (which: 'min' | 'max'): string => `
  (SELECT coalesce(${which}(id), 0) FROM (
    SELECT ${which}(id) AS id FROM events UNION ALL SELECT ${which}(id) FROM own_events
  ) AS edges)`
