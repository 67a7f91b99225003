import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { asOldNode, bareCheckout, runToEnd as run } from '../helpers/launching.ts'

test(
  'what the program says to do after an installation without scripts helps',
  { skip: process.env['CI'] !== 'true' && 'installs from the registry, which only CI does' },
  (t) => {
    const cwd = bareCheckout(t)
    const { NODE_OPTIONS: _, ...env } = process.env
    writeFileSync(join(cwd, '.npmrc'), 'ignore-scripts=true\n')
    assert.equal(run('npm', ['ci', '--omit=dev'], { cwd, env }).status, 0)
    const start = (): ReturnType<typeof run> =>
      run(process.execPath, [...asOldNode, join(cwd, 'bin/petstore.js'), 'serve', '--help'])
    const [advice = ''] = /npm rebuild node \S+/.exec(start().error) ?? []
    const repair = run('sh', ['-c', advice], { cwd, env })
    assert.equal(repair.status, 0, repair.error)
    assert.match(start().out, /^Usage: petstore serve/)
  },
)
