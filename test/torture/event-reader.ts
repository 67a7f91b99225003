import { createHash } from 'node:crypto'
import type { Agent } from 'node:http'
import { type Answer, call, linkOf } from '../helpers/http.ts'

/** How readers reach a service that is killed and started again. */
export type Place = {
  /** The base address of now; it ends in `/v1`. */
  readonly base: string
  readonly key: string
  readonly agent: Agent
  /** Resolves when the service has another address than this one. */
  moved(from: string): Promise<void>
}

/** What a reader has seen: how many events, and a digest of all of them in the order of their arrival. */
export type Seen = { readonly events: number; readonly digest: string }

/** Calls a path, as often as it takes until there is an answer. */
export const callUntilAnswered = async (place: Place, path: string): Promise<Answer> => {
  for (;;) {
    const { base, key, agent } = place
    let answer: Answer
    try {
      answer = await call(base + path, { key, agent })
    } catch {
      await place.moved(base)
      continue
    }
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.text}`)
    return answer
  }
}

/** An event, as far as its reader must know it. */
type Identified = { readonly id: number }

/** The id of the newest event. */
export const newestOf = async (place: Place): Promise<number> => {
  const { text } = await callUntilAnswered(place, '/events?sort=-id&limit=1')
  const [newest] = JSON.parse(text) as readonly Identified[]
  return newest?.id ?? 0
}

/**
 * Follows the log from its beginning to an event, or to an empty page behind which that event should be.
 *
 * @param limit events of a page
 * @param end the id of the last event; undefined while more is written
 */
export const followLog = async (
  place: Place,
  limit: number,
  end: () => number | undefined,
  onPage: (json: string) => void = () => undefined,
): Promise<Seen> => {
  const digest = createHash('sha256')
  let events = 0
  let path = `/events?limit=${limit}`
  for (;;) {
    const last = end()
    const page = await callUntilAnswered(place, path)
    const shown = JSON.parse(page.text) as readonly Identified[]
    // The clock may write events behind the last.
    const counted = shown.filter(({ id }) => last === undefined || id <= last)
    for (const event of counted) digest.update(JSON.stringify(event))
    events += counted.length
    onPage(page.text)
    const isAtEnd = shown.length === 0 || counted.length < shown.length
    if (last !== undefined && (isAtEnd || shown.at(-1)?.id === last)) {
      return { events, digest: digest.digest('hex') }
    }
    const next = linkOf(page, 'next')
    if (next === undefined) throw new Error(`There is no next page behind ${path}.`)
    // Links that were read before a restart name the old address.
    path = next.slice(next.indexOf('/v1') + '/v1'.length)
  }
}
