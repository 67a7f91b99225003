import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cleanup } from '../helpers/cleanup.ts'
import { startProxy, type TcpProxy } from '../helpers/tcp-proxy.ts'
import { oneOf } from './random.ts'
import type { Deed, Tortured } from './run.ts'

/** How many connections a flood has, and for how many milliseconds. */
const floods = { connections: 200, time: 1_000 } as const

/** Cuts or stalls all connections of a proxy for a moment. @param random from 0 to 1 */
export const cutFor = async (proxy: TcpProxy, random: number): Promise<void> => {
  if (random < 0.5) proxy.cut()
  else proxy.stall()
  await wait(500 * random)
  proxy.heal()
}

/** Many connections send requests with a wrong key, as fast as they are answered. */
export const flood = async (host: string, port: number): Promise<void> => {
  const requests = 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer none\r\n\r\n'.repeat(
    16,
  )
  const sockets = Array.from({ length: floods.connections }, () => {
    const socket = connect(port, host, () => socket.write(requests))
    socket.on('data', () => socket.write(requests))
    return socket.on('error', () => socket.destroy())
  })
  await wait(floods.time)
  for (const socket of sockets) socket.destroy()
}

/** How often a round attacks a node from outside, and does not what it did before. */
const fromOutside = 0.4

/** Nodes that are disturbed as before, and of which one is cut off from its callers or flooded now and then. */
export const alsoAttacked = async (t: Cleanup, tortured: Tortured): Promise<Tortured> => {
  const nodes = await Promise.all(
    tortured.nodes.map(async (base) => {
      const { hostname, port } = new URL(base)
      const [host, at] = [hostname, Number(port)]
      return { host, port: at, proxy: await startProxy(t, at, host) }
    }),
  )
  return {
    ...tortured,
    nodes: nodes.map(({ proxy }) => `http://127.0.0.1:${proxy.port}/v1`),
    disturb: async (random): Promise<Deed> => {
      const node = oneOf(random, nodes)
      const chance = random()
      if (chance >= fromOutside) return await tortured.disturb(random)
      return chance < fromOutside / 2
        ? { what: 'cut a node off', done: cutFor(node.proxy, random()) }
        : { what: 'flood a node', done: flood(node.host, node.port) }
    },
  }
}
