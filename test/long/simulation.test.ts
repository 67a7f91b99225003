import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../simulation/main.ts', import.meta.url))

const simulate = async (...args: readonly string[]) =>
  await new Promise<{ readonly status: number; readonly lines: readonly string[] }>((resolve) => {
    execFile(process.execPath, [program, ...args], (error, out) =>
      resolve({ status: error === null ? 0 : Number(error.code), lines: out.trim().split('\n') }),
    )
  })

test('simulated nodes lose nothing, whatever happens to them, and a seed always does the same', async () => {
  const { status, lines } = await simulate('--seeds', '6')
  assert.equal(status, 0, lines.join('\n'))
  assert.match(
    lines.at(-1) ?? '',
    /^6 seeds, \d+ requests, \d+ changes acknowledged, \d+ messages to webhooks .*: no violation, \d+ histories undecided$/,
  )
  for (const seed of ['1', '6']) {
    const again = await simulate('--seed', seed)
    assert.equal(
      again.lines[0],
      lines.find((line) => line.startsWith(`seed ${seed}:`)),
    )
  }
})

test('a simulation finds faults that are put into the code, and shows the shortest run of one', async () => {
  // `npm run simulate -- --faults --seeds 200` finds the others too.
  const names = ['hold', 'event', 'commit', 'early', 'cached', 'revoked', 'deletion']
  const all = await simulate('--faults', '--seeds', '6', ...names)
  assert.equal(all.status, 0, all.lines.join('\n'))
  assert.equal(all.lines.length, names.length)
  const quota = await simulate('--fault', 'quota', '--seeds', '6')
  assert.equal(quota.status, 1)
  assert.match(
    quota.lines.at(-1) ?? '',
    /^npm run simulate -- --seed \d --world \w+ --rounds \d .*--fault quota --history FILE$/,
  )
})
