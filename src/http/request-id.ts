import { randomUUID } from 'node:crypto'

/** A request id that a client may choose: short, and of characters that are safe in a log. */
const acceptable = /^[\w.:=+/-]{1,128}$/

/** The client's own request id where it is acceptable, else a new one (UUID version 4). */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && acceptable.test(header) ? header : randomUUID()
