import type { OrderStatus, PetStatus } from '../../../client/src/index.ts'
import type { IconName } from './icon-names.ts'

/** An icon beside a word with the same meaning. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon icon-${name}`} width="16" height="16" aria-hidden="true">
    <rect width="16" height="16" />
  </svg>
)

/** The icon and the colour of each status of an animal. */
export const petLooks: Readonly<Record<PetStatus, readonly [IconName, string]>> = {
  available: ['disc', 'green'],
  pending: ['half', 'amber'],
  sold: ['tick', 'blue'],
}

/** The icon and the colour of each status of an order. */
export const orderLooks: Readonly<Record<OrderStatus, readonly [IconName, string]>> = {
  placed: ['clock', 'amber'],
  approved: ['seal', 'teal'],
  delivered: ['house', 'blue'],
  expired: ['clock', 'grey'],
  cancelled: ['cross', 'grey'],
  returned: ['back', 'grey'],
}
