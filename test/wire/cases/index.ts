import type { WireCases } from '../case.ts'
import { ofBody } from './body.ts'
import { ofConnection } from './connection.ts'
import { ofFields } from './fields.ts'
import { ofRequestLine } from './request-line.ts'
import { ofTarget } from './target.ts'

export const wireCases: WireCases = {
  ...ofRequestLine,
  ...ofTarget,
  ...ofFields,
  ...ofBody,
  ...ofConnection,
}
