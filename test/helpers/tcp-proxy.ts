import { connect, createServer, type Socket } from 'node:net'
import type { Cleanup } from './cleanup.ts'
import { listen } from './listening.ts'

/** A connection of a client, and the one to the server that belongs to it. */
type Pair = { readonly inner: Socket; readonly outer: Socket }

/** A TCP proxy before a local port, which a test can stall, cut and half open. */
export const startProxy = async (t: Cleanup, port: number, host = '127.0.0.1') => {
  const pairs = new Set<Pair>()
  /** Clients that wait for a server that is gone. */
  const orphans = new Set<Socket>()
  let state: 'passes' | 'stalls' | 'mute' | 'cut' = 'passes'
  let muteAfter: string | undefined
  const server = createServer((inner) => {
    if (state === 'cut') {
      inner.destroy()
      return
    }
    const outer = connect(port, host)
    const pair = { inner, outer }
    pairs.add(pair)
    let isMute = false
    inner.on('data', (bytes) => {
      if (!pairs.has(pair)) return
      if (muteAfter !== undefined && bytes.includes(muteAfter)) isMute = true
      outer.write(bytes)
    })
    outer.on('data', (bytes) => {
      // For good: no answer ever comes in the place of one that was lost.
      if (state === 'mute') isMute = true
      if (!isMute) inner.write(bytes)
    })
    inner.on('error', () => inner.destroy())
    outer.on('error', () => outer.destroy())
    inner.on('close', () => {
      pairs.delete(pair)
      orphans.delete(inner)
      outer.destroy()
    })
    outer.on('close', () => {
      if (pairs.delete(pair)) inner.destroy()
    })
    if (state === 'stalls') pauseBoth(pair)
  })
  const cut = (): void => {
    state = 'cut'
    for (const { inner } of pairs) inner.destroy()
    for (const inner of orphans) inner.destroy()
  }
  t.after(cut)
  return {
    port: await listen(t, server),
    /** Passes nothing on in either direction, and keeps connections open; new ones too. */
    stall: () => {
      state = 'stalls'
      pairs.forEach(pauseBoth)
    },
    /**
     * Passes on what clients send, and loses what comes back, without a word to them; of new connections too.
     *
     * @param after from the first message on that has this text; without it, at once
     */
    mute: (after?: string) => {
      if (after === undefined) state = 'mute'
      muteAfter = after
    },
    /**
     * The server's side of all connections ends, and the clients hear nothing of it, as if its machine had lost its power.
     * New connections pass.
     */
    vanish: () => {
      for (const pair of pairs) {
        pairs.delete(pair)
        orphans.add(pair.inner)
        pair.outer.destroy()
      }
    },
    /** Breaks all connections, and refuses new ones. */
    cut,
    /** Passes on again, and takes connections. One that lost something stays mute. */
    heal: () => {
      state = 'passes'
      muteAfter = undefined
      for (const { inner, outer } of pairs) {
        inner.resume()
        outer.resume()
      }
    },
  }
}

export type TcpProxy = Awaited<ReturnType<typeof startProxy>>

const pauseBoth = ({ inner, outer }: Pair): void => {
  inner.pause()
  outer.pause()
}
