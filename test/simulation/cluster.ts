import { join } from 'node:path'
import type { KeyStore } from '../../src/access/keys/key-store.ts'
import { Changes } from '../../src/store/changes.ts'
import { announcingKeys } from '../../src/store/configured/counters.ts'
import { announcing } from '../../src/store/configured/storage.ts'
import { simulatedCounters } from './counters.ts'
import { SimulatedDatabase } from './database.ts'
import { type Link, linkTo } from './link.ts'
import { oneOf } from '../torture/random.ts'
import { type Host, Network, newHost } from './network.ts'
import {
  type Act,
  environment,
  startNode,
  untilDone,
  type World,
  worldOf,
  type WorldParts,
} from './world.ts'

/** A node: its machine, and its ways to both servers. */
type Node = Host & { readonly toDatabase: Link; readonly toCounters: Link }

/** Three nodes of the service in this process, over a simulated network, database and engine of counters. */
export const startCluster = async (parts: WorldParts): Promise<World> => {
  const { time, folder, print } = parts
  const database = new SimulatedDatabase(time, join(folder, `${environment}.sqlite`))
  const counters = simulatedCounters(time)
  const nodes: Node[] = []
  const network = new Network(time, nodes, print)
  const alarms: string[] = []

  const keysOf = (keys: KeyStore, link: Link): KeyStore =>
    announcingKeys(keys, async () => await counters.announce(link, 'keys'))

  const add = async (place: number): Promise<void> => {
    const machine = newHost()
    const toDatabase = linkTo(time, database, machine)
    const toCounters = linkTo(time, counters, machine)
    const node = Object.assign(machine, { toDatabase, toCounters })
    nodes[place] = node
    const start = async (): Promise<void> => {
      const changes = new Changes()
      const announce = announcing(async () => await counters.announce(toCounters, 'data'))
      const stored = database.open(toDatabase, changes, announce)
      const storage = { ...stored, keys: keysOf(stored.keys, toCounters) }
      const counting = counters.open(toCounters, changes)
      const app = await startNode({ time, folder, storage, changes, counters: counting, alarms })
      node.server = app.server
    }
    await untilDone(time, () => time.on(node, start))
  }
  await Promise.all([0, 1, 2].map(add))

  const cutting =
    (way: 'toDatabase' | 'toCounters', state: 'cut' | 'hanging'): Act =>
    async (length, fate) => {
      const node = oneOf(fate, nodes)
      node[way].state = state
      // The server learns of the end of a connection, not of its silence.
      if (way === 'toDatabase' && state === 'cut') database.drop(node)
      await time.wait(length)
      node[way].state = 'open'
    }
  const troubling =
    (what: 'replyLoss' | 'breaking' | 'slowness', much: number, usual: number): Act =>
    async (length, fate) => {
      // One node is chosen, though all are troubled: a seed does what it always did.
      fate()
      for (const { toDatabase } of nodes) toDatabase[what] = much
      await time.wait(length)
      for (const { toDatabase } of nodes) toDatabase[what] = usual
    }
  const deeds: Readonly<Record<string, Act>> = {
    'kill a node': async (length, fate) => {
      const node = oneOf(fate, nodes)
      network.kill(node)
      database.drop(node)
      await time.wait(length)
      await add(nodes.indexOf(node))
    },
    'pause a node': async (length, fate) => {
      const node = oneOf(fate, nodes)
      node.pausedUntil = time.now + length
      await time.wait(length)
    },
    'cut a node from the database': cutting('toDatabase', 'cut'),
    'hang a node at the database': cutting('toDatabase', 'hanging'),
    'cut a node from the counters': cutting('toCounters', 'cut'),
    'hang a node at the counters': cutting('toCounters', 'hanging'),
    'restart the database': time.spell(
      () => database.fall(),
      () => void (database.isUp = true),
    ),
    'stop the counters': time.spell(
      () => void (counters.isUp = false),
      () => void (counters.isUp = true),
    ),
    'lose answers of the database': troubling('replyLoss', 0.05, 0),
    'break connections of the database': troubling('breaking', 0.1, 0),
    'slow the database': troubling('slowness', 50, 1),
    ...network.deeds,
  }
  // Nothing disturbs commands but what happens to the servers.
  const toCounters = linkTo(time, counters)
  const { keys } = database.open(linkTo(time, database), new Changes(), async () => {})
  const close = (): void => database.close()
  const world = { network, alarms, close }
  return await worldOf(parts, world, () => keysOf(keys, toCounters), deeds, 6_000)
}
