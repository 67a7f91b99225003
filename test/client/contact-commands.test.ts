import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { tableOf } from '../helpers/pet-fields.ts'
import { commandsOf } from './commands.ts'

test('staff find a person, note something, print all that is stored of them, and erase it', async (t) => {
  const { run, onTerminal } = commandsOf(await startApp(t))
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
  const deleted = await onTerminal('y\n', 'notes', 'delete', '2')
  assert.deepEqual(
    [deleted.error, deleted.out],
    ['Delete note 2 for good? [y/N] ', 'Deleted note 2.\n'],
  )
  const erased = await onTerminal('y\n', 'contacts', 'erase', '1')
  assert.equal(erased.error, 'Delete contact 1, Jo Fox, for good? [y/N] ')
  assert.match((await run('contacts', 'export', '1')).error, /contact_not_found/)
  assert.equal((await run('notes', 'list')).out, '')
  const listed = await onTerminal('y\n', 'contacts', 'list')
  assert.match(tableOf(listed.out), /^ID CREATED NAME PHONE EMAIL ADDRESS NOTE\n2 \S+ Kim/)
})
