import { randomBytes } from 'node:crypto'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation, jsonBody, type Ports } from '../../kit/operation.ts'
import { paged, pageOf, pageQuery } from '../../kit/paging.ts'
import { applyOnce, created, gone, lookup, rowOutcome } from '../../kit/row-changes.ts'
import { refusal } from '../../base/errors/api-error.ts'
import type { Sealer } from '../../base/sealing.ts'
import {
  webhookCreate,
  webhookNotFound,
  webhookRemove,
  webhookRenew,
  webhookUpdate,
} from './changes.ts'
import { aboutSecret, webhooks } from './table.ts'
import {
  NewWebhook,
  Webhook,
  WebhookParams,
  WebhookPatch,
  Webhooks,
  WebhookWithSecret,
} from './webhook.ts'

export const onWebhook = {
  scope: 'webhooks:write',
  params: WebhookParams,
  // A value that is not an int64 cannot identify a webhook.
  unreadableParams: 'webhook_not_found',
} as const

export const listWebhooks = defineOperation({
  ...paged('webhooks', Webhooks),
  path: '/webhooks',
  scope: 'webhooks:write',
  summary: 'List webhooks',
  description:
    'Returns a page of the webhooks of the API key, of those that it replaced and of those that replaced it, ascending by `id`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.',
  query: pageQuery('webhooks', {}),
  handle: ({ query: { limit }, caller: { ownerId }, after }, { store }) =>
    pageOf(store, webhooks, { where: { ownerId }, after, limit }),
})

export const getWebhook = defineOperation({
  ...onWebhook,
  method: 'GET',
  path: '/webhooks/{webhookId}',
  summary: 'Get one webhook',
  description: 'Returns the webhook with this identifier, its state, and why it is in it.',
  answers: { 200: { description: 'The webhook.', schema: Webhook } },
  isConditional: true,
  handle: ({ params: { webhookId: id }, caller: { ownerId } }, { store }) =>
    lookup(store, webhooks, id, webhookNotFound, { ownerId }),
})

/**
 * Returns why a text that fits the schema of a URL is not a valid address of a webhook.
 * @returns the rest of a sentence that begins with the name of the field; undefined if it is valid
 */
const urlFault = (text: string, outboundFault: Ports['outboundFault']): string | undefined => {
  const url = URL.parse(text)
  if (url === null || url.hostname === '')
    return 'is not a URL: its host or its port cannot be read'
  if (url.port === '0')
    return 'has the port 0, on which nothing listens; leave it out for the port 443'
  return outboundFault(url)
}

export const createWebhook = defineOperation({
  method: 'POST',
  path: '/webhooks',
  scope: 'webhooks:write',
  summary: 'Add a webhook',
  description:
    'Adds a webhook and returns it with its `secret`, your own or a new one, which is shown only now. It is sent a ping at once, signed as every message. Once a ping is answered by a status from 200 to 299 the webhook is `enabled`, and is sent every event from then on. An answer that is repeated for an `Idempotency-Key` lacks the secret: if the first one was lost, take a new secret.',
  createsOnce: true,
  body: jsonBody('The webhook to add.', NewWebhook, {
    all: { summary: 'All events', value: { url: 'https://shop.example/hooks/petstore' } },
    some: {
      summary: 'Some types of events',
      value: { url: 'https://shop.example/hooks/petstore', types: ['order.placed'] },
    },
  }),
  answers: {
    201: {
      description: 'The webhook was added, and is sent a ping.',
      schema: WebhookWithSecret,
      headers: ['Location', 'ETag'],
    },
  },
  errors: ['webhook_limit_reached'],
  handle: async ({ body, caller: { ownerId }, now, act }, { store, sealer, outboundFault }) => {
    const { secret: own, ...webhook } = body
    const fault = urlFault(webhook.url, outboundFault)
    if (fault !== undefined) return refusal('invalid_body', `url ${fault}.`)
    const { secret, sealed } = sealedSecret(sealer, ownerId, own)
    const change = webhookCreate({ webhook, ownerId, secret: sealed, now })
    return await applyOnce(store, change, act, ({ webhook: row }, replayed) =>
      created(shownOnce(row, secret, replayed), { of: getWebhook, params: { webhookId: row.id } }),
    )
  },
})

