/** Milliseconds of silence after which a stream counts as dead; the service says something every 15 s. */
const silence = 40_000

/** The most characters of one message. */
const longest = 2_000_000

/** A message of a stream. One with an id alone says how far the stream has come. */
export type Message = {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retry?: string
}

/**
 * Reads server-sent events, until their stream ends, is cut, says nothing for too long or is cancelled.
 *
 * @param take is given the messages of each chunk, none if it has but a part of one
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
    // It was cut.
  }
  await reader.cancel().catch(() => undefined)
}

/** What a promise gives, or undefined if it takes longer than so many milliseconds. */
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
      // A text may have U+2028, which ends no line here.
      const [, name, value] = /^(\w+): ?([^]*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value]]
    }),
  )
