/**
 * Header fields as they are sent: lines of `Name: value`, each ended with CR LF. A value that is not the
 * service's own is held against what it may be where it comes in, so that no line has another inside.
 */
export type HeaderLines = string

/** The lines of fields given by name. */
export const headerLines = (fields: Readonly<Record<string, string>>): HeaderLines => {
  let lines = ''
  for (const name in fields) lines += `${name}: ${fields[name]}\r\n`
  return lines
}

/** Header lines as a flat list, name and value in turn, as `writeHead` takes them. */
export const headerList = (lines: HeaderLines): string[] => {
  const list: string[] = []
  for (let at = 0; at < lines.length;) {
    const colon = lines.indexOf(': ', at)
    const end = lines.indexOf('\r\n', colon)
    list.push(lines.slice(at, colon), lines.slice(colon + 2, end))
    at = end + 2
  }
  return list
}

/** How an answer may be kept where nothing says otherwise: not at all. */
const unkept = 'no-store'

/**
 * Headers of every answer that keep a browser, or a cache between, from doing harm with it.
 *
 * @param keep the answer's `Cache-Control`
 */
export const safetyLines = (keep = unkept): HeaderLines =>
  headerLines({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': keep })
