import type { IncomingMessage } from 'node:http'
import { http } from '../../src/base/node-http.ts'
import type { Cleanup } from './cleanup.ts'
import { poll } from './poll.ts'

export type Followed = {
  readonly response: IncomingMessage
  /** The ids of the events, in the order in which they came. */
  readonly ids: number[]
  /** The events as sent, and when each came by `performance.now`. */
  readonly events: Array<{ readonly json: string; readonly type: string; readonly at: number }>
  /** All other lines: comments, ids without an event, `retry`. */
  readonly lines: string[]
  /** Resolves once the service has ended it. */
  readonly ended: Promise<void>
  close(): void
}

/** Follows the events from a URL on. */
export const followStream = async (
  t: Cleanup,
  url: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Followed> => {
  const sent = { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...headers }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    http.get(url, { agent: false, headers: sent }, resolve).on('error', reject)
  })
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  const close = (): void => void response.destroy()
  t.after(close)
  const followed = { response, ids: [], events: [], lines: [], ended, close } as Followed
  let rest = ''
  response.setEncoding('utf8').on('error', () => undefined)
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id, type, json] = /^id: (\d+)\nevent: ([^\n]+)\ndata: ([^\n]+)$/.exec(block) ?? []
      if (json === undefined || type === undefined) followed.lines.push(...block.split('\n'))
      else {
        followed.ids.push(Number(id))
        followed.events.push({ json, type, at: performance.now() })
      }
    }
  })
  return followed
}

/** Waits until a stream has so many events. */
export const until = async ({ ids }: Followed, count: number): Promise<void> =>
  void (await poll(() => (ids.length >= count ? true : undefined)))
