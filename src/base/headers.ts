declare const isChecked: unique symbol

/** Header fields as sent: lines of `Name: value`, each ending in CR LF. Only this file makes them, without line ends inside. */
export type HeaderLines = string & { readonly [isChecked]: true }

export const noLines = '' as HeaderLines

/** Characters that no field may contain (RFC 9110 section 5.5). */
const lineEnd = /[\r\n\0]/

/** Formats one field as a line. Throws TypeError if the value contains a line end or NUL. */
export const headerLine = (name: string, value: string): HeaderLines => {
  if (lineEnd.test(value)) throw new TypeError(`The value of ${name} is more than one line.`)
  return `${name}: ${value}\r\n` as HeaderLines
}

/** Formats fields, given by name, as lines. Throws TypeError if a value contains a line end or NUL. */
export const headerLines = (fields: Readonly<Record<string, string>>): HeaderLines => {
  let lines = noLines
  for (const name in fields) lines = joinLines(lines, headerLine(name, fields[name] ?? ''))
  return lines
}

export const joinLines = (first: HeaderLines, second: HeaderLines): HeaderLines =>
  (first + second) as HeaderLines

/** Casts the service's own constants and numbers without a check, which would cost more than writing them. */
export const unsafeHeaderLines = (text: string): HeaderLines => text as HeaderLines

/** The `Cache-Control` of an answer that only the caller may cache, and must revalidate before each use. */
export const mustRevalidate = 'private, no-cache'

/** The `Cache-Control` of content that never changes, because its path contains a hash of it or random bits. */
export const immutable = 'public, max-age=31536000, immutable'

/** Security headers of every answer, for browsers and caches. */
export const safetyLines = (cacheControl = 'no-store'): HeaderLines =>
  headerLines({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': cacheControl })
