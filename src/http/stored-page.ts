import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { judgeTag } from '../kit/entity-tags.ts'
import { type HeaderLines, headerLine, joinLines, noLines } from '../base/headers.ts'
import { type Coding, codingFor } from './negotiation.ts'
import type { PublicPage } from './pages.ts'

type StoredPage = {
  readonly type: string
  /** Makes the body at the first request, since it may name the listening address. */
  readonly body: () => string | Buffer
  readonly headers?: HeaderLines
  /** By default caches must validate the page with its `ETag`. */
  readonly cacheControl?: string
}

/** A page that is the same for everybody. Makes and compresses its body once; all answers share the bytes. */
export const storedPage = ({
  type,
  body,
  headers = noLines,
  cacheControl = 'no-cache',
}: StoredPage): PublicPage => {
  const forms = new Map<Coding, Promise<Form>>()
  let plain: Buffer | undefined
  return async ({ request }) => {
    const coding = codingFor(request.headers['accept-encoding'])
    let form = forms.get(coding)
    if (form === undefined) {
      plain ??= Buffer.from(body())
      form = formOf(plain, coding)
      forms.set(coding, form)
    }
    const { tag, lines, bytes } = await form
    const common = { cacheControl, vary: 'Accept-Encoding' }
    const judgement = judgeTag(tag, undefined, request.headers['if-none-match'])
    return judgement === 'not_modified'
      ? { ...common, status: 304, headers: headerLine('ETag', tag) }
      : { ...common, status: 200, type, headers: joinLines(headers, lines), body: bytes }
  }
}

/** A body in one content coding, with its headers. */
type Form = { readonly tag: string; readonly lines: HeaderLines; readonly bytes: Buffer }

const compressors = {
  // Higher qualities take ten times as long for a few percent.
  br: async (bytes: Buffer) =>
    await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: async (bytes: Buffer) => await promisify(gzip)(bytes, { level: 9 }),
}

const formOf = async (plain: Buffer, coding: Coding): Promise<Form> => {
  const digest = hash('sha256', plain, 'base64url').slice(0, 22)
  // Strong tags tell the codings of one body apart (RFC 9110, 8.8.3.3).
  const tag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
  const lines = headerLine('ETag', tag)
  if (coding === 'identity') return { tag, lines, bytes: plain }
  const coded = joinLines(lines, headerLine('Content-Encoding', coding))
  return { tag, lines: coded, bytes: await compressors[coding](plain) }
}
