import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Env } from '../base/config/config.ts'
import type { Variable } from '../base/config/variable.ts'
import { variables } from '../base/config/variables.ts'

/** Keeps the settings in a file, but no secrets like passwords in addresses; returns the names of those that differ from what it had. */
export const keepSettings = (env: Env, file: string): readonly string[] => {
  const entries = Object.entries<Variable<unknown>>(variables)
  const now = entries.map(([name, { parse, fallback, isSecret }]) => {
    const text = env[name]?.trim() ?? ''
    const setting = text === '' ? fallback : parse(text)
    const shown = isSecret === true && typeof setting === 'string' ? 'set' : setting
    const value = JSON.stringify(shown, (key, part) => (key === 'password' ? null : part))
    return [name, value ?? 'unset'] as const
  })
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
    writeFileSync(file, JSON.stringify(Object.fromEntries(now)), { mode: 0o600 })
    const before = JSON.parse(kept)
    return now.flatMap(([name, value]) => (value === (before[name] ?? value) ? [] : name))
  } catch {
    // A damaged file or a full disk makes no start fail.
    return []
  }
}
