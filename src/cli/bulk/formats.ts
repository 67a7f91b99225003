/** How a file of animals is written: one JSON object a line, or RFC 4180. */
export const formats = ['ndjson', 'csv'] as const
export type Format = (typeof formats)[number]

const endings: Readonly<Record<string, Format>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
}

/** The format that a file's ending names, or undefined. */
export const formatOf = (file: string): Format | undefined => {
  const ending = /\.[^./\\]+$/.exec(file)?.[0].toLowerCase()
  return ending === undefined ? undefined : endings[ending]
}
