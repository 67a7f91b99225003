/**
 * What the tab keeps until it is closed or somebody signs out: the key, drafts, positions in lists. It
 * survives a reload. All names have this prefix, so that signing out can remove everything.
 */
const prefix = 'petstore:'

/** What the page last showed, by the name of what was read, so that it stays readable. */
export const lastSeen = new Map<string, unknown>()

const storageOf = (isDevice: boolean): Storage => (isDevice ? localStorage : sessionStorage)

/** Reads a value stored under a name, in this tab, or on the device for all tabs; undefined if there is none. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the stored type
export const readItem = <T>(name: string, isDevice = false): T | undefined => {
  try {
    const text = storageOf(isDevice).getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text, revive) as T)
  } catch {
    return undefined
  }
}

/** Stores a value under a name; undefined removes it. */
export const writeItem = (name: string, value: unknown, isDevice = false): void => {
  try {
    const storage = storageOf(isDevice)
    if (value === undefined) storage.removeItem(prefix + name)
    else storage.setItem(prefix + name, JSON.stringify(value, replace))
  } catch {
    // If the browser stores nothing, the page still works, but a reload loses it.
  }
}

/** The stored names with a prefix. */
export const itemNames = (beginning: string, isDevice = false): readonly string[] =>
  Object.keys(storageOf(isDevice))
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length))

/** Removes everything that the tab keeps. */
export const clearItems = (): void => {
  for (const name of itemNames('')) writeItem(name, undefined)
  lastSeen.clear()
}

// An int64 is stored as text with this mark, exact in every digit. Text that begins with the mark is marked too.
const mark = 'int64:'

/** The only member of an object that represents a `Map`: its entries. */
const mapMark = 'map:'

/** Reads the member from `this`, since the client's objects have a `toJSON` that converts an int64. */
function replace(this: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = this[name]
  if (value instanceof Map) return { [mapMark]: [...value] }
  return typeof value === 'bigint' || (typeof value === 'string' && value.startsWith(mark))
    ? mark + String(value)
    : value
}

const revive = (_name: string, value: unknown): unknown => {
  if (value instanceof Object && mapMark in value)
    return new Map(value[mapMark] as Iterable<readonly [unknown, unknown]>)
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  const rest = value.slice(mark.length)
  return /^-?\d+$/.test(rest) ? BigInt(rest) : rest
}
