import { createHash } from 'node:crypto'
import type { Server, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { http } from '../../src/base/node-http.ts'
import { oneOf } from '../torture/random.ts'
import type { Machine, VirtualTime } from './time.ts'
import type { Act } from './world.ts'

/** A machine that can be connected to, while it listens. */
export type Host = Machine & { server: Server | undefined }

export const newHost = (server?: Server): Host => ({ isDead: false, pausedUntil: 0, server })

/**
 * The network between callers and nodes: connections of bytes that arrive later, in order, in pieces of any size, or not at
 * all. All bytes of a run give its digest.
 */
export class Network {
  /** By how much latencies are multiplied. */
  #slowness = 1
  /** The chance that bytes never arrive, so that their connection hangs. */
  #loss = 0
  /** Requests that callers have sent. */
  requests = 0
  readonly #time: VirtualTime
  readonly #hosts: readonly Host[]
  readonly #open = new Map<Host, Set<SimulatedSocket>>()
  readonly #digest = createHash('sha256')
  readonly #print: ((line: string) => void) | undefined
  readonly #distance: number

  /** @param distance by how much latencies are always multiplied */
  constructor(
    time: VirtualTime,
    hosts: readonly Host[],
    print?: (line: string) => void,
    distance = 1,
  ) {
    this.#distance = distance
    this.#time = time
    this.#hosts = hosts
    this.#print = print
  }

  /** The base addresses of the nodes, for `agent`. */
  get bases(): readonly string[] {
    return this.#hosts.map((_, place) => `http://node-${place}.test/v1`)
  }

  /** What can happen to it. */
  get deeds(): Readonly<Record<string, Act>> {
    return {
      'slow the network': this.#time.spell(
        () => void (this.#slowness = 50),
        () => void (this.#slowness = 1),
      ),
      'lose bytes': this.#time.spell(
        () => void (this.#loss = 0.01),
        () => void (this.#loss = 0),
      ),
      'reset connections': async (_length, fate) => this.reset(oneOf(fate, this.#hosts)),
    }
  }

  get digest(): string {
    return this.#digest.copy().digest('hex')
  }

  latency(): number {
    return this.#time.latency(this.#slowness * this.#distance)
  }

  /** Whether bytes are lost now. */
  loses(): boolean {
    return this.#loss > 0 && this.#time.random() < this.#loss
  }

  /** Notes a line of the history. */
  note(line: string): void {
    this.#digest.update(`${line}\n`)
    this.#print?.(line)
  }

  /** An agent whose connections are simulated. */
  agent(): InstanceType<typeof http.Agent> {
    const agent = new http.Agent({ keepAlive: true })
    Object.assign(agent, {
      createConnection: ({ host }: { readonly host: string }) => {
        const place = Number(/\d+/.exec(host)?.[0])
        return this.connect(this.#hosts[place] as Host, `${place}`)
      },
    })
    return agent
  }

  /** A machine ends without a word to what runs on it. */
  kill(host: Host): void {
    host.isDead = true
    host.server = undefined
    this.reset(host)
  }

  /** Ends all connections to a node, as if its machine said so. */
  reset(host: Host): void {
    for (const socket of this.#open.get(host) ?? []) socket.lose()
    this.#open.delete(host)
  }

  /** A connection to a machine, from another or from callers. */
  connect(host: Host, name: string, from?: Machine): Socket {
    const time = this.#time
    const near = new SimulatedSocket(time, this, from, `> ${name}`)
    const far = new SimulatedSocket(time, this, host, `< ${name}`)
    near.peer = far
    far.peer = near
    const open = this.#open.getOrInsertComputed(host, () => new Set())
    near.once('close', () => open.delete(near))
    time.after(
      this.latency(),
      () => {
        if (host.server === undefined || host.isDead) {
          near.lose()
          return
        }
        open.add(near)
        time.on(from, () => near.emit('connect') && near.emit('secureConnect'))
        time.on(host, () => host.server?.emit('connection', far))
      },
      undefined,
    )
    // As much of a socket as both sides use.
    return near as unknown as Socket
  }
}

/** One end of a connection. */
class SimulatedSocket extends Duplex {
  readonly remoteAddress = '10.0.0.1'
  bytesRead = 0
  peer: SimulatedSocket | undefined
  readonly #time: VirtualTime
  readonly #network: Network
  /** The machine on which this end is; the callers are on none. */
  readonly #machine: Machine | undefined
  readonly #name: string
  readonly setKeepAlive = (): this => this
  readonly setNoDelay = (): this => this
  readonly setTimeout = (): this => this
  readonly ref = (): this => this
  readonly unref = (): this => this
  #lastAt = 0
  #isHanging = false
  #isEnded = false

  constructor(time: VirtualTime, network: Network, machine: Machine | undefined, name: string) {
    super({ allowHalfOpen: true, highWaterMark: 65_536 })
    this.#time = time
    this.#network = network
    this.#machine = machine
    this.#name = name
    // Nobody else may listen any more once it breaks.
    this.on('error', () => {})
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#machine?.isDead === true) return
    this.#network.note(`${this.#time.now.toFixed(3)} ${this.#name} ${chunk.toString('latin1')}`)
    const bytes = Buffer.from(chunk)
    if (this.#machine === undefined) this.#network.requests += 1
    if (this.#network.loses()) this.#isHanging = true
    // Some arrive in two pieces.
    const cut = this.#time.random() < 0.1 ? Math.floor(this.#time.random() * bytes.length) : 0
    if (cut > 0) this.#send((peer) => peer.#take(bytes.subarray(0, cut)))
    this.#send((peer) => peer.#take(bytes.subarray(cut)))
    done()
  }

  override _final(done: () => void): void {
    this.#send((peer) => peer.#end())
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#send((peer) => peer.#gone())
    done(error)
  }

  /** The other side says that there is no such connection. */
  lose(): void {
    const error = Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' })
    this.#time.after(this.#time.latency(), () => this.destroy(error), this.#machine)
  }

  destroySoon(): void {
    if (this.writableFinished) this.destroy()
    else {
      this.once('finish', () => this.destroy())
      this.end()
    }
  }

  #take(bytes: Buffer): void {
    if (this.destroyed || this.#isEnded) return
    this.bytesRead += bytes.length
    this.push(bytes)
  }

  #end(): void {
    if (this.destroyed || this.#isEnded) return
    this.#isEnded = true
    this.push(null)
  }

  /** The other end is closed, perhaps before it had sent all. */
  #gone(): void {
    if (this.destroyed) return
    this.#end()
    if (this.writable) this.lose()
  }

  #send(arrive: (peer: SimulatedSocket) => void): void {
    const { peer } = this
    if (peer === undefined || this.#isHanging) return
    this.#lastAt = Math.max(this.#lastAt, this.#time.now + this.#network.latency())
    this.#time.after(this.#lastAt - this.#time.now, () => arrive(peer), peer.#machine)
  }
}
