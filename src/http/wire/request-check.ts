import type { ApiError } from '../../core/errors/api-error.ts'
import { wireLimits } from '../../core/limits.ts'
import { type Fields, unknownCoding } from './fields.ts'
import { headersTooLarge, malformed } from './refusals.ts'

/** What is checked of a request, without its target. */
type Checked = {
  readonly method: string
  /** Like `1.1`. */
  readonly version: string
  readonly fields: Fields
  /** Whether the request line is spelled as in RFC 9112 section 3, to the byte. */
  readonly isExactLine: boolean
  /** From the end of the request line to the end of the header fields. */
  readonly fieldBytes: number
}

/**
 * Refuses request lines that the parser accepts but HTTP forbids.
 *
 * @returns the error that ends the request, or undefined
 */
export const checkLine = ({ version, isExactLine }: Checked): ApiError | undefined => {
  if (version !== '1.1' && version !== '1.0') {
    return malformed(`its version is HTTP/${version}; the service speaks HTTP/1.1`)
  }
  return isExactLine
    ? undefined
    : malformed(
        'the request line is not METHOD, space, target, space, HTTP/1.1, CR LF, with at most one empty line before it (RFC 9112, 3)',
      )
}

/**
 * Refuses header fields that the parser accepts but HTTP (RFC 9112, RFC 9110) or the limits forbid. `docs/wire.md`
 * lists the rules.
 *
 * @returns the error that ends the request, or undefined
 */
export const checkFields = ({
  method,
  version,
  fields,
  fieldBytes,
}: Checked): ApiError | undefined => {
  if (fieldBytes > wireLimits.headerBytes) return headersTooLarge()
  if (fields.fault !== undefined) return malformed(fields.fault)
  if (fields.isChunked && version !== '1.1') return malformed(unknownCoding)
  if (!fields.hasHost && version === '1.1') {
    return malformed('it has no Host header (RFC 9112, 3.2)')
  }
  if ((method === 'GET' || method === 'HEAD') && (fields.isChunked || fields.contentLength)) {
    return malformed(`${method} takes no body (RFC 9110, 9.3.1)`)
  }
  return method === 'CONNECT' ? malformed('CONNECT is for proxies, and this is none') : undefined
}
