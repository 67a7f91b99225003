import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Environment } from '../../base/environments.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { beginFile } from '../kit/new-file.ts'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'
import { namesOf } from './keep.ts'

type Make = <T>(name: string, write: (path: string) => Promise<T>, stop?: AbortSignal) => Promise<T>

/** Where backups lie: a folder, or a prefix of a bucket. Its calls throw Failure. */
export type Place = {
  /** The path or the address of a name there. */
  readonly pathOf: (name: string) => string
  /** The names of the backups of an environment there that their times name, the newest last. */
  readonly names: (environment: Environment) => Promise<readonly string[]>
  /** Makes a file there, which has its name only once it is whole. */
  readonly make: Make
  /** Copies what has a name there over a file. */
  readonly fetch: (name: string, file: string) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

/**
 * @param address a file, a folder that is there or ends with a slash, or `s3://bucket/prefix`; a file of a bucket ends in `.backup`
 * @param work the folder in which a file for a bucket is made
 * @returns the place, and the name there if the address has one
 */
export const locate = async (
  address: string,
  { env }: Terminal,
  work: string,
): Promise<{ readonly place: Place; readonly name?: string }> => {
  if (!/^s3:/i.test(address)) {
    const path = resolve(address)
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    if (isThere || /[\\/]$/.test(address)) return { place: folderPlace(path) }
    return { place: folderPlace(dirname(path)), name: basename(path) }
  }
  const [, bucket, prefix = '', rest = ''] =
    /^s3:\/\/([a-z\d][a-z\d.-]+)(?:\/((?:[\w-][\w.-]*\/)*)([\w-][\w.-]*)?)?$/.exec(address) ?? []
  if (bucket === undefined) {
    throw new UsageError(
      'An address of a bucket is s3://bucket/prefix; a prefix has letters, digits, and . _ - / in it.',
    )
  }
  const { bucketPlace } = await import('./s3.ts')
  if (rest.endsWith('.backup')) return { place: bucketPlace(env, bucket, prefix, work), name: rest }
  return { place: bucketPlace(env, bucket, prefix + rest + (rest && '/'), work) }
}

const folderPlace = (path: string): Place => ({
  pathOf: (name) => join(path, name),
  names: async (environment) => {
    try {
      return namesOf(environment, readdirSync(path))
    } catch (error) {
      throw new Failure(`${path} cannot be read: ${messageOf(error)}.`, { cause: error })
    }
  },
  make: async (name, write) => {
    using target = beginFile(join(path, name))
    const made = await write(target.temporary)
    target.publish()
    return made
  },
  fetch: async (name, file) => {
    const source = join(path, name)
    if (!existsSync(source)) throw new Failure(`There is no file ${source}.`)
    if (existsSync(`${source}-wal`)) {
      throw new Failure(
        `${source} is a store in use, with a log beside it, and no backup; petstore backup makes one.`,
      )
    }
    copyFileSync(source, file)
  },
  remove: async (name) => rmSync(join(path, name)),
})
