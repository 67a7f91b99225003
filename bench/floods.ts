import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../test/helpers/app.ts'
import type { Cleanup } from '../test/helpers/cleanup.ts'
import { fillStore } from './data.ts'
import { quantile } from './measure.ts'
import { RawConnection, writeRequest } from './raw-client.ts'
import { startService, stop } from './servers.ts'

const connections = 8
const packetBytes = 64 * 1024

/** Sends a packet repeatedly over each connection. Runs in a separate process. */
const flood = ({ port, packet }: { port: number; packet: string }): void => {
  const bytes = Buffer.from(packet, 'latin1')
  const wanted = packet === '' ? 0 : connections
  for (let n = 0; n < wanted; n += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = (): void => {
      while (socket.writable && socket.write(bytes));
    }
    socket
      .on('error', () => undefined)
      .on('drain', send)
      .on('connect', send)
    socket.resume()
  }
  process.send?.('sent')
}

const floodsFor = (key: string): ReadonlyArray<readonly [string, string]> => {
  const packet = (path: string, headers: Readonly<Record<string, string>>): string => {
    const request = writeRequest('GET', path, headers)
    return request.repeat(Math.ceil(packetBytes / request.length))
  }
  const health = packet('/healthz', { Accept: '*/*' })
  return [
    ['nothing', ''],
    ['8 floods of GET /healthz', health],
    ['8 floods of GET /healthz, cut in the middle', health.slice(0, -20)],
    ['8 floods of pages of 100', packet('/v1/pets?limit=100', { Authorization: `Bearer ${key}` })],
    ['8 floods of a wrong key', packet('/v1/pets', { Authorization: 'Bearer wrong' })],
  ]
}

/** A row for each flood: the latency of a client that alternates between reads and creates. */
export const measureFloods = async (t: Cleanup, seconds: number): Promise<readonly string[][]> => {
  const dataDir = temporaryFolder(t)
  const rows: string[][] = []
  const { keys } = await fillStore(dataDir, { animals: 1_000, keys: 10 })
  for (const [name, packet] of floodsFor(keys.placers[0] ?? '')) {
    const service = await startService(dataDir)
    const child = fork(import.meta.filename)
    try {
      const { port } = service
      child.send({ port, packet })
      await once(child, 'message')
      const times = await ask(port, keys.wide, seconds)
      rows.push([name, ...[0.5, 0.99].map((share) => quantile(times, share).toFixed(1))])
    } finally {
      child.kill()
      await stop(service)
    }
  }
  return rows
}

const ask = async (port: number, key: string, seconds: number): Promise<readonly number[]> => {
  const headers = { Authorization: `Bearer ${key}` }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const requests = [
    writeRequest('GET', '/v1/pets', headers),
    writeRequest('POST', '/v1/pets', json, '{"name":"Rex","categoryId":1}'),
  ]
  const connection = await RawConnection.open(port)
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  for (let n = 0; performance.now() < until; n += 1) {
    const begun = performance.now()
    const [, status = ''] = (await connection.ask(requests[n % 2] ?? '')).toString().split(' ', 2)
    if (status >= '400') throw new Error(`The normal client was answered ${status}.`)
    times.push(performance.now() - begun)
    await wait(2)
  }
  connection.close()
  return times
}

if (import.meta.main && process.send !== undefined) process.once('message', flood)
