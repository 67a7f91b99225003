import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresAddressOf, shownAddress } from '../../src/base/config/store-address.ts'

test('an address names its servers, the database and the user, and how the servers prove who they are', () => {
  assert.deepEqual(postgresAddressOf('postgres://shop:p%40ss@a,b:6432,[::2]/pets'), {
    hosts: [
      { host: 'a', port: 5432 },
      { host: 'b', port: 6432 },
      { host: '::2', port: 5432 },
    ],
    database: 'pets',
    user: 'shop',
    password: 'p@ss',
    tls: { authorities: undefined },
  })
})

test('only servers of this machine are spoken to in plain text, unless the address says otherwise', () => {
  const tlsOf = (text: string) => postgresAddressOf(text)?.tls
  assert.equal(tlsOf('postgres://shop@127.0.0.1,localhost,[::1]/pets'), undefined)
  assert.deepEqual(tlsOf('postgres://shop@127.0.0.1,10.0.0.1/pets'), { authorities: undefined })
  assert.equal(tlsOf('postgres://shop@10.0.0.1/pets?sslmode=disable'), undefined)
  assert.deepEqual(
    tlsOf('postgresql://shop@127.0.0.1/pets?sslmode=verify-full&sslrootcert=/ca.pem'),
    {
      authorities: '/ca.pem',
    },
  )
})

test('an address is shown without its password', () => {
  const address = postgresAddressOf('postgres://shop:secret@a,[::2]/pets')
  assert.equal(address && shownAddress(address), 'postgres://shop@a:5432,[::2]:5432/pets')
})
