import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of a `.cpuprofile` that is read here: what V8 writes for `--cpu-prof`. */
type CpuProfile = {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: readonly number[]
  }>
  /** Microseconds of the system's clock that only goes forward. */
  readonly startTime: number
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

/** The parts of the program that divide the time of a request, in the order of a request. */
export const parts = [
  'system calls and event loop',
  'socket and streams of Node',
  'HTTP of Node',
  'HTTP of ours',
  'the door: key, ban, quota',
  'schemas, operations, JSON',
  'storage and SQLite',
  'log and metrics',
  'garbage collection',
  'everything else',
] as const
export type Part = (typeof parts)[number]

/** What our own files and Node's belong to, by their URL. */
const places: ReadonlyArray<readonly [RegExp, Part]> = [
  [/\/src\/http\/admission\.ts|\/src\/(?:keys|quotas)\//, 'the door: key, ban, quota'],
  [/\/src\/(?:http|core\/errors)\//, 'HTTP of ours'],
  [/\/src\/(?:pets|api|idempotency)\//, 'schemas, operations, JSON'],
  [/\/src\/storage\/|node:sqlite/, 'storage and SQLite'],
  [/\/src\/observability\//, 'log and metrics'],
  [/node:_http|node:internal\/http|bench\/bare\.ts/, 'HTTP of Node'],
  [/node:(?:net|stream|internal\/(?:stream|streams))/, 'socket and streams of Node'],
]

const socketCalls = /^(?:write(?:v|Buffer|\w+String)|readStart|readStop|shutdown|onStreamRead)$/

/**
 * Adds up the self time of every function by the part that it belongs to. What has no place of its own, such as
 * a function of the language or of Node's buffers, counts for its caller.
 *
 * @param folder with the profiles of all threads of a process
 * @param from microseconds of the clock of `process.hrtime`; samples before it, or after `to`, do not count
 * @returns shares of the time in which the process did anything
 */
export const sharesOf = (
  folder: string,
  from: number,
  to: number,
): Readonly<Record<Part, number>> => {
  const times = new Map<Part, number>()
  for (const file of readdirSync(folder)) {
    // Written by V8.
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
    const byId = partsOf(profile)
    let now = profile.startTime
    for (const [at, id] of profile.samples.entries()) {
      const time = profile.timeDeltas[at] ?? 0
      now += time
      const part = byId.get(id)
      if (part !== undefined && now >= from && now <= to) {
        times.set(part, (times.get(part) ?? 0) + time)
      }
    }
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  return Object.fromEntries(parts.map((part) => [part, (times.get(part) ?? 0) / all])) as Record<
    Part,
    number
  >
}

/** The part of each node; those in which nothing is done have none. */
const partsOf = ({ nodes }: CpuProfile): ReadonlyMap<number, Part> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const result = new Map<number, Part>()
  const [root] = nodes
  const open: Array<readonly [number, Part]> = root ? [[root.id, 'everything else']] : []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [id, callers] = next
    const node = byId.get(id)
    if (node === undefined) continue
    const part = partOf(node.callFrame, callers)
    if (node.callFrame.functionName !== '(idle)') result.set(id, part)
    for (const child of node.children ?? []) open.push([child, part])
  }
  return result
}

const partOf = (
  { functionName, url }: CpuProfile['nodes'][number]['callFrame'],
  callers: Part,
): Part => {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'system calls and event loop'
  if (url === '' && socketCalls.test(functionName)) return 'system calls and event loop'
  return places.find(([pattern]) => pattern.test(url))?.[1] ?? callers
}
