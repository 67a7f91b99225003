/**
 * What the tab keeps until it is closed or somebody signs out: the key, drafts, places in lists. It
 * also survives a reload. Every name begins alike, so that signing out can remove all of it.
 */
const prefix = 'petstore:'

/** What the page showed last, by the name of what was read, so that it stays readable. */
export const lastSeen = new Map<string, unknown>()

const storageOf = (isDevice: boolean): Storage => (isDevice ? localStorage : sessionStorage)

/** Reads what the tab keeps under a name, or the device for all tabs; undefined if there is nothing. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it kept
export const readItem = <T>(name: string, isDevice = false): T | undefined => {
  try {
    const text = storageOf(isDevice).getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text, revive) as T)
  } catch {
    return undefined
  }
}

/** Keeps a value under a name; undefined removes it. */
export const writeItem = (name: string, value: unknown, isDevice = false): void => {
  try {
    const storage = storageOf(isDevice)
    if (value === undefined) storage.removeItem(prefix + name)
    else storage.setItem(prefix + name, JSON.stringify(value, replace))
  } catch {
    // A browser that keeps nothing: the page works on, but a reload forgets.
  }
}

/** The names that begin so. */
export const itemNames = (beginning: string, isDevice = false): readonly string[] =>
  Object.keys(storageOf(isDevice))
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length))

/** Forgets everything. */
export const clearItems = (): void => {
  for (const name of itemNames('')) writeItem(name, undefined)
  lastSeen.clear()
}

// An int64 goes through as text with a mark, exact in every digit. Text that begins so gets the mark too.
const mark = 'int64:'

/** The one member of what stands for a map: its entries. */
const mapMark = 'map:'

/** Takes each member as it is, since the client's objects have a `toJSON` that writes an int64 as a number. */
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
