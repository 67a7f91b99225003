/**
 * What the tab keeps until it is closed or somebody signs out: the key, drafts, places in lists. It
 * also survives a reload. Every name begins alike, so that signing out can remove all of it.
 */
const prefix = 'petstore:'

/** Reads what is kept under a name, or gives undefined. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it kept
export const kept = <T>(name: string): T | undefined => {
  try {
    const text = sessionStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text, revive) as T)
  } catch {
    return undefined
  }
}

/** Keeps a value under a name; undefined removes it. */
export const keep = (name: string, value: unknown): void => {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + name)
    else sessionStorage.setItem(prefix + name, JSON.stringify(value, replace))
  } catch {
    // A browser that keeps nothing: the page works on, but a reload forgets.
  }
}

/** The names that begin so. */
export const keptNames = (beginning: string): readonly string[] =>
  Object.keys(sessionStorage)
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length))

/** Forgets everything. */
export const forgetAll = (): void => {
  for (const name of keptNames('')) keep(name, undefined)
}

// An int64 goes through as text with a mark, exact in every digit.
const mark = 'int64:'

/** Takes each member as it is, since the client's objects have a `toJSON` that writes an int64 as a number. */
function replace(this: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = this[name]
  return typeof value === 'bigint' ? mark + String(value) : value
}

const revive = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && /^int64:-?\d+$/.test(value)
    ? BigInt(value.slice(mark.length))
    : value
