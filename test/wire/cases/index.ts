import type { WireGroup } from '../case.ts'
import { chunks, framing, sizes } from './body.ts'
import { endings, negotiation, pipelining } from './connection.ts'
import { fields, knownFields } from './fields.ts'
import { requestLine, version } from './request-line.ts'
import { targetBytes, targetForms } from './target.ts'

export const wireGroups: readonly WireGroup[] = [
  requestLine,
  version,
  targetForms,
  targetBytes,
  fields,
  knownFields,
  framing,
  chunks,
  sizes,
  pipelining,
  negotiation,
  endings,
]
