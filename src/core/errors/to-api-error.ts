import { StorageUnavailable } from './storage-errors.ts'
import { ApiError, serviceUnavailable } from './api-error.ts'

/** The error of the catalogue for whatever was thrown. Anything unknown is an `internal_error`. */
export const toApiError = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof StorageUnavailable) return serviceUnavailable()
  return new ApiError(
    'internal_error',
    'The service failed. Try again later; if it stays, give the operator the X-Request-Id of this answer.',
  )
}
