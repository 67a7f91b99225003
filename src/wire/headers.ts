/** A plain record of response headers, written once and sent as it is. */
export type HeaderRecord = Record<string, string>

/** Response headers, name and value in turn, as `writeHead` sends them without looking again. */
export type HeaderList = readonly string[]

/** Headers of every answer that keep a browser, or a cache between, from doing harm with it. */
export const safetyHeaders: HeaderRecord = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** A record of headers as a list. */
export const listOf = (headers: Readonly<HeaderRecord>): HeaderList =>
  Object.entries(headers).flat()

/** A list of headers as a record. */
export const recordOf = (headers: HeaderList): HeaderRecord => {
  const record: HeaderRecord = {}
  for (let at = 0; at < headers.length; at += 2) record[headers[at] ?? ''] = headers[at + 1] ?? ''
  return record
}
