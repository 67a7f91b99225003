import { Type } from '../../base/schema/type.ts'
import type { Reading } from '../../kit/read-value.ts'
import { compileBodyReader } from '../../kit/schema-reader.ts'
import type { Row } from '../../base/data/table.ts'
import type { RecordPart } from './record.ts'

/** Where the cell of a column belongs in the part: a field, or the map and the name of a member. */
export type PartPath = readonly [field: string, member?: string]

const mapOf = ({ creation }: RecordPart): string | undefined =>
  Object.entries(creation.properties).find(([, schema]) => 'propertyNames' in schema)?.[0]

const textsOf = (part: RecordPart): readonly string[] =>
  Object.keys(part.creation.properties).filter((name) => name !== mapOf(part))

/** The columns of a part. @param members those of its map that have a column */
export const partColumns = (
  part: RecordPart | undefined,
  members: readonly string[] = [],
): ReadonlyArray<{ readonly column: string; readonly path: PartPath }> => {
  if (part === undefined) return []
  const map = mapOf(part) ?? ''
  const ofMap = members.map((member): PartPath => [map, member])
  const paths = [...textsOf(part).map((field): PartPath => [field]), ...ofMap]
  return paths.map((path) => ({ column: columnOf(part, path), path }))
}

export const columnOf = ({ name }: RecordPart, path: PartPath): string => [name, ...path].join('.')

/** The path of a column that is no field of the row itself; undefined if nothing takes it. */
export const pathOf = (part: RecordPart | undefined, column: string): PartPath | undefined => {
  if (part === undefined) return undefined
  const map = mapOf(part)
  const [name, field = '', ...rest] = column.split('.')
  if (name === part.name) {
    if (rest.length === 0 && textsOf(part).includes(field)) return [field]
    return field === map && rest.length > 0 ? [field, rest.join('.')] : undefined
  }
  return map !== undefined && part.takesUnknown === true ? [map, column] : undefined
}

export type PartCells = ReadonlyArray<readonly [path: PartPath, text: string]>

/** Compiles what reads the cells of a part by the rules of its schema. Its value has the part alone. */
export const compilePartReader = (part: RecordPart): ((cells: PartCells) => Reading) => {
  const { name, creation } = part
  const whole = { [name]: Type.Optional(creation) }
  const read = compileBodyReader(Type.Object(whole, { title: name, additionalProperties: false }))
  const map = mapOf(part) ?? ''
  return (cells) => {
    const members = cells.flatMap(([[, member], text]) =>
      member === undefined ? [] : [[member, text]],
    )
    const fields: Array<readonly [string, unknown]> = cells.flatMap(([[field, member], text]) =>
      member === undefined ? [[field, text]] : [],
    )
    if (members.length > 0) fields.push([map, Object.fromEntries(members)])
    return read(Buffer.from(JSON.stringify({ [name]: Object.fromEntries(fields) })))
  }
}

/** The text in a column of a part, if it has any. */
export const cellAt = (part: unknown, path: PartPath): unknown =>
  path.reduce<unknown>((value, name = '') => {
    // A part is an object, and so is its map, in which `__proto__` is a name like any other.
    const row = (value ?? {}) as Row
    return Object.hasOwn(row, name) ? row[name] : undefined
  }, part)
