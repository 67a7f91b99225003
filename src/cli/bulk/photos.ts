import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureType } from '../../../client/src/calls.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { readExact } from '../../base/exact-json.ts'
import { resultOf, type Store } from '../../base/data/store.ts'
import { imageProcesses } from '../../images/index.ts'
import { addedPhoto } from '../../resources/photos/operations.ts'
import { photoFiles, maxPhotoBytes } from '../../resources/photos/photo.ts'
import { chipOf } from '../../resources/profiles/changes.ts'
import { profiles } from '../../resources/profiles/table.ts'
import type { Storage } from '../../store/port.ts'
import { startProgress } from '../kit/progress.ts'
import { counted, Failure, printable, type Terminal, UsageError } from '../kit/terminal.ts'

/** `17.jpg`, `17-2.jpg` or `985141000123456 back.webp`: the id or the chip of an animal comes first. */
const nameOfPicture = /^([0-9A-Za-z]+)(?:[-_ (].*)?\.(?:jpe?g|png|webp|avif)$/i

/**
 * Returns the pictures of a folder in the order of their names, with 2 before 10. Skips names that begin with a dot.
 * @throws UsageError if the folder cannot be read, or a name does not begin with an id or chip and end as a picture's
 */
export const picturesIn = (folder: string) => {
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    throw new UsageError(`${folder} cannot be read: ${messageOf(error)}.`)
  }
  const { compare } = new Intl.Collator('en', { numeric: true })
  const stem = (name: string): string => name.replace(/\.\w+$/, '')
  const sorted = names.toSorted((one, other) => compare(stem(one), stem(other)))
  return sorted.map((name) => {
    const path = join(folder, name)
    const [, animal] = nameOfPicture.exec(name) ?? []
    if (animal !== undefined) return { name, path, animal }
    throw new UsageError(
      `${path} is not a picture of an animal. A name begins with the id or the chip of the animal and ends in .jpg, .png, .webp or .avif, like 17.jpg or 17-2.jpg.`,
    )
  })
}

/**
 * Adds the pictures of a folder to their animals, one by one.
 * @param ids the ids of animals by the ids in the names of files
 * @throws Failure if it left some out, after it has printed which, and why
 */
export const importPhotos = async (
  terminal: Terminal,
  { data }: Storage,
  folder: string,
  ids: ReadonlyMap<string, bigint>,
): Promise<void> => {
  const pictures = picturesIn(folder)
  const images = imageProcesses()
  const progress = startProgress(terminal, 'Adding photos', 'photos')
  /** @returns why a picture was not added; undefined if it was */
  const add = async (animal: string, path: string): Promise<string | undefined> => {
    const petId = ids.get(animal) ?? (await petOfChip(data, animal))
    if (petId === undefined) return 'No animal has this id or chip.'
    const bytes = readFileSync(path)
    if (bytes.length > maxPhotoBytes) return `It is larger than ${maxPhotoBytes} bytes.`
    const now = terminal.now()
    const change = await addedPhoto(images, petId, { bytes, type: pictureType(bytes) }, now)
    if ('code' in change) return change.message
    const result = resultOf(await data.apply(change, { at: now }))
    return result.outcome === 'refused' ? result.refusal.message : undefined
  }
  let left = 0
  try {
    for (const [at, { name, path, animal }] of pictures.entries()) {
      const reason = await add(animal, path)
      if (reason !== undefined) {
        left += 1
        terminal.error(`${printable(name)}: ${reason}\n`)
      }
      progress.update({ count: at + 1, done: (at + 1) / pictures.length })
    }
  } finally {
    progress.end()
    images.close()
  }
  terminal.error(`Added ${counted(pictures.length - left, 'photos')}.\n`)
  if (left > 0) throw new Failure(`${counted(left, 'pictures')} of ${folder} were left out.`)
}

const petOfChip = async (data: Store, typed: string): Promise<bigint | undefined> => {
  const where = { chip: chipOf(typed) }
  const { json } = await data.page(profiles, { where, after: undefined, limit: 1 })
  return (readExact(json) as ReadonlyArray<{ readonly petId: bigint }>)[0]?.petId
}

/**
 * Writes the photos of all animals into an empty folder: `17-1.webp` is the first of animal 17. @returns their number
 * @throws Failure if the folder has files, or cannot be written
 */
export const exportPhotos = async ({ bulk, whole }: Storage, folder: string): Promise<number> => {
  let count = 0
  try {
    mkdirSync(folder, { recursive: true })
    if (readdirSync(folder).length > 0) throw new Failure(`${folder} is not empty; name another.`)
    for await (const rows of bulk.all(profiles)) {
      for (const { id, petId, position } of rows.flatMap(({ photos }) => photos)) {
        const file = await whole.find(photoFiles.full, id)
        // The photo was deleted after its row was read.
        if (file === undefined) continue
        writeFileSync(join(folder, `${petId}-${position}.webp`), file.row.bytes, { flag: 'wx' })
        count += 1
      }
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${folder} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
  return count
}
