/** Milliseconds of silence after which a stream counts as dead. The service sends a comment every 15 s. */
const silence = 40_000

/** The maximum length of one message, in characters. */
const longest = 2_000_000

/** A message of a stream. A message with only an id says how far the stream has come. */
export type Message = {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retry?: string
}

/**
 * Reads server-sent events until the stream ends, breaks, is silent for too long or is cancelled.
 *
 * @param take receives the messages that each chunk completes; the list may be empty
 */
export const readStream = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  take: (messages: readonly Message[]) => void,
): Promise<void> => {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (rest.length < longest) {
      const { value } = (await inTime(reader.read(), silence)) ?? {}
      if (value === undefined) break
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      take(blocks.map(messageOf))
    }
  } catch {
    // The stream broke.
  }
  await reader.cancel().catch(() => undefined)
}

/** Resolves to the value of a promise, or to undefined if it takes longer than `limit` milliseconds. */
export const inTime = async <T>(promise: Promise<T>, limit: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limit)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

const messageOf = (block: string): Message =>
  Object.fromEntries(
    block.split(/\r?\n/).flatMap((line) => {
      // `[^]` also matches U+2028, which `.` does not, and which does not end a line here.
      const [, name, value] = /^(\w+): ?([^]*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value]]
    }),
  )
