import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KeyStore } from '../../src/access/keys/key-store.ts'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { dataFiles } from '../../src/store/data-files.ts'
import { openServiceStorage } from '../../src/store/configured/storage.ts'
import type { Storage } from '../../src/store/port.ts'
import { type Host, Network, newHost } from './network.ts'
import type { VirtualTime } from './time.ts'
import { type Act, environment, startNode, type World, worldOf, type WorldParts } from './world.ts'

/** Bytes that a disk writes whole, or not at all. */
const sector = 512

/** What `PRAGMA synchronous` says if each commit is synced. */
const full = 2

/** Commits that a power cut may take, if none is synced. */
const unsynced = 5

const run: (this: DatabaseSync, sql: string) => void = Reflect.get(DatabaseSync.prototype, 'exec')

const none = Buffer.alloc(0)

/** What a power cut leaves of bytes that were being written: each sector as it was, or as it was to be. */
const torn = (before: Buffer, after: Buffer, random: () => number): Buffer => {
  const mixed = Buffer.from(after)
  let last = after.length
  for (let at = 0; at < after.length; at += sector) {
    if (random() < 0.5) continue
    const old = before.subarray(at, at + sector)
    // A file need not have grown yet.
    if (old.length === 0) last = Math.min(last, at)
    old.copy(mixed, at)
  }
  return mixed.subarray(0, last)
}

/** The two files of a database in the log mode of SQLite. */
type Files = { readonly data: Buffer; readonly log: Buffer | undefined }

const logIn = (folder: string): Buffer | undefined => {
  const log = `${dataFiles(folder, environment).database}-wal`
  return existsSync(log) ? readFileSync(log) : undefined
}

const filesIn = (folder: string): Files => ({
  data: readFileSync(dataFiles(folder, environment).database),
  log: logIn(folder),
})

/** The disk of a machine. All commits to it go through here, so that the power can fail in one of them. */
const simulatedDisk = (time: VirtualTime, base: string) => {
  const { random } = time
  /** Where the files of this life of the machine are. */
  let folder = base
  let generation = 0
  /** Called by the next commit, with the files before it and after it. */
  let inCommit: ((before: Files, after: Files) => void) | undefined
  let failingShare = 0
  /** The log before each of the last commits that a connection made without a sync. */
  let unsyncedLogs: readonly Buffer[] = []

  const commit = (database: DatabaseSync): void => {
    if (failingShare > 0 && random() < failingShare) {
      run.call(database, 'ROLLBACK')
      throw Object.assign(new Error('disk I/O error'), { errcode: 1_034 })
    }
    const isOurs = database.location()?.startsWith(folder) === true
    if (isOurs && database.prepare('PRAGMA synchronous').get()?.['synchronous'] !== full)
      unsyncedLogs = [...unsyncedLogs, logIn(folder) ?? none].slice(-unsynced)
    if (inCommit === undefined || !isOurs) {
      run.call(database, 'COMMIT')
      return
    }
    const before = filesIn(folder)
    run.call(database, 'COMMIT')
    inCommit(before, filesIn(folder))
    // Nothing of this machine runs any more.
    throw new PowerCut()
  }
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    if (sql === 'COMMIT') commit(this)
    else run.call(this, sql)
  }

  /** The power fails: what remains is put into a new folder, where the machine finds it when it starts again. */
  const fail = ({ data, log }: Files): void => {
    folder = join(base, `life-${(generation += 1)}`)
    mkdirSync(folder)
    const { database } = dataFiles(folder, environment)
    writeFileSync(database, data, { mode: 0o600 })
    if (log !== undefined) writeFileSync(`${database}-wal`, log, { mode: 0o600 })
  }
  return {
    folder: () => folder,
    /** The power fails between two commits: all of them are on the disk, if each was synced. */
    failNow: (): void => {
      const { data, log } = filesIn(folder)
      const [before] = unsyncedLogs
      fail({ data, log: log && before ? torn(before, log, random) : log })
      unsyncedLogs = []
    },
    /** Waits for the next commit, and lets the power fail in it. */
    failInCommit: async (died: () => void): Promise<void> =>
      await new Promise<void>((resolve) => {
        inCommit = (before, after) => {
          inCommit = undefined
          // The log is on the disk before any page of it goes to the data.
          const isInLog = random() < 0.7
          fail(
            isInLog
              ? { data: before.data, log: after.log && torn(before.log ?? none, after.log, random) }
              : { data: torn(before.data, after.data, random), log: after.log },
          )
          died()
          resolve()
        }
      }),
    /** For some time the disk refuses commits, some of which may be on it. */
    failing: (share: number): Act =>
      time.spell(
        () => void (failingShare = share),
        () => void (failingShare = 0),
      ),
  }
}

/** Ends the turn in which the power failed. */
class PowerCut extends Error {}

/** One node of the service in this process, on SQLite, over a simulated network and disk. */
export const startAlone = async (parts: WorldParts): Promise<World> => {
  const { time, folder, print } = parts
  const disk = simulatedDisk(time, folder)
  const hosts: Host[] = []
  const network = new Network(time, hosts, print, 8)
  const alarms: string[] = []
  const kills: number[] = []
  let storage: Storage | undefined

  const start = async (): Promise<void> => {
    const host = newHost()
    hosts[0] = host
    await time.on(host, async () => {
      const changes = new Changes()
      const place = { dataDir: disk.folder(), environment, contents, store: 'sqlite' } as const
      storage = await openServiceStorage(place, changes, false)
      const counters = memoryCounters(changes)
      const app = await startNode({ time, folder, storage, changes, counters, alarms })
      host.server = app.server
    })
  }
  const die = (): void => {
    const [host] = hosts
    if (host === undefined) return
    kills.push(time.now)
    storage = undefined
    network.kill(host)
  }
  await start()

  const keys = (): KeyStore => {
    if (storage === undefined) throw new StorageUnavailable('failing', new Error('It is down.'))
    return storage.keys
  }
  const deeds: Readonly<Record<string, Act>> = {
    'cut the power': async (length) => {
      disk.failNow()
      die()
      await time.wait(length)
      await start()
    },
    'cut the power in a commit': async (length) => {
      await disk.failInCommit(die)
      await time.wait(length)
      await start()
    },
    'fail the disk': disk.failing(0.3),
    ...network.deeds,
  }
  return await worldOf(parts, { network, alarms, kills, close: () => {} }, keys, deeds, 500)
}
