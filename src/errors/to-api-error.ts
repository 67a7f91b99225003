import { StorageUnavailable } from '../storage/port.ts'
import { malformed } from '../wire/refusals.ts'
import { wireLimits } from '../wire/limits.ts'
import { ApiError, serviceUnavailable } from './api-error.ts'

/** The error of the catalogue for whatever was thrown; what is not known is the inside's own. */
export const toApiError = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof StorageUnavailable) return serviceUnavailable()
  switch (codeOf(thrown)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(
        'body_too_large',
        `The body is larger than ${wireLimits.bodyBytes} bytes; a NewPet needs no more than a few KiB.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('the body is not as long as Content-Length says')
    default:
      return new ApiError(
        'internal_error',
        'The service failed. Try again later; if it stays, give the operator the X-Request-Id of this answer.',
      )
  }
}

export const unsupportedMediaType = (): ApiError =>
  new ApiError(
    'unsupported_media_type',
    'The body must be application/json in UTF-8, sent with that Content-Type and without Content-Encoding.',
    { Accept: 'application/json', 'Accept-Encoding': 'identity' },
  )

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
