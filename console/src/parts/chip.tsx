import type { OrderStatus, PetStatus } from '../../../client/src/index.ts'
import { orderWords, petWords } from '../words.ts'
import type { IconName } from './icon-names.ts'
import { Icon, orderLooks, petLooks } from './icons.tsx'

/** A state, as a word, an icon with its own shape, and a colour. */
export const LookChip = ({
  look: [word, icon, colour],
}: {
  readonly look: readonly [word: string, icon: IconName, colour: string]
}) => (
  <span class={`chip ${colour}`}>
    <Icon name={icon} /> {word}
  </span>
)

export const PetChip = ({ status }: { readonly status: PetStatus }) => (
  <LookChip look={[petWords[status], ...petLooks[status]]} />
)

export const OrderChip = ({ status }: { readonly status: OrderStatus }) => (
  <LookChip look={[orderWords[status], ...orderLooks[status]]} />
)
