import { hash } from 'node:crypto'

/**
 * What a retry must have in common with the first request: the operation, and its content, read by the schema and
 * written again. So a retry may spell the same content differently (spaces, the order of the fields, a default that is
 * left out). Equal bytes are always equal.
 *
 * @param content the request's content, as the serialiser writes it
 */
export const fingerprintOf = (operationId: string, content: string): Uint8Array =>
  hash('sha256', `${operationId} ${content}`, 'buffer')
