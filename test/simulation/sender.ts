import type { Socket } from 'node:net'
import type { Attempt } from '../../src/delivery/attempt.ts'
import type { Connections } from '../../src/delivery/connections.ts'
import { type Message, sender } from '../../src/delivery/send.ts'

/** Where messages to webhooks go, from the machine that sends. */
export const outbound: { connect: () => Socket } = {
  connect: () => {
    throw new Error('Nothing is simulated yet.')
  },
}

/** Stands for `sender-thread.ts`: the sender in this thread, over simulated connections. */
export const startSender = () => {
  const connections = {
    optionsFor: () => ({ createConnection: () => outbound.connect() }),
    count: () => {},
  }
  // As much of it as a sender uses.
  const attempt = sender({ connections: connections as unknown as Connections })
  return {
    send: async (message: Message, signal: AbortSignal): Promise<Attempt | undefined> => {
      const made = await attempt(message, signal)
      return signal.aborted ? undefined : made
    },
    close: async () => {},
  }
}
