import { Component, Type } from '../schema/type.ts'
import type { Refusal } from './api-error.ts'
import type { ErrorCode } from './catalogue.ts'
import { ErrorBody } from './error-schema.ts'

/** The media type of problem details (RFC 9457). */
export const problemMediaType = 'application/problem+json'

/** The body of an error for a client that prefers problem details. */
export const ProblemDetails = Component(
  'Problem',
  'An Error as problem details (RFC 9457), for a client whose `Accept` prefers `application/problem+json` to `application/json`.',
  {
    type: Type.String({
      description: 'Where the reference page explains the code; the same for each error with it.',
      format: 'uri-reference',
      pattern: '^[^#]+[#]error-[a-z_]+$',
      maxLength: 1_100,
    }),
    title: Type.String({
      description: 'The code in words.',
      pattern: '^[A-Z][A-Za-z ]+$',
      maxLength: 64,
    }),
    status: ErrorBody.properties.status,
    detail: ErrorBody.properties.message,
    instance: Type.String({
      description:
        'This one error: the path of the request, and its `X-Request-Id` as the fragment.',
      format: 'uri-reference',
      pattern: '^[\\/][^#]*[#][A-Za-z0-9_.:=+\\/\\-]{1,128}$',
      maxLength: 8_400,
    }),
    code: ErrorBody.properties.code,
  },
  { 'x-extension': true },
)

/** Renders an error as problem details; `type` and `instance` are URI references. */
export const renderProblem = (
  { code, message, status }: Pick<Refusal, 'code' | 'message' | 'status'>,
  { type, instance }: Readonly<Record<'type' | 'instance', string>>,
): string => JSON.stringify({ type, title: titleOf(code), status, detail: message, instance, code })

/** Returns a code in words: `invalid_json` becomes `Invalid JSON`. */
export const titleOf = (code: ErrorCode): string => {
  const words = code.replaceAll('_', ' ')
  const text = words.replaceAll(/\b(?:api|json|uri)\b/g, (word) => word.toUpperCase())
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The anchor of a code's description in the reference page. */
export const errorAnchor = (code: ErrorCode): string => `error-${code}`
