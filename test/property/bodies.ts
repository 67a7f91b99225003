import * as fc from 'fast-check'
import { type Operation, resolve, type Schema } from '../helpers/openapi.ts'
import { chosen, type Field, strangers } from './fields.ts'
import {
  allowedToken,
  arrayToken,
  fieldsOf,
  forbiddenToken,
  objectToken,
  type Spelled,
} from './texts.ts'

/** Values by field, as the body gives them. */
export type Sent = ReadonlyMap<string, Spelled['value']>

const space = fc.constantFrom('', '', ' ', '\n', '\t ', '\r\n  ')

/** The schema of the items, if the body is an array. */
export const itemsOf = ({ body = {} }: Operation): Schema | undefined => resolve(body).items

/** The fields of the body, or of each of its items. */
const bodyFields = (operation: Operation): readonly Field[] =>
  fieldsOf(resolve(itemsOf(operation) ?? operation.body ?? {})) ?? []

/** The text of a body, and the values that it gives. */
export type Body = { readonly text: string; readonly sent: Sent; readonly items?: readonly Sent[] }

export const allowedBody = (operation: Operation): fc.Arbitrary<Body> =>
  itemsOf(operation) === undefined
    ? allowedObject(operation)
    : fc
        .tuple(fc.array(allowedObject(operation), { minLength: 1, maxLength: 5 }), space)
        .map(([objects, gap]): Body => ({
          text: arrayToken(
            objects.map(({ text }) => text),
            gap,
          ),
          sent: new Map(),
          items: objects.map(({ sent }) => sent),
        }))

const allowedObject = (operation: Operation): fc.Arbitrary<Body> => {
  const { minProperties = 0, maxProperties = Infinity } = resolve(operation.body ?? {})
  return fc
    .tuple(
      chosen(bodyFields(operation), ({ schema }) => allowedToken(schema)).filter(
        ({ length }) => length >= minProperties && length <= maxProperties,
      ),
      space,
    )
    .map(([members, gap]) => ({
      text: objectToken(
        members.map(([name, { token }]) => [name, token]),
        gap,
      ),
      sent: new Map(members.map(([name, { value }]) => [name, value])),
    }))
}

type Faulty = { readonly text: string; readonly names: readonly string[] }

/** A body with at least one fault, and the names of all that is wrong. */
export const forbiddenBody = (operation: Operation): fc.Arbitrary<Faulty> => {
  if (itemsOf(operation) === undefined) return forbiddenObject(operation)
  const { minItems = 0n, maxItems = 0n } = resolve(operation.body ?? {})
  const good = allowedObject(operation).map(({ text }) => text)
  const others = fc.array(good, { maxLength: 3 })
  const one = fc
    .tuple(others, forbiddenObject(operation), others, space)
    .map(([before, { text, names }, after, gap]) => ({
      text: arrayToken([...before, text, ...after], gap),
      names: [`[${before.length}]`, ...names],
    }))
  const noObject = fc.tuple(others, fc.json()).map(([before, token]) => ({
    text: arrayToken([...before, token.startsWith('{') ? 'null' : token], ''),
    names: [`[${before.length}] must be an object`],
  }))
  // One item more than the bound has to fit into 64 KiB, else that is what is wrong.
  const short = good.filter((text) => Buffer.byteLength(text) <= 600)
  const size = fc.tuple(short, fc.constantFrom(Number(minItems) - 1, Number(maxItems) + 1))
  const bounds = size.map(([text, length]) => ({
    text: arrayToken(Array<string>(length).fill(text), ''),
    names: [`${minItems} to ${maxItems} items`],
  }))
  return fc.oneof({ arbitrary: one, weight: 6 }, noObject, bounds)
}

const forbiddenObject = (operation: Operation): fc.Arbitrary<Faulty> => {
  const fields = bodyFields(operation)
  const known = fields.map(({ name }) => name)
  const spoilt = fc.tuple(
    ...fields.map(({ name, required, schema }) => {
      const good = allowedToken(schema).map(({ token }) => ({
        name,
        tokens: [token],
        wrong: false,
      }))
      const bad = forbiddenToken(schema).map((token) => ({ name, tokens: [token], wrong: true }))
      const twice = fc
        .tuple(allowedToken(schema), allowedToken(schema))
        .map(([a, b]) => ({ name, tokens: [a.token, b.token], wrong: true }))
      const none = fc.constant({ name, tokens: [] as string[], wrong: required })
      return fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: bad, weight: 4 }, twice, none)
    }),
  )
  const strange = fc.option(strangers(known), { nil: [] })
  return fc
    .tuple(spoilt, strange, space)
    .filter(([parts, extra]) => extra.length > 0 || parts.some(({ wrong }) => wrong))
    .chain(([parts, extra, gap]) => {
      const members = parts.flatMap(({ name, tokens }) =>
        tokens.map((token) => [name, token] as const),
      )
      const all = [...members, ...extra.map((name) => [name, 'null'] as const)]
      const names = [...parts.filter(({ wrong }) => wrong).map(({ name }) => name), ...extra]
      return fc
        .shuffledSubarray(all, { minLength: all.length })
        .map((shuffled) => ({ text: objectToken(shuffled, gap), names }))
    })
}
