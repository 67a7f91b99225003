import type { Deprecation } from '../../kit/operation.ts'

/**
 * `GET /pets/{petId}`, replaced by the filtered list (interface document, "Versioning"). A `status` cannot find a single
 * animal, so the filter is `id`.
 */
export const getPetDeprecation: Deprecation = {
  since: Date.parse('2026-11-20T00:00:00Z'),
  sunset: Date.parse('2030-12-05T00:00:00Z'),
  successor: '/pets?id={petId}',
  example: '/pets?id=1',
}