/** Returns a secret as its owner sees it (Standard Webhooks 1.0 requires at least 24 bytes), and as it is stored. */
const sealedSecret = (
  sealer: Sealer,
  ownerId: string,
  secret = `whsec_${randomBytes(32).toString('base64')}`,
) => ({ secret, sealed: sealer.seal(secret, aboutSecret({ ownerId })) })

/** Adds the secret to a webhook, except in the answer to a retry. */
const shownOnce = (webhook: Webhook, secret: string, replayed: boolean) =>
  replayed ? webhook : { ...webhook, secret }

export const updateWebhook = defineOperation({
  ...onWebhook,
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  summary: 'Change a webhook',
  description:
    'Changes the fields that the body has (a merge patch, RFC 7396), and returns the changed webhook. With another `url` it is `unverified` and is sent a ping; once that is answered it continues where it stopped. `state` can only become `disabled`; a ping enables it.',
  body: patchBody(WebhookPatch, {
    types: { summary: 'Other events', value: { types: ['order.placed'] } },
    all: { summary: 'All events again', value: { types: null } },
    moved: { summary: 'Another address', value: { url: 'https://shop.example/hooks/2' } },
    disabled: { summary: 'Nothing more is sent', value: { state: 'disabled' } },
  }),
  answers: { 200: { description: 'The webhook as it is now.', schema: Webhook } },
  isConditional: true,
  handle: async (
    { params: { webhookId: id }, body, caller: { ownerId }, now, precondition, act },
    { store, outboundFault },
  ) => {
    const fault = body.url === undefined ? undefined : urlFault(body.url, outboundFault)
    if (fault !== undefined) return refusal('invalid_body', `url ${fault}.`)
    const { newest } = await store.events.range()
    const change = webhookUpdate({ id, ownerId, patch: body, newest, precondition, now })
    return await applyOnce(store, change, act, rowOutcome)
  },
})

export const deleteWebhook = defineOperation({
  ...onWebhook,
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  summary: 'Delete a webhook',
  description:
    'Deletes a webhook for good: nothing more is sent to it, and its deliveries are not found any more. Messages that are under way may still arrive.',
  answers: { 204: { description: 'The webhook was deleted.' } },
  isConditional: true,
  handle: ({ params: { webhookId: id }, caller: { ownerId }, precondition, act }, { store }) =>
    applyOnce(store, webhookRemove({ id, ownerId, precondition }), act, gone),
})

export const renewWebhookSecret = defineOperation({
  ...onWebhook,
  method: 'POST',
  path: '/webhooks/{webhookId}/secret',
  summary: 'Take a new secret',
  description:
    'Gives the webhook a new secret, and returns it: it is shown only now. For 24 hours messages also bear a signature by the previous secret, so that a receiver can switch over. If the previous secret has leaked, call this twice: then neither of the two older secrets signs. An answer that is repeated for an `Idempotency-Key` lacks the secret.',
  createsOnce: true,
  answers: { 201: { description: 'The webhook, with its new secret.', schema: WebhookWithSecret } },
  handle: ({ params, caller: { ownerId }, now, act }, { store, sealer }) => {
    const { secret, sealed } = sealedSecret(sealer, ownerId)
    const change = webhookRenew({ id: params.webhookId, ownerId, secret: sealed, now })
    return applyOnce(store, change, act, ({ webhook }, replayed) => ({
      status: 201,
      value: shownOnce(webhook, secret, replayed),
    }))
  },
})

export const webhookOperations = {
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  renewWebhookSecret,
}
