import { createSecureContext } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { addressRuleOf } from './delivery/addresses.ts'
import { Connections } from './delivery/connections.ts'
import { systemResolver } from './delivery/resolve.ts'
import { type Message, sender } from './delivery/send.ts'
import type { SenderCommand, SenderData, SenderReport } from './delivery/sender-thread.ts'

/** The thread that sends messages to webhooks. It has no store and no key: each message comes signed. */
const main = (): void => {
  // `SenderThread` starts the thread with this.
  const data = workerData as SenderData
  const connections = new Connections({
    resolve: systemResolver(),
    rule: addressRuleOf(data, data.environment),
    secureContext: createSecureContext(),
    maxOpen: data.maxIdle,
  })
  const send = sender({ connections })
  const underWay = new Map<number, AbortController>()
  let report: Array<SenderReport[number]> = []
  const tell = (): void => {
    parentPort?.postMessage(report satisfies SenderReport)
    report = []
  }
  const attempt = async (id: number, message: Message, signal: AbortSignal): Promise<void> => {
    const made = await send(message, signal)
    underWay.delete(id)
    if (report.length === 0) setImmediate(tell)
    report.push({ id, attempt: made })
  }
  parentPort?.on('message', ({ messages, aborted }: SenderCommand) => {
    for (const { id, message } of messages) {
      const abort = new AbortController()
      underWay.set(id, abort)
      void attempt(id, message, abort.signal)
    }
    for (const id of aborted) underWay.get(id)?.abort()
  })
}

main()
