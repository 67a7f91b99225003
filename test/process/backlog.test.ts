import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { startService } from '../helpers/service.ts'

/** The limit of the system; only Linux has this file. */
const allowedFile = '/proc/sys/net/core/somaxconn'
const allowed = existsSync(allowedFile) ? Number(readFileSync(allowedFile, 'utf8')) : 0

const crowd = 700

test(
  'more connections than Node asks the system to hold wait for a service that has no time, and are answered',
  { skip: allowed < crowd && `the system holds ${allowed} connections at most` },
  async (t) => {
    const service = await startService(t, temporaryFolder(t), { PETSTORE_LOG_LEVEL: 'error' })
    const port = Number(new URL(service.baseUrl('staging')).port)
    service.process.kill('SIGSTOP')
    // The system drops connections beyond the limit, so they would never connect.
    const clients = Array.from({ length: crowd }, () => connect(port, '127.0.0.1'))
    t.after(() => clients.map((client) => client.destroy()))
    await Promise.all(clients.map((client) => once(client, 'connect')))
    service.process.kill('SIGCONT')
    const answers = clients.map(async (client) => {
      client.write('GET /healthz HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
      const [chunk] = await once(client, 'data')
      return String(chunk).slice(0, 15)
    })
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['HTTP/1.1 200 OK']))
  },
)
