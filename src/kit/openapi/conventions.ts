import { catalogue, type ErrorCode } from '../../base/errors/catalogue.ts'
import { commonErrors, wireErrors } from '../operation.ts'
import { commonHeaders, deprecatedHeaders, headerReferences } from './headers.ts'
import { errorReferences } from './responses.ts'
import type { Json } from './schemas.ts'

/** OPTIONS needs no key and takes no parameter. */
const optionsErrors: readonly ErrorCode[] = [...commonErrors, 'api_key_banned' as const].filter(
  (code) => catalogue[code].status !== 401 && code !== 'invalid_parameter',
)

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
