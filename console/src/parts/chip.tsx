import type { OrderStatus, PetStatus } from '../../../client/src/index.ts'
import { orderWords, petWords } from '../words.ts'
import { Icon, orderLooks, petLooks } from './icons.tsx'

/** The status of an animal: a shape, a word and a colour. */
export const PetChip = ({ status }: { readonly status: PetStatus }) => {
  const [icon, colour] = petLooks[status]
  return (
    <span class={`chip ${colour}`}>
      <Icon name={icon} /> {petWords[status]}
    </span>
  )
}

/** The state of an order. */
export const OrderChip = ({ status }: { readonly status: OrderStatus }) => {
  const [icon, colour] = orderLooks[status]
  return (
    <span class={`chip ${colour}`}>
      <Icon name={icon} /> {orderWords[status]}
    </span>
  )
}
