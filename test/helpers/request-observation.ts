import type { RequestObservation } from '../../src/base/observation.ts'

/** An ordinary request that was answered. A test states what differs. */
export const ordinaryRequest: RequestObservation = {
  kind: 'request',
  requestId: 'id-1',
  method: 'GET',
  path: '/v1/pets',
  operation: 'listPets',
  status: 200,
  code: undefined,
  keyId: 'key_1',
  ownerId: 'key_1',
  minute: 29_394_000,
  decision: undefined,
  window: undefined,
  milliseconds: 0.25,
  deprecated: false,
  aborted: false,
  trace: undefined,
}
