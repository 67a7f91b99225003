import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Environment } from '../../base/environments.ts'
import { beginFile } from '../kit/new-file.ts'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'
import { namesOf } from './keep.ts'

/** Where backups are stored: a folder, or a prefix in a bucket. Its methods throw Failure. */
export type Place = ReturnType<typeof folderPlace>

/** Parses an address into a place and, if it names a file (in a bucket: `*.backup`), its name. @param work folder for uploads */
export const locate = async (
  address: string,
  { env }: Terminal,
  work: string,
): Promise<{ readonly place: Place; readonly name?: string }> => {
  // Given an unset variable, the backup would land in the current folder.
  if (address === '') throw new UsageError('Name a file, a folder or s3://bucket/prefix.')
  if (!/^s3:/i.test(address)) {
    const path = resolve(address)
    const isFolder =
      /[\\/]$/.test(address) || statSync(path, { throwIfNoEntry: false })?.isDirectory()
    if (isFolder === true) return { place: folderPlace(path) }
    return { place: folderPlace(dirname(path)), name: basename(path) }
  }
  const [, bucket, prefix = '', rest = ''] =
    /^s3:\/\/([a-z\d][a-z\d.-]+)(?:\/((?:[\w-][\w.-]*\/)*)([\w-][\w.-]*)?)?$/.exec(address) ?? []
  if (bucket === undefined)
    throw new UsageError(
      'An address of a bucket is s3://bucket/prefix; a prefix has letters, digits, and . _ - / in it.',
    )
  const { bucketPlace } = await import('./s3.ts')
  if (rest.endsWith('.backup')) return { place: bucketPlace(env, bucket, prefix, work), name: rest }
  return { place: bucketPlace(env, bucket, prefix + rest + (rest && '/'), work) }
}

const folderPlace = (path: string) => ({
  /** Returns the path or the address of a backup by its name. */
  pathOf: (name: string): string => join(path, name),
  /** Returns the names of an environment's backups that are named by their time, newest last. */
  names: async (environment: Environment): Promise<readonly string[]> => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new Failure(`There is no folder ${path}.`)
    const files = readdirSync(path, { withFileTypes: true }).filter((each) => each.isFile())
    const names = files.map(({ name }) => name)
    return namesOf(environment, names)
  },
  /** Makes a backup, which gets its name only once it is complete. */
  make: async <T>(name: string, write: (path: string) => Promise<T>, _stop: AbortSignal) => {
    using target = beginFile(join(path, name))
    const made = await write(target.temporary)
    target.publish()
    return made
  },
  /** Copies the named backup over a file. */
  fetch: async (name: string, file: string): Promise<void> => {
    const source = join(path, name)
    if (!existsSync(source)) throw new Failure(`There is no file ${source}.`)
    if (existsSync(`${source}-wal`))
      throw new Failure(
        `${source} is a store in use, with a log beside it, not a backup; petstore backup makes one.`,
      )
    copyFileSync(source, file)
  },
  remove: async (name: string): Promise<void> => rmSync(join(path, name)),
})
