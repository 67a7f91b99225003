// oxlint-disable unicorn/no-thenable -- Spectral calls the action of a rule `then`
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { pattern, schema } from '@stoplight/spectral-functions'
import owasp from '@stoplight/spectral-owasp-ruleset'
import { oas } from '@stoplight/spectral-rulesets'

/** All rules of both sets, including those not "recommended", except those waived below. */
export const ruleset: RulesetDefinition = {
  extends: [
    // Both sets have literal types, which TypeScript does not accept as a ruleset.
    [oas as unknown as RulesetDefinition, 'all'],
    [owasp as unknown as RulesetDefinition, 'all'],
  ],
  rules: {
    // The reference page shows the tags in this order, with animals first because readers come for them.
    'openapi-tags-alphabetical': 'off',

    // The interface document defines `petId` as an int64, and ids as ascending numbers. Knowing one grants no
    // access: every key of an environment may read every animal.
    'owasp:api1:2023-no-numeric-ids': 'off',

    // The rule wants one family of headers or the other. The interface document requires the `X-RateLimit-*`
    // trio, and the service adds the IETF draft's fields: `every-answer-tells-its-quota` requires both.
    'owasp:api4:2023-rate-limit': 'off',

    // The interface document has no CORS header, so no browser lets another site read a response. That is
    // right for a service whose callers hold a secret key.
    'owasp:api8:2023-define-cors-origin': 'off',

    // The operator chooses the base URLs ("{base_url}" in the interface document). Those in the committed document
    // are the ones that a checkout listens on. `plain-http-stays-on-the-machine` ensures what this rule is for.
    'owasp:api8:2023-no-server-http': 'off',

    // OpenAPI 3.0 lets only OAuth schemes list scopes, and the rule still assumes that. In 3.1 any scheme may
    // list the roles that a caller needs (4.8.30). Redocly also checks that every scheme is defined.
    'oas3-operation-security-defined': 'off',

    // The licence has an SPDX identifier, which excludes a URL in OpenAPI 3.1.
    'license-url': 'off',

    // Only the operator knows who runs a store.
    'contact-properties': 'off',

    'every-answer-tells-its-quota': {
      description: 'The interface document asks for the trio on every response of the interface.',
      message: 'What every response has needs the trio, RateLimit and RateLimit-Policy.',
      severity: 'error',
      given: '$.x-conventions.answers',
      then: {
        field: 'headers',
        function: schema,
        functionOptions: {
          schema: {
            type: 'object',
            required: [
              'X-RateLimit-Limit',
              'X-RateLimit-Remaining',
              'X-RateLimit-Reset',
              'RateLimit',
              'RateLimit-Policy',
            ],
          },
        },
      },
    },
    'plain-http-stays-on-the-machine': {
      description: 'A key must not cross a network in the clear.',
      message: 'Only a loopback address may be reached over plain http.',
      severity: 'error',
      given: '$.servers..url',
      then: {
        function: pattern,
        functionOptions: { match: '^(https:|http://127\\.0\\.0\\.1[:/])' },
      },
    },
  },
}
