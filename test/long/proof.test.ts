import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { needs } from '../helpers/needs.ts'
import { needsNodes } from '../helpers/nodes.ts'
import { onEngines, type Sabotage, sabotages } from '../torture/sabotage.ts'

const program = fileURLToPath(new URL('../torture/proof.ts', import.meta.url))
const skip = needs('fiu-run', 'fiu-ctrl')

/** Proves for some seconds. @returns the exit status, and the figures of the last line by their names */
const prove = async (...args: readonly string[]) => {
  const child = spawn(process.execPath, [program, '--minutes', '0.12', ...args])
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.pipe(process.stderr)
  const [status] = await once(child, 'close')
  const line = out.trim().split('\n').at(-1) ?? ''
  const figures = [...line.matchAll(/([a-z ]+) ([\d,]+)(?:, |$)/g)].map(
    ([, name = '', figure = '']) => [name.trim(), Number(figure.replaceAll(',', ''))] as const,
  )
  return { status, line, out, figures: new Map(figures) }
}

const provesAll = async (...args: readonly string[]): Promise<void> => {
  const { status, out, line, figures } = await prove(...args)
  assert.equal(status, 0, out)
  assert.match(
    line,
    /^acknowledged [\d,]+, lost 0, over quota 0, revoked late 0, sold twice 0, events missed 0, not linearizable 0, unexpected answers 0, histories [\d,]+, seed \d+$/,
  )
  assert.ok(Number(figures.get('acknowledged')) > 0)
}

test('a proof kills, cuts, floods and fills a service, and nothing is lost', { skip }, async () => {
  await provesAll()
})

test('nor of nodes whose database and counters are killed too', { skip: needsNodes }, async () => {
  await provesAll('--nodes', '2')
})

/** What a proof must find of each fault. */
const findings: Readonly<Record<Sabotage, string>> = {
  commit: 'lost',
  hold: 'sold twice',
  quota: 'over quota',
  event: 'events missed',
}

for (const [what, broken, missing, ...options] of [
  ['a service', sabotages, skip],
  ['nodes', onEngines, needsNodes, '--nodes', '2'],
] as const) {
  for (const name of Object.keys(broken) as Sabotage[]) {
    test(`a proof finds ${what} without the promise of ${name}`, { skip: missing }, async () => {
      const { status, out, figures } = await prove(...options, '--break', name)
      assert.equal(status, 1, out)
      assert.ok(Number(figures.get(findings[name])) > 0, out)
    })
  }
}
