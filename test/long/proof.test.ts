import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runToEnd } from '../helpers/launching.ts'
import { needs } from '../helpers/needs.ts'
import { needsNodes } from '../helpers/nodes.ts'
import { onEngines, type Sabotage, sabotages } from '../torture/sabotage.ts'

const program = fileURLToPath(new URL('../torture/proof.ts', import.meta.url))
const skip = needs('fiu-run', 'fiu-ctrl')

/** Proves for some seconds. @returns the exit status, and the figures of the last line by their names */
const prove = (...args: readonly string[]) => {
  const { status, out, error } = runToEnd(process.execPath, [program, '--minutes', '0.12', ...args])
  const line = out.trim().split('\n').at(-1) ?? ''
  const figures = [...line.matchAll(/([a-z ]+) ([\d,]+)(?:, |$)/g)].map(
    ([, name = '', figure = '']) => [name.trim(), Number(figure.replaceAll(',', ''))] as const,
  )
  return { status, line, told: out + error, figures: new Map(figures) }
}

for (const [what, options, lacks] of [
  ['kills, cuts, floods and fills a service', [], skip],
  ['kills a service whose clock runs fast', ['--clock'], false],
  ['kills a service while calls to its disk fail at random', ['--disk'], skip],
  ['kills nodes, their database and their counters', ['--nodes', '2'], needsNodes],
] as const) {
  test(`a proof ${what}, and nothing is lost`, { skip: lacks }, () => {
    const { status, told, line, figures } = prove(...options)
    assert.equal(status, 0, told)
    assert.match(
      line,
      /^acknowledged [\d,]+, lost 0, over quota 0, revoked late 0, sold twice 0, events missed 0, not linearizable 0, unexpected answers 0, histories [\d,]+, seed \d+$/,
    )
    assert.ok(Number(figures.get('acknowledged')) > 0)
  })
}

/** What a proof must find of each fault. */
const findings: Readonly<Record<Sabotage, string>> = {
  commit: 'lost',
  hold: 'sold twice',
  quota: 'over quota',
  event: 'events missed',
}

for (const [what, faults, options, lacks] of [
  ['a service that breaks', sabotages, [], skip],
  ['nodes that break', onEngines, ['--nodes', '2'], needsNodes],
] as const) {
  for (const name of Object.keys(faults) as Sabotage[]) {
    test(`a proof finds ${what} the promise of ${name}`, { skip: lacks }, () => {
      const { status, told, figures } = prove(...options, '--break', name)
      assert.equal(status, 1, told)
      assert.ok(Number(figures.get(findings[name])) > 0, told)
    })
  }
}
