import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { headerLines } from '../core/headers.ts'
import type { PublicPage } from './page-router.ts'

/** A file whose path has a hash of its content, so the content of a path never changes. */
export type StoredFile = {
  readonly type: string
  readonly bytes: Buffer
}

const compress = promisify(gzip)

/** The page of a file that browsers may keep for a year. It is compressed once, at its first request. */
export const filePage = ({ type, bytes }: StoredFile): PublicPage => {
  let gzipped: Promise<Buffer> | undefined
  const vary = 'Accept-Encoding'
  const answer = { status: 200, type, vary, cacheControl: 'public, max-age=31536000, immutable' }
  return async ({ request }) => {
    if (!acceptsGzip(request.headers['accept-encoding'])) return { ...answer, body: bytes }
    const headers = headerLines({ 'Content-Encoding': 'gzip' })
    return { ...answer, headers, body: await (gzipped ??= compress(bytes, { level: 9 })) }
  }
}

/** Whether an `Accept-Encoding` names gzip, and not with a weight of 0 (RFC 9110 section 12.5.3). */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((coding) => /^\s*(x-)?gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding))
