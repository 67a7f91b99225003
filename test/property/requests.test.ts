import { test } from 'node:test'
import * as fc from 'fast-check'
import { requestsProperty, startTarget } from './requests.ts'

/** More cases take `npm run fuzz`, or this variable: 4 makes them four times as many. */
const times = Number(process.env['PROPERTY_TIMES'] ?? 1)

test('what the document allows is taken, what it forbids is refused by name', async (t) => {
  await fc.assert(requestsProperty(await startTarget(t)), { numRuns: 2_200 * times })
})
