import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { tableOf } from '../helpers/pet-fields.ts'

test('staff find a person, note something, print all that is stored of them, and erase it', async (t) => {
  const app = await startApp(t)
  const env = { PETSTORE_API_KEY: app.key, PETSTORE_BASE_URL: app.baseUrl }
  const run = async (...args: readonly string[]) => await runHere(args, env)
  await run('pets', 'add', '--name', 'Rex', '--category', '3')
  await run('contacts', 'add', 'Jo Fox', '--phone', '020 7946 0958')
  await run('contacts', 'add', 'Kim', '--email', 'Kim@Example.com')
  const found = await run('contacts', 'find', '--phone', '(020) 79460958')
  assert.equal(JSON.parse(found.out).name, 'Jo Fox')
  assert.match((await run('contacts', 'find')).error, /^Give exactly one of --phone, --email\.\n/)
  await run('orders', 'place', '1', '--contact', '1')
  await run('notes', 'add', 'Has a garden.', '--contact', '1')
  await run('notes', 'add', 'Shy.', '--pet', '1')
  assert.equal(JSON.parse((await run('notes', 'list', '--pet', '1')).out).text, 'Shy.')

  const { contact, orders, notes } = JSON.parse((await run('contacts', 'export', '1')).out)
  assert.equal(contact.phone, '020 7946 0958')
  assert.deepEqual(
    [orders.map(({ id }: { id: number }) => id), notes.map(({ text }: { text: string }) => text)],
    [[1], ['Has a garden.']],
  )
  const confirm = async (...args: readonly string[]) =>
    await runHere(args, env, {
      input: Readable.from(['y\n']),
      isTerminal: { input: true, out: true, error: true },
    })
  const deleted = await confirm('notes', 'delete', '2')
  assert.deepEqual(
    [deleted.error, deleted.out],
    ['Delete note 2 for good? [y/N] ', 'Deleted note 2.\n'],
  )
  const erased = await confirm('contacts', 'erase', '1')
  assert.equal(erased.error, 'Delete contact 1, Jo Fox, for good? [y/N] ')
  assert.match((await run('contacts', 'export', '1')).error, /contact_not_found/)
  assert.equal((await run('notes', 'list')).out, '')
  const listed = await confirm('contacts', 'list')
  assert.match(tableOf(listed.out), /^ID CREATED NAME PHONE EMAIL ADDRESS NOTE\n2 \S+ Kim/)
})
