import { Type } from '../schema/type.ts'
import { hash } from 'node:crypto'

/**
 * The header of the IETF draft (draft-ietf-httpapi-idempotency-key-header): a string as RFC 9651 section 3.3.3 quotes
 * it, or, as most clients send it, the bare characters. The pattern is the complete rule, here and in the OpenAPI
 * document.
 */
export const idempotencyKey = Type.Optional(
  Type.String({
    description:
      'Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and creates nothing a second time. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each creation, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry.',
    pattern: String.raw`^([!#-~][!-~]{0,254}|["]([!#-\[\]-~]|[\\]["\\]){1,255}["])$`,
    // 255 escaped characters of two, plus the quotes, as the pattern allows.
    maxLength: 512,
    'x-pattern-rule': '1 to 255 visible ASCII characters, bare or as a quoted string (RFC 9651)',
    'x-extension': true,
    // No `examples`: tools send one example with each body, and a key fits one body only.
  }),
)

/** The key in a header of this pattern: without quotes and backslashes. */
export const keyOfHeader = (header: string): string =>
  header.startsWith('"') ? header.slice(1, -1).replaceAll(/\\(.)/g, '$1') : header

/**
 * The fingerprint that a retry must share with the first request: operation and content, in canonical form. So a retry may
 * differ in white space, the order of fields or omitted defaults.
 *
 * @param content the request's content, as the serialiser writes it
 */
export const fingerprintOf = (operationId: string, content: string): Uint8Array =>
  hash('sha256', `${operationId} ${content}`, 'buffer')
