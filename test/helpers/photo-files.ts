import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startApp, temporaryFolder } from './app.ts'
import { commandsIn } from './command.ts'
import { picture, png } from './pictures.ts'

/** A folder of pictures, a store of three animals, the second of which has a chip, and a file of them. */
export const setUpPictures = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'data')
  const pictures = join(folder, 'pictures')
  for (const each of [dataDir, pictures]) mkdirSync(each)
  const app = await startApp(t, { dataDir })
  for (const name of ['Rex', 'Tom', 'Kit']) {
    await app.call('/pets', { method: 'POST', body: { name, categoryId: 3 } })
  }
  const chip = '985141000123456'
  await app.call('/pets/2/profile', { method: 'PATCH', body: { chip } })
  const file = join(folder, 'animals.csv')
  writeFileSync(file, 'id,name\n1,Rex\n2,Tom\n')
  const put = (name: string, bytes: Uint8Array): void => writeFileSync(join(pictures, name), bytes)
  put('1-10.jpg', picture('jpeg'))
  put('1-2.png', png(30, 20))
  put('1.webp', picture('webp'))
  put(`${chip} back.avif`, picture('avif'))
  put('.DS_Store', Buffer.from('?'))
  const commands = commandsIn(dataDir)
  const update = `pets import ${file} --update --photos ${pictures}`
  return { folder, dataDir, pictures, app, file, put, update, ...commands }
}

/** The photos that commands export into a folder, by the names of their files. */
export const exportedPhotos = async (
  { done }: Pick<ReturnType<typeof commandsIn>, 'done'>,
  folder: string,
): Promise<Readonly<Record<string, string>>> => {
  await done(`pets export ${folder}.csv --photos ${folder}`)
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )
}
