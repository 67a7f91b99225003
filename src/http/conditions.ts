import { judgeTag, preconditionFailed } from '../api/entity-tags.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import { unsafeHeaderLines } from '../core/headers.ts'
import type { Answer, Caller } from '../core/wire-request.ts'
import { ofBody } from './reply.ts'

/** The 304 in place of an answer: its headers but for those of the body (RFC 9110, 15.4.5). */
const notModified = ({ lines, tag, vary }: Answer): Answer => ({
  status: 304,
  tag,
  vary,
  // A part of the lines, cut at the end of a line.
  lines: unsafeHeaderLines(lines.slice(0, lines.lastIndexOf(`\r\n${ofBody}: `) + 2)),
  body: undefined,
  encoding: 'latin1',
})

/**
 * What a GET with conditions is answered with: the answer as it is, a 304 or a 412.
 *
 * @returns undefined if a condition cannot be read
 */
export const conditioned = (answer: Answer, { headers }: Caller): Answer | Refusal | undefined => {
  const { tag } = answer
  if (tag === undefined) return answer
  switch (judgeTag(tag, headers['if-match'], headers['if-none-match'])) {
    case 'as it is':
      return answer
    case 'not_modified':
      return notModified(answer)
    case 'precondition_failed':
      return preconditionFailed('The resource', { match: [], noneMatch: undefined })
    case 'unreadable':
      return undefined
  }
}
