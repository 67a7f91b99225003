/** What the JSON of an event begins with, before its id and its body. */
export const eventStart = '{"id":'

/** The JSON of an event whose id and body the expressions give. */
export const eventJson = (id: string, body: string): string => `'${eventStart}' || ${id} || ${body}`

/** The id of the oldest event or of the newest, or zero if there is none. */
export const edge = (order: 'ASC' | 'DESC'): string => `
  SELECT ifnull(
    (SELECT id FROM events UNION ALL SELECT id FROM own_events ORDER BY id ${order} LIMIT 1), 0
  )`

/**
 * What the index of a topic has in place of the type: three of its letters, from the ninth to the seventh from its end.
 * The types of a topic differ in them. With whole types the index would be half as large again. A commit of updates
 * writes a page of it for each row or two.
 */
export const typeMark = 'substr(type, -9, 3)'

/** The mark of a type. */
export const markOf = (type: string): string => type.slice(-9, -6)

/**
 * @param types those of one topic
 * @throws Error if two of them have the same mark
 */
export const refuseSameMarks = (types: readonly string[]): void => {
  const byMark = new Map<string, string>()
  for (const type of types) {
    const mark = markOf(type)
    const other = byMark.get(mark) ?? type
    if (other !== type) {
      throw new Error(
        `The index of a topic cannot tell the events ${other} and ${type} apart: both have "${mark}" before their last six letters.`,
      )
    }
    byMark.set(mark, type)
  }
}
