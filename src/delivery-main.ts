import { createSecureContext } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { addressRuleOf } from './delivery/addresses.ts'
import { openConnections } from './delivery/connections.ts'
import { type Message, sender } from './delivery/send.ts'
import type { SenderCommand, SenderData, SenderReport } from './delivery/sender-thread.ts'

/** The thread that sends messages to webhooks. It has neither a store nor keys: each message arrives signed. */
const main = (): void => {
  // `startSender` passes this to the thread.
  const data = workerData as SenderData
  const connections = openConnections({
    rule: addressRuleOf(data, data.environment),
    secureContext: createSecureContext(),
    maxOpen: data.maxIdle,
  })
  const send = sender({ connections })
  const inFlight = new Map<number, AbortController>()
  const attempt = async (id: number, message: Message): Promise<void> => {
    const abort = new AbortController()
    inFlight.set(id, abort)
    const made = await send(message, abort.signal)
    inFlight.delete(id)
    parentPort?.postMessage({ id, attempt: made } satisfies SenderReport)
  }
  parentPort?.on('message', ({ id, message }: SenderCommand) => {
    if (message === undefined) inFlight.get(id)?.abort()
    else void attempt(id, message)
  })
}

main()
