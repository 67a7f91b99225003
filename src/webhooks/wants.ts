import type { WebhookRow } from './table.ts'

/** Whether a webhook is sent an event: one of its types, that its owner may see. */
export const wants = (
  { types, chainId }: Pick<WebhookRow, 'types' | 'chainId'>,
  { type, owner }: { readonly type: string; readonly owner: string | undefined },
): boolean => {
  const chosen: readonly string[] | undefined = types
  return (
    (owner === undefined || owner === chainId) && (chosen === undefined || chosen.includes(type))
  )
}
