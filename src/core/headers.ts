declare const isChecked: unique symbol

/**
 * Header fields as they are sent: lines of `Name: value`, each ended with CR LF. Only this file makes them, and it
 * refuses a value that would break out of its line.
 */
export type HeaderLines = string & { readonly [isChecked]: true }

/** No header fields. */
export const noLines = '' as HeaderLines

/** Characters that no field may contain (RFC 9110 section 5.5). */
const lineEnd = /[\r\n\0]/

/**
 * The line of one field.
 *
 * @throws TypeError if the value has a line end or NUL inside
 */
export const headerLine = (name: string, value: string): HeaderLines => {
  if (lineEnd.test(value)) throw new TypeError(`The value of ${name} is more than one line.`)
  return `${name}: ${value}\r\n` as HeaderLines
}

/**
 * The lines of fields given by name.
 *
 * @throws TypeError if a value has a line end or NUL inside
 */
export const headerLines = (fields: Readonly<Record<string, string>>): HeaderLines => {
  let lines = noLines
  for (const name in fields) lines = joinLines(lines, headerLine(name, fields[name] ?? ''))
  return lines
}

/** The first lines, followed by the second. */
export const joinLines = (first: HeaderLines, second: HeaderLines): HeaderLines =>
  (first + second) as HeaderLines

/**
 * Declares text to be header lines, unchecked. Use it only for text that is made of the service's own words and of
 * numbers. Each request has some, and to search them for line ends would cost more than to write them.
 */
export const unsafeHeaderLines = (text: string): HeaderLines => text as HeaderLines

/** The `Cache-Control` of an answer that names no other. */
const noStore = 'no-store'

/** May be kept by the caller alone, and shown again only once the service has said that it still holds. */
export const mustRevalidate = 'private, no-cache'

/**
 * Headers of every answer, which keep a browser or a cache on the way from doing harm with it.
 *
 * @param cacheControl the answer's `Cache-Control`
 */
export const safetyLines = (cacheControl = noStore): HeaderLines =>
  headerLines({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': cacheControl })
