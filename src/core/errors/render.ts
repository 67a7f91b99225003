import type { Refusal } from './api-error.ts'

/** The media type of every error, and of every answer of an operation. */
export const jsonMediaType = 'application/json'

/** The one renderer of the Error body: exactly `code`, `message` and `status`. */
export const renderError = (error: Pick<Refusal, 'code' | 'message' | 'status'>): string =>
  JSON.stringify({ code: error.code, message: error.message, status: error.status })
