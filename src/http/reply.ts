import { Buffer } from 'node:buffer'
import { jsonMediaType } from '../base/errors/error-schema.ts'
import {
  mustRevalidate,
  headerLine,
  type HeaderLines,
  joinLines,
  noLines,
  unsafeHeaderLines,
  safetyLines,
} from '../base/headers.ts'
import type { Answer } from '../base/wire-request.ts'

/** The reply of an operation or a page. */
export type Reply = {
  readonly status: number
  /** Headers of the reply. */
  readonly headers?: HeaderLines
  /** Undefined if the answer has no body and no type. */
  readonly body?: string | Buffer | undefined
  /** The value of `ETag`, which the headers also contain. */
  readonly tag?: string | undefined
  /** The request fields that select the answer, but `Origin`. */
  readonly vary?: string
  /** The `Cache-Control` of the answer; `no-store` by default. */
  readonly cacheControl?: string | undefined
  /** The media type of the body; JSON by default. */
  readonly type?: string
}

/** A reply as it is sent. */
export const answerOf = ({
  status,
  headers = noLines,
  body,
  tag,
  vary,
  cacheControl,
  type = jsonMediaType,
}: Reply): Answer => {
  const lines = joinLines(headers, safetyOf(cacheControl))
  if (body === undefined) return { status, lines, tag, vary, body, encoding: 'latin1' }
  const length = Buffer.byteLength(body)
  return {
    status,
    tag,
    vary,
    lines: joinLines(
      joinLines(lines, type === jsonMediaType ? jsonType : headerLine(ofBody, type)),
      unsafeHeaderLines(`Content-Length: ${length}\r\n`),
    ),
    body,
    // ASCII is sent byte for byte, in one write with the headers.
    encoding: length === body.length ? 'latin1' : 'utf8',
  }
}

/** The first header of the body. */
export const ofBody = 'Content-Type'

const jsonType = headerLine(ofBody, jsonMediaType)

// Made once, since each answer has one of them.
const safety = safetyLines()
const revalidatedSafety = safetyLines(mustRevalidate)

const safetyOf = (cacheControl: string | undefined): HeaderLines => {
  if (cacheControl === undefined) return safety
  return cacheControl === mustRevalidate ? revalidatedSafety : safetyLines(cacheControl)
}
