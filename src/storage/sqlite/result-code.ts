/** SQLite's primary result codes that the service tells apart (https://sqlite.org/rescode.html). */
export const resultCodes = { busy: 5, corrupt: 11, full: 13 } as const

/** The primary result code of an error of SQLite; undefined for any other error. */
export const resultCodeOf = (error: unknown): number | undefined =>
  // An extended result code has the primary one in its lowest byte.
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
