import { expect, shown } from './check.ts'
import type { Exchange } from './session.ts'

const statuses: readonly unknown[] = ['available', 'pending', 'sold']

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Violation */
export const expectStatus = ({ request, status, text }: Exchange, expected: number): void =>
  expect(status === expected, `${request} was answered ${status}, not ${expected}: ${shown(text)}`)

/** @throws Violation if the response is not an Error object with the expected status */
export const expectError = (exchange: Exchange, expected?: number): void => {
  const { request, status, json, text } = exchange
  if (expected === undefined) {
    expect(
      status >= 400 && status < 500,
      `${request} was answered ${status}, not with an error of the client: ${shown(text)}`,
    )
  } else {
    expectStatus(exchange, expected)
  }
  expect(
    isObject(json),
    `${request} was answered ${status} without an Error object: ${shown(text)}`,
  )
  for (const [field, type] of [
    ['code', 'string'],
    ['message', 'string'],
    ['status', 'number'],
  ] as const) {
    expect(
      typeof json[field] === type,
      `${field} of the Error is ${shown(json[field])}, not a ${type} (${request}).`,
    )
  }
  expect(
    json['status'] === status,
    `The Error says ${shown(json['status'])}, the answer to ${request} ${status}.`,
  )
}

/** @throws Violation if the value is not a Pet */
export function expectPet(
  value: unknown,
  where: string,
): asserts value is Readonly<Record<string, unknown>> {
  expect(isObject(value), `${where} has ${shown(value)} in place of a Pet.`)
  const { id, name, categoryId, status } = value
  expect(Number.isInteger(id), `id is ${shown(id)}, not an integer (${where}).`)
  expect(typeof name === 'string', `name is ${shown(name)}, not a string (${where}).`)
  expect(
    Number.isInteger(categoryId),
    `categoryId is ${shown(categoryId)}, not an integer (${where}).`,
  )
  expect(
    status === undefined || statuses.includes(status),
    `status is ${shown(status)}, which is not one of ${statuses.join(', ')} (${where}).`,
  )
}

/** @throws Violation if the response is not an array of Pets */
export const expectPets = (
  exchange: Exchange,
): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  expectStatus(exchange, 200)
  const { json, request, text } = exchange
  expect(Array.isArray(json), `${request} was answered ${shown(text)}, not an array.`)
  return json.map((each: unknown) => {
    expectPet(each, request)
    return each
  })
}
