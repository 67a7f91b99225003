import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { makeAuthority } from '../helpers/certificates.ts'
import { linesOf, runHere } from '../helpers/command.ts'
import { freePort } from '../helpers/free-port.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { needsSentinels, startSentinels } from '../helpers/sentinels.ts'
import { stagingAlone, startService } from '../helpers/service.ts'
import { startValkey } from '../helpers/valkey.ts'

const it = testWith(needsSentinels)

/** What the doctor says of the counters of staging. */
const examine = async (env: Readonly<Record<string, string>>) => {
  const { out } = await runHere(['doctor', '--json'], { ...stagingAlone, ...env })
  return linesOf(out).filter(({ check }) => check === 'counters')
}

it('if the master is killed, no request fails, and the counting goes on with the one that the sentinels choose', async (t) => {
  const { url, master, replica, kill } = await startSentinels(t)
  const env = { PETSTORE_STAGING_COUNTERS: url }
  const service = await startService(t, temporaryFolder(t), env)
  const send = service.asking(await service.addKey('staging'))
  const ask = async (path = '/pets?limit=3') => {
    const answer = await send(path)
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const usedToday = async (): Promise<number> => {
    const { windows } = JSON.parse((await ask('/usage')).text)
    return windows[1].used
  }
  const [fine, ...others] = await examine(env)
  assert.match(fine?.message ?? '', /^shop of sentinels .* counts, on (?:Redis|Valkey) \d/)
  assert.deepEqual(others, [])

  for (let n = 0; n < 10; n += 1) await ask()
  await master.kill()
  await poll(async () => {
    await ask()
    return service.logged('counters_recovered').length > 0
  })
  const before = await usedToday()
  assert.ok(before >= 10, 'what was counted before is not forgotten')
  for (let n = 0; n < 5; n += 1) await ask()
  assert.equal(await usedToday(), before + 5)
  assert.ok((await replica.calls('evalsha')) > 0, 'the replica counts')

  await Promise.all([kill(0), kill(1)])
  // The third one needs a moment to notice it.
  const after = await poll(async () => {
    const findings = (await examine(env)).filter((finding) => !finding.fine)
    return findings.some(({ message }) => /NOQUORUM/.test(message)) && findings
  }, 100)
  assert.ok(after.some(({ message }) => /The sentinel 127.*: .*ECONNREFUSED/.test(message)))
  assert.ok(after.some(({ message }) => /No replica follows the master/.test(message)))
})

/** An engine that takes only TLS connections of a user with few rights: those that docs/cluster.md names. */
const startGuarded = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const authority = makeAuthority()
  const { cert, key } = authority.issue(['127.0.0.1'])
  const files = { cert: join(folder, 'cert'), key: join(folder, 'key'), ca: join(folder, 'ca') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  writeFileSync(files.ca, authority.cert)
  const port = await freePort()
  const rights =
    '~shop:* +@scripting +@read +@write +time +role +ping +hello +client +info +config|get'
  const options = [
    `--tls-port ${port} --tls-cert-file ${files.cert} --tls-key-file ${files.key}`,
    `--tls-ca-cert-file ${files.ca} --tls-auth-clients no --user default off`,
    `--user petstore on >right-word ${rights} --maxmemory 100mb --maxmemory-policy noeviction`,
  ]
  await startValkey(t, options.join(' ').split(' '))
  const url = (password: string, ca: string | undefined = files.ca): string =>
    `valkeys://petstore:${password}@127.0.0.1:${port}/shop${ca === '' ? '' : `?ca=${ca}`}`
  return { url, folder }
}

it('TLS, a user and a password: the right ones count, and of wrong ones a sentence tells', async (t) => {
  const { url, folder } = await startGuarded(t)
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_STAGING_COUNTERS: url('right-word'),
    // On a busy machine an answer takes longer.
    PETSTORE_COUNTERS_DEADLINE: '5000ms',
  })
  const key = await service.addKey('staging', '--plan', 'free')
  const { status, headers } = await service.asking(key)('/pets')
  assert.deepEqual([status, headers['x-ratelimit-remaining']], [200, '59'])

  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'right-word\n')
  const fromFile = await examine({
    PETSTORE_STAGING_COUNTERS: url('wrong-word'),
    PETSTORE_STAGING_COUNTERS_PASSWORD_FILE: passwordFile,
  })
  assert.equal(fromFile[0]?.fine, true, JSON.stringify(fromFile))
  assert.match(fromFile[1]?.message ?? '', /maxmemory-policy is noeviction/)

  for (const [counters, sentence] of [
    [url('wrong-word'), /cannot be reached: It refuses the user or the password/],
    [url('right-word', ''), /cannot be reached: Its certificate is not trusted .*\?ca= names/],
    [
      url('right-word').replace('127.0.0.1', 'localhost'),
      /cannot be reached: Its certificate is not trusted/,
    ],
  ] as const) {
    const { status: ended, error } = await runHere(['serve'], {
      ...stagingAlone,
      PETSTORE_DATA_DIR: temporaryFolder(t),
      PETSTORE_STAGING_COUNTERS: counters,
    })
    assert.notEqual(ended, 0)
    assert.match(error, sentence)
    assert.doesNotMatch(error, /right-word|wrong-word/)
  }
})
