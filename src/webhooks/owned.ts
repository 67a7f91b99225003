import type { RowKey } from '../data/change.ts'
import type { Stored } from '../data/table.ts'
import { type WebhookRow, webhookProgress, webhooks } from './table.ts'

/** The keys of a webhook and of its progress. */
export const webhookAndProgress = ({ id }: { readonly id: bigint }): readonly RowKey[] => [
  { table: webhooks, id },
  { table: webhookProgress, id },
]

/** The webhook that was found, if it belongs to the owner of the key that asks for it. */
export const ownWebhook = (
  found: Stored | undefined,
  { ownerId }: { readonly ownerId: string },
): WebhookRow | undefined => {
  // The row is of the table that was asked for.
  const row = found?.row as WebhookRow | undefined
  return row?.ownerId === ownerId ? row : undefined
}
