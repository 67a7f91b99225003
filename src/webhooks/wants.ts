import type { ProgressRow, WebhookRow } from './table.ts'

/** Whether a webhook is sent an event: one of the types that it wanted when the event came, that its owner may see. */
export const wants = (
  { types, ownerId }: Pick<WebhookRow, 'types' | 'ownerId'>,
  { formerTypes = [] }: Pick<ProgressRow, 'formerTypes'>,
  {
    id,
    type,
    ownerId: eventOwner,
  }: { readonly id: bigint; readonly type: string; readonly ownerId: string | undefined },
): boolean => {
  if (eventOwner !== undefined && eventOwner !== ownerId) return false
  const former = formerTypes.find(({ after, until }) => id > after && id <= until)
  const chosen: readonly string[] | undefined = former === undefined ? types : former.types
  return chosen === undefined || chosen.includes(type)
}
