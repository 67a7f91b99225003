import type { Static } from 'typebox'
import { DateTime, Name, titled } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { listOf } from '../../kit/paging.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { everyScope } from '../../access/keys/scopes.ts'

export const KeyId = (description: string) =>
  Type.String({
    description,
    maxLength: 24,
    pattern: '^key_[0-9A-Za-z]+$',
    'x-pattern-rule': 'the form key_ and letters or digits',
    examples: ['key_7Qm2sT4vXk9Z'],
  })

/** Its maximum length is that of an event's `by`, which shows it. */
const name = Type.Unsafe<string>({
  ...Name('Who has the key, as `by` names them.', 'Anna, front desk'),
  maxLength: 100,
})

export const Scope = Choice(everyScope, { title: 'Scope', description: 'What a key may do.' })

const scopesOf = (description: string, minItems: number) =>
  Type.Array(Scope, {
    description,
    minItems,
    maxItems: everyScope.length,
    uniqueItems: true,
    examples: [['pets:read', 'orders:read']],
  })
const scopes = scopesOf('What the key may do: at most what the calling key may do.', 1)

const expiresAt = DateTime(
  'When the key expires; missing if it never does. A new key without it expires with the calling key, and no key outlives the one that sets it.',
  '2027-02-18T12:00:00.000Z',
)

const fields = titled('ApiKey', { name, scopes, expiresAt: Type.Optional(expiresAt) })
const assigned = ['id', 'createdAt', 'makerId', 'lastUsedAt', 'revokedAt']

export const NewApiKey = Component('NewApiKey', 'A key to make.', fields, {
  additionalProperties: false,
  'x-service-assigned': assigned,
})

const shown = {
  id: KeyId('Its public identifier.'),
  ...fields,
  scopes: scopesOf('What it may do.', 0),
  createdAt: DateTime('When it was made.'),
  makerId: Type.Optional(KeyId('The key that made it; missing if the operator did.')),
  lastUsedAt: Type.Optional(DateTime('When it was last used; missing if it never was.')),
  revokedAt: Type.Optional(DateTime('When it was revoked; missing if it was not.')),
}

export const ApiKey = Component(
  'ApiKey',
  'An API key of the team, without its secret: the key itself.',
  shown,
)
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyPatch = mergePatch(
  'ApiKeyPatch',
  'The changes to a key (a merge patch, RFC 7396). What is left out is not changed. `null` removes `expiresAt`, if the calling key never expires.',
  ApiKey,
  fields,
  { assigned },
)
export type ApiKeyPatch = Static<typeof ApiKeyPatch>

export const IssuedApiKey = Component('IssuedApiKey', 'A key that was just made or rotated.', {
  ...shown,
  key: Type.Optional(
    Type.String({
      description:
        'The key itself. It is shown only once; a repeated answer (`Idempotent-Replayed`) lacks it.',
      maxLength: 64,
      pattern: '^pets_(live|test)_[0-9A-Za-z]{36}$',
      examples: ['pets_test_4jXqG0kd3Vh8sLzT7yWcB1nRmPoE2a0Zr5kQ'],
    }),
  ),
  signInUrl: Type.Optional(
    Type.String({
      description:
        'The address of the console with the key as its fragment, which browsers send to no server. Missing with the `key`, or if the service has no console.',
      format: 'uri-reference',
      maxLength: 2_048,
      examples: [
        'https://api.example.com/console#key=pets_test_4jXqG0kd3Vh8sLzT7yWcB1nRmPoE2a0Zr5kQ',
      ],
    }),
  ),
})

export const ApiKeys = listOf(
  'ApiKeys',
  ApiKey,
  'The API keys of a team, in the order in which they were made.',
)

export const KeyParams = Type.Object({ keyId: KeyId('Identifier of the key.') })
