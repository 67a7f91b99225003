import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Env } from '../base/config/config.ts'
import type { Variable } from '../base/config/variable.ts'
import { variables } from '../base/config/variables.ts'

/** A digest of each effective setting, without the passwords in addresses, and other secrets that people choose. */
const digestsOf = (env: Env): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries<Variable<unknown>>(variables).map(([name, { parse, fallback, isSecret }]) => {
      const text = env[name]?.trim() ?? ''
      const setting = text === '' ? fallback : parse(text)
      const shown = isSecret === true && typeof setting === 'string' ? 'set' : setting
      const value = JSON.stringify(shown, (key, part) => (key === 'password' ? null : part)) ?? ''
      return [name, createHash('sha256').update(value).digest('base64url')]
    }),
  )

/** Keeps digests of the settings in a file; returns the names of those that differ from what was kept there before. */
export const keepSettings = (env: Env, file: string): readonly string[] => {
  const now = digestsOf(env)
  let before: Readonly<Record<string, unknown>> = {}
  try {
    before = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The first start. Or the file is damaged, which makes no start fail.
  }
  try {
    writeFileSync(file, JSON.stringify(now), { mode: 0o600 })
  } catch {
    // A full disk is told of elsewhere.
  }
  return Object.keys(now).filter((name) => name in before && before[name] !== now[name])
}
