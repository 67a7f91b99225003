import { join } from 'node:path'
import type { KeyStore } from '../../src/access/keys/key-store.ts'
import { Changes } from '../../src/store/changes.ts'
import { announcingKeys } from '../../src/store/configured/counters.ts'
import { announcing } from '../../src/store/configured/storage.ts'
import { SimulatedCounters } from './counters.ts'
import { SimulatedDatabase } from './database.ts'
import { Link } from './link.ts'
import { type Host, Network } from './network.ts'
import {
  type Act,
  disturbing,
  environment,
  keyCommands,
  startNode,
  untilDone,
  type World,
  type WorldParts,
} from './world.ts'

/** A node: its machine, and its ways to both servers. */
type Node = Host & { readonly toDatabase: Link; readonly toCounters: Link }

/** Three nodes of the service in this process, over a simulated network, database and engine of counters. */
export const startCluster = async (parts: WorldParts): Promise<World> => {
  const { time, folder, crowd, print } = parts
  const database = new SimulatedDatabase(time, join(folder, `${environment}.sqlite`))
  const counters = new SimulatedCounters(time)
  const nodes: Node[] = []
  const network = new Network(time, nodes, print)
  const alarms: string[] = []

  const keysOf = (keys: KeyStore, link: Link): KeyStore =>
    announcingKeys(keys, async () => await counters.announce(link, 'keys'))

  const start = async (node: Node): Promise<void> => {
    const changes = new Changes()
    const { toDatabase, toCounters } = node
    const announce = announcing(async () => await counters.announce(toCounters, 'data'))
    const stored = database.open(toDatabase, changes, announce)
    const storage = { ...stored, keys: keysOf(stored.keys, toCounters) }
    const counting = counters.open(toCounters, changes)
    const app = await startNode({ time, folder, storage, changes, counters: counting, alarms })
    node.server = app.server
  }

  const add = async (place: number): Promise<void> => {
    const machine: Host = { isDead: false, pausedUntil: 0, server: undefined }
    const node = Object.assign(machine, {
      toDatabase: new Link(time, database, machine),
      toCounters: new Link(time, counters, machine),
    })
    nodes[place] = node
    await untilDone(time, () => time.on(node, async () => await start(node)))
  }
  await Promise.all([0, 1, 2].map(add))

  // Nothing disturbs commands but what happens to the servers.
  const toCounters = new Link(time, counters)
  const { keys } = database.open(new Link(time, database), new Changes(), async () => {})
  const { petstore, addWideKey } = keyCommands(time, () => keysOf(keys, toCounters))

  /** For some time a link is as it is set. */
  const linked =
    (set: (node: Node) => void, unset: (node: Node) => void, isOfAll = false): Act =>
    async (length, fate) => {
      const one = nodes[Math.floor(fate() * nodes.length)] as Node
      const some = isOfAll ? nodes : [one]
      some.forEach(set)
      await time.wait(length)
      some.forEach(unset)
    }
  const cutting = (way: 'toDatabase' | 'toCounters', state: 'cut' | 'hanging'): Act =>
    linked(
      (node) => {
        node[way].state = state
        // The server learns of the end of a connection, not of its silence.
        if (way === 'toDatabase' && state === 'cut') database.drop(node)
      },
      (node) => void (node[way].state = 'open'),
    )
  const troubling = (what: 'replyLoss' | 'breaking' | 'slowness', much: number, usual: number) =>
    linked(
      ({ toDatabase }) => void (toDatabase[what] = much),
      ({ toDatabase }) => void (toDatabase[what] = usual),
      true,
    )
  const deeds: Readonly<Record<string, Act>> = {
    'kill a node': async (length, fate) => {
      const place = Math.floor(fate() * nodes.length)
      const node = nodes[place] as Node
      node.isDead = true
      node.server = undefined
      network.reset(node)
      database.drop(node)
      await time.wait(length)
      await add(place)
    },
    'pause a node': async (length, fate) => {
      const node = nodes[Math.floor(fate() * nodes.length)] as Node
      node.pausedUntil = time.now + length
      await time.wait(length)
    },
    'cut a node from the database': cutting('toDatabase', 'cut'),
    'hang a node at the database': cutting('toDatabase', 'hanging'),
    'cut a node from the counters': cutting('toCounters', 'cut'),
    'hang a node at the counters': cutting('toCounters', 'hanging'),
    'restart the database': async (length) => {
      database.fall()
      await time.wait(length)
      database.rise()
    },
    'stop the counters': async (length) => {
      counters.isUp = false
      await time.wait(length)
      counters.isUp = true
    },
    'lose answers of the database': troubling('replyLoss', 0.05, 0),
    'break connections of the database': troubling('breaking', 0.1, 0),
    'slow the database': troubling('slowness', 50, 1),
    ...network.deeds,
  }
  const tortured = {
    nodes: network.bases([0, 1, 2]),
    key: await addWideKey(),
    disturb: disturbing(parts, network, deeds, 6_000),
    now: () => time.wall,
    late: 2_000,
    crowd,
    agent: network.agent(),
    petstore,
  }
  return { tortured, network, alarms, close: () => database.close() }
}
