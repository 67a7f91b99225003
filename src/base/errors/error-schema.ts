import { Choice, Component, OpenChoice, Type } from '../schema/type.ts'
import { maxMessageLength, type Refusal } from './api-error.ts'
import { type ErrorCode as Code, errorCodes } from './catalogue.ts'

const KnownErrorCode = Choice(errorCodes, {
  title: 'KnownErrorCode',
  description: 'The codes of errors in this version.',
  'x-extension': true,
})

export const ErrorCode = (description: string) =>
  OpenChoice<Code>(KnownErrorCode, {
    description: `${description} Later versions may add codes: treat one that you do not know by its status.`,
    pattern: '^[a-z_]+$',
  })

/** The body of every error (interface document, "Error"). */
export const ErrorBody = Component('Error', 'The body of every answer that is not a success.', {
  code: ErrorCode('Machine-readable error code.'),
  message: Type.String({
    description: 'Human-readable description: what is wrong, where, and what would be right.',
    minLength: 1,
    maxLength: maxMessageLength,
    // Printable: no control character of ASCII or Latin-1.
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]+$',
  }),
  status: Type.Integer({
    description: 'The HTTP status code.',
    format: 'int32',
    minimum: 400,
    maximum: 599,
  }),
})

/** The media type of every error, and of every answer of an operation. */
export const jsonMediaType = 'application/json'

/** Renders every Error body: exactly `code`, `message` and `status`. */
export const renderError = (error: Pick<Refusal, 'code' | 'message' | 'status'>): string =>
  JSON.stringify({ code: error.code, message: error.message, status: error.status })
