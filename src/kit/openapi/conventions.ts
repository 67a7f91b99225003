import { catalogue, type ErrorCode } from '../../base/errors/catalogue.ts'
import { commonErrors, wireErrors } from '../operation.ts'
import { commonHeaders, deprecatedHeaders, headerReferences } from './headers.ts'
import { errorReferences } from './responses.ts'
import type { Json } from './schemas.ts'

/** OPTIONS needs no key and takes no parameter. */
const optionsErrors: readonly ErrorCode[] = [...commonErrors, 'api_key_banned' as const].filter(
  (code) => catalogue[code].status !== 401 && code !== 'invalid_parameter',
)

/** How values are written, as far as no keyword says it. */
export const valueRules =
  'An integer of `format: int64` is exact: from -9223372036854775808 to 9223372036854775807, if no other bound is named. A text is kept exactly as sent, unless its field says otherwise; a date-time comes back in UTC, to the millisecond. The length of a text counts Unicode code points. No text has a lone surrogate: half of a pair, which JSON can escape though it is no character. `x-pattern-rule` says a `pattern` in words. A list in a query is values separated by commas (`id=1,2`), or a parameter that is repeated (`id=1&id=2`); both mean the same.'

/** What holds for all operations, said once in the document. */
export const conventions: Json = {
  answers: {
    description: 'Every answer has these headers, beside those of its response.',
    headers: headerReferences(commonHeaders),
  },
  errors: {
    description:
      'Every operation can answer with these codes, beside those that its own `x-error-codes` lists. The response of a status has an example of each code with that status.',
    'x-error-codes': commonErrors,
  },
  values: { description: valueRules },
  deprecated: {
    description:
      'Every answer of a deprecated operation has these headers too, but for errors with the codes in `except`.',
    headers: headerReferences(deprecatedHeaders),
    except: wireErrors,
  },
  head: {
    description:
      'Every path that takes GET takes HEAD, with the same parameters and security. The answer is that of GET, with the same headers, but without the body.',
  },
  options: {
    description: 'Every path takes OPTIONS, without an API key.',
    security: [],
    responses: {
      204: {
        description:
          'The methods that the path takes. If PATCH is one of them, `Accept-Patch` has its media types.',
        headers: headerReferences(['Allow', 'Accept-Patch']),
      },
      ...errorReferences(optionsErrors),
    },
    'x-error-codes': optionsErrors,
  },
}
