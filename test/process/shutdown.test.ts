import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'

const body = JSON.stringify({ name: 'Rex', categoryId: 3 })

/** A create whose body the test holds back, so that it stays under way. */
const slowCreation = async (service: Service, agent: Agent): Promise<ClientRequest> => {
  const creation = request(`${service.baseUrl('staging')}/pets`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${service.facts.staging?.firstKey}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  // The service asks for the body once it has begun to handle the request.
  creation.flushHeaders()
  await once(creation, 'continue')
  return creation
}

const exitOf = async ({ process }: Service): Promise<unknown> =>
  process.exitCode ?? process.signalCode ?? (await once(process, 'exit'))[0]

for (const isAgain of [false, true]) {
  const what = isAgain
    ? 'a second signal ends the service at once, whatever is under way'
    : 'a service told to stop refuses connections after its grace, and answers what is under way'
  test(what, async (t) => {
    const service = await startService(t, temporaryFolder(t), { PETSTORE_SHUTDOWN_GRACE: '1s' })
    const { process: running } = service
    const agent = new Agent({ keepAlive: true })
    t.after(() => agent.destroy())
    const creation = await slowCreation(service, agent)
    running.kill('SIGTERM')
    await service.untilLogged('stopping')
    if (isAgain) {
      creation.on('error', () => undefined)
      assert.equal(running.exitCode, null)
      running.kill('SIGINT')
      await exitOf(service)
      // It ended by the signal, and closed no connection early.
      assert.equal(running.signalCode, 'SIGINT')
      assert.doesNotMatch(service.output().error, /cut_off|"stopped"/)
      return
    }
    await poll(async () => {
      const socket = connect(Number(new URL(service.baseUrl('staging')).port), '127.0.0.1')
      const isRefused = await once(socket, 'connect').then(
        () => false,
        () => true,
      )
      socket.destroy()
      return isRefused
    })
    assert.equal(running.exitCode, null)
    creation.end(body)
    const [answer] = (await once(creation, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 201)
    assert.equal(answer.headers['connection'], 'close')
    assert.equal(await exitOf(service), 0)
  })
}

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
