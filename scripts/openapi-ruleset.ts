// oxlint-disable unicorn/no-thenable -- `then` is what Spectral calls the action of a rule
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { pattern, schema } from '@stoplight/spectral-functions'
import owasp from '@stoplight/spectral-owasp-ruleset'
import { oas } from '@stoplight/spectral-rulesets'

/** Every rule of both sets, those that are not "recommended" too, but for what is waived below. */
export const ruleset: RulesetDefinition = {
  extends: [
    // Both sets are typed as the object that they are, which TypeScript finds narrower than a ruleset.
    [oas as unknown as RulesetDefinition, 'all'],
    [owasp as unknown as RulesetDefinition, 'all'],
  ],
  rules: {
    // The reference page shows the tags in this order: animals, which readers come for, stand first.
    'openapi-tags-alphabetical': 'off',

    // The interface document gives `petId` as an int64, and ids that count upwards. No right hangs on
    // knowing one: every key of an environment may read every animal.
    'owasp:api1:2023-no-numeric-ids': 'off',

    // The rule wants one family of headers or the other. The interface document asks for the trio, and
    // the IETF draft's fields stand beside it: `every-answer-tells-its-quota` holds answers to both.
    'owasp:api4:2023-rate-limit': 'off',

    // The interface document has no CORS header. Without one no browser lets another site read an answer.
    // A service whose callers hold a secret key wants that.
    'owasp:api8:2023-define-cors-origin': 'off',

    // The base addresses belong to the operator ("{base_url}" in the interface document), and those of the
    // document that is kept here are the ones that a checkout listens on. What the rule is after is held
    // by `plain-http-stays-on-the-machine`.
    'owasp:api8:2023-no-server-http': 'off',

    // OpenAPI 3.0 lets only OAuth schemes list scopes, and the rule stayed with that. By 3.1 any scheme may list the
    // roles that a caller needs (4.8.30). That every scheme is defined is a rule of Redocly too.
    'oas3-operation-security-defined': 'off',

    // The licence is named by its SPDX identifier, beside which OpenAPI 3.1 allows no URL.
    'license-url': 'off',

    // Only the operator knows who runs a store; the code does not.
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
