import type { IncomingMessage } from 'node:http'
import { http } from '../../src/base/node-http.ts'
import type { Cleanup } from './cleanup.ts'
import { poll } from './poll.ts'

/** Follows the events from a URL on. */
export const followStream = async (
  t: Cleanup,
  url: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const sent = { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...headers }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    http.get(url, { agent: false, headers: sent }, resolve).on('error', reject)
  })
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  const close = (): void => void response.destroy()
  t.after(close)
  const ids: number[] = []
  /** As sent, and when each came by `performance.now`. */
  const events: Array<{ readonly json: string; readonly type: string; readonly at: number }> = []
  const lines: string[] = []
  let rest = ''
  response.setEncoding('utf8').on('error', () => undefined)
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id, type, json] = /^id: (\d+)\nevent: ([^\n]+)\ndata: ([^\n]+)$/.exec(block) ?? []
      if (json === undefined || type === undefined) lines.push(...block.split('\n'))
      else {
        ids.push(Number(id))
        events.push({ json, type, at: performance.now() })
      }
    }
  })
  return {
    response,
    /** Those of the events, in the order in which they came. */
    ids,
    events,
    /** All other lines: comments, ids without an event, `retry`. */
    lines,
    /** Resolves once the service has ended it. */
    ended,
    close,
  }
}

export type Followed = Awaited<ReturnType<typeof followStream>>

/** Waits until a stream has so many events. */
export const until = async ({ ids }: Followed, count: number): Promise<void> =>
  void (await poll(() => (ids.length >= count ? true : undefined)))
