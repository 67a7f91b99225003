import { judgeTag, preconditionFailed } from '../api/entity-tags.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import type { Answer, WireRequest } from '../core/wire-request.ts'
import { notModified } from './exchange.ts'

/**
 * What a GET is answered with by its conditions: the answer as it is, a 304 or a 412.
 *
 * @returns undefined if a condition cannot be read
 */
export const conditioned = (
  answer: Answer,
  { headers }: WireRequest,
): Answer | Refusal | undefined => {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const { tag } = answer
  if (tag === undefined || (match === undefined && noneMatch === undefined)) return answer
  switch (judgeTag(tag, match, noneMatch)) {
    case 'as it is':
      return answer
    case 'not_modified':
      return notModified(answer)
    case 'precondition_failed':
      return preconditionFailed('What there is')
    case 'unreadable':
      return undefined
  }
}
