declare const isChecked: unique symbol

/** Header fields as sent: lines of `Name: value`, each ending in CR LF. Only this file makes them, and refuses line ends inside. */
export type HeaderLines = string & { readonly [isChecked]: true }

export const noLines = '' as HeaderLines

/** Characters that no field may contain (RFC 9110 section 5.5). */
const lineEnd = /[\r\n\0]/

/** The line of one field. It throws TypeError if the value has a line end or NUL inside. */
export const headerLine = (name: string, value: string): HeaderLines => {
  if (lineEnd.test(value)) throw new TypeError(`The value of ${name} is more than one line.`)
  return `${name}: ${value}\r\n` as HeaderLines
}

/** The lines of fields given by name. It throws TypeError if a value has a line end or NUL inside. */
export const headerLines = (fields: Readonly<Record<string, string>>): HeaderLines => {
  let lines = noLines
  for (const name in fields) lines = joinLines(lines, headerLine(name, fields[name] ?? ''))
  return lines
}

export const joinLines = (first: HeaderLines, second: HeaderLines): HeaderLines =>
  (first + second) as HeaderLines

/** Casts the service's own constants and numbers, unchecked: checking them would cost more than writing them. */
export const unsafeHeaderLines = (text: string): HeaderLines => text as HeaderLines

/** The caller alone may cache it, and must revalidate before each use. */
export const mustRevalidate = 'private, no-cache'

/** The `Cache-Control` of what never changes, because its path has a hash of its content, or random bits. */
export const immutable = 'public, max-age=31536000, immutable'

/** Security headers of every answer, for browsers and caches. */
export const safetyLines = (cacheControl = 'no-store'): HeaderLines =>
  headerLines({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': cacheControl })
