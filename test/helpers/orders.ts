import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { Answer, Call } from './http.ts'
import { addPet, overData } from './storage.ts'

/** What calls the interface for the tests of orders: an application in this process, or a service. */
export type Caller = { call(path: string, options?: Call): Promise<Answer> }

export const placeOrder = async (
  caller: Caller,
  body: { readonly petId: number | bigint; readonly [name: string]: unknown },
  options: Call = {},
): Promise<Answer> =>
  await caller.call('/store/orders', {
    method: 'POST',
    ...options,
    body: { ...body, petId: Number(body.petId) },
  })

export const patchOrder = async (
  caller: Caller,
  id: number,
  body: unknown,
  options: Call = {},
): Promise<Answer> =>
  await caller.call(`/store/orders/${id}`, { method: 'PATCH', ...options, body })

/** A store for whose background work nothing is ever due, so that no hold ends by itself. */
export const nothingDue = overData(() => ({ due: async () => [] }))

/** Adds animals that are available. */
export const addPets = async ({ storage }: TestApp, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await addPet(storage, { name: 'Rex', categoryId: 3n, status: 'available' })
  }
}

/** An order as it is read. */
export const orderOf = async (caller: Caller, id: number): Promise<Record<string, unknown>> => {
  const answer = await caller.call(`/store/orders/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return JSON.parse(answer.text)
}

/** The status of an animal. The list shows it as every thread does. */
export const petStatusOf = async (caller: Caller, id: number): Promise<string | undefined> => {
  const { text } = await caller.call(`/pets?id=${id}`)
  return JSON.parse(text)[0]?.status
}
