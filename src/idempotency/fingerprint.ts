import { hash } from 'node:crypto'

/**
 * What a repeated request must have in common with the first: the operation, and what it asks for, as
 * the schema reads it and writes it again. So a retry may spell the same content otherwise (spaces, the
 * order of the fields, a `status` that is the default anyway), and equal bytes are always equal.
 *
 * @param content the request's content in the one spelling that the serialiser has
 */
export const fingerprintOf = (operationId: string, content: string): Uint8Array =>
  hash('sha256', `${operationId} ${content}`, 'buffer')
