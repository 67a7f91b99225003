import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runToEnd } from '../helpers/launching.ts'

const program = fileURLToPath(new URL('../simulation/main.ts', import.meta.url))

const simulate = (...args: readonly string[]) => {
  const { status, out, error } = runToEnd(process.execPath, [program, ...args])
  return { status, lines: out.trim().split('\n'), told: out + error }
}

test('simulated nodes lose nothing, whatever happens to them, and a seed always does the same', () => {
  const { status, lines, told } = simulate('--seeds', '6')
  assert.equal(status, 0, told)
  assert.match(
    lines.at(-1) ?? '',
    /^6 seeds, \d+ requests, \d+ changes acknowledged, \d+ messages to webhooks .*: no violation, \d+ histories undecided$/,
  )
  for (const seed of ['1', '6']) {
    const again = simulate('--seed', seed)
    assert.equal(
      again.lines[0],
      lines.find((line) => line.startsWith(`seed ${seed}:`)),
    )
  }
})

test('a simulation finds faults that are put into the code, and shows the shortest run of one', () => {
  // `npm run simulate -- --faults --seeds 200` finds the others too.
  const names = ['hold', 'event', 'commit', 'early', 'cached', 'revoked', 'deletion']
  const all = simulate('--faults', '--seeds', '6', ...names)
  assert.equal(all.status, 0, all.told)
  assert.equal(all.lines.length, names.length)
  const quota = simulate('--fault', 'quota', '--seeds', '6')
  assert.equal(quota.status, 1)
  assert.match(
    quota.lines.at(-1) ?? '',
    /^npm run simulate -- --seed \d --world \w+ --rounds \d .*--fault quota --history FILE$/,
  )
})
