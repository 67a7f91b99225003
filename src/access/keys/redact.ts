import { keysInText } from './key-format.ts'

const mark = '[redacted]'

/**
 * Redacts API keys in a text, plain or percent-encoded in any way, even repeatedly. `[redacted]` replaces each key, and
 * each piece of one that begins with its prefix. The same goes for secrets of webhooks. The rest is unchanged.
 */
export const redactKeys = (text: string): string =>
  redactApiKeys(text.includes('whsec_') ? text.replaceAll(webhookSecrets, mark) : text)

/** Secrets of webhooks, plain or with characters of base64 percent-encoded. */
const webhookSecrets = /whsec_[\w+/=%-]*/g

const redactApiKeys = (text: string): string => {
  if (!text.includes('%')) return text.includes('pets_') ? text.replaceAll(keysInText, mark) : text
  const { plain, ends } = decodeFully(text)
  if (!plain.includes('pets_')) return text
  let redacted = ''
  let copied = 0
  for (const { index, 0: key } of plain.matchAll(keysInText)) {
    redacted += text.slice(copied, ends[index - 1] ?? 0) + mark
    copied = ends[index + key.length - 1] ?? copied
  }
  return redacted + text.slice(copied)
}

/**
 * Undoes percent-encodings (RFC 3986 section 2.1) until none is left. A decoded character may be part of the next
 * encoding, so `%255F` and `%%35F` are `_` too. Each character is processed once, so the time is linear in the length
 * of the text, whatever the depth.
 */
const decodeFully = (text: string) => {
  const codes: number[] = []
  const ends: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    codes.push(text.charCodeAt(at))
    ends.push(at + 1)
    for (let code = encodedAtEnd(codes); code !== undefined; code = encodedAtEnd(codes)) {
      codes.splice(-3, 3, code)
      ends.splice(-3, 2)
    }
  }
  return {
    plain: codes.map((code) => String.fromCharCode(code)).join(''),
    /** For each character of `plain`, where it ends in the original text. */
    ends,
  }
}

const percent = 0x25

/** The byte that the last three characters encode, or undefined. */
const encodedAtEnd = (codes: readonly number[]): number | undefined => {
  if (codes.at(-3) !== percent) return undefined
  const high = hexValues.get(codes.at(-2))
  const low = hexValues.get(codes.at(-1))
  return high === undefined || low === undefined ? undefined : high * 16 + low
}

const hexValues: ReadonlyMap<number | undefined, number> = new Map(
  Array.from('0123456789abcdefABCDEF', (digit) => [digit.charCodeAt(0), Number(`0x${digit}`)]),
)
