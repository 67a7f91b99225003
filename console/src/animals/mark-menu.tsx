import { useState } from 'preact/hooks'
import type { Pet } from '../../../client/src/index.ts'
import { Icon, petLooks } from '../parts/icons.tsx'
import { PetChip } from '../parts/chip.tsx'
import { type Choice, Menu } from '../parts/menu.tsx'
import { may } from '../session/session.ts'
import { petWords } from '../words.ts'
import { handOver } from './held.ts'
import { openHoldDialog } from '../orders/ask-hold.ts'
import { cancelOrder } from '../orders/move.ts'
import { markAs, movesFrom, statusOf } from './mark.ts'
import { holds } from '../known/animals.ts'

const keys = { sold: 'a', available: 'v', pending: 'n' } as const
const texts = { ...petWords, pending: 'On hold without an end' } as const

/** What may be done with an animal now. Only moves that are allowed are here. */
const choicesFor = (pet: Pet, mark: (status: keyof typeof keys) => void): readonly Choice[] => {
  const order = holds.value.get(pet.id)
  if (order !== undefined) {
    if (!may('orders:write')) return []
    return [
      { key: 'a', text: 'Adopted', act: () => void handOver(pet, order) },
      { key: 'v', text: 'Available (cancel the hold)', act: () => void cancelOrder(order, pet) },
    ]
  }
  const moves = may('pets:write') ? movesFrom[statusOf(pet)] : []
  const choices: Choice[] = moves.map((status) => ({
    key: keys[status],
    text: texts[status],
    act: () => mark(status),
  }))
  if (statusOf(pet) === 'available' && may('orders:write')) {
    choices.splice(1, 0, { key: 'h', text: 'Hold for somebody…', act: () => openHoldDialog(pet) })
  }
  return choices
}

/**
 * The status of an animal, and the menu that changes it. The new status shows at once, marked as
 * unsure until the service has confirmed it.
 */
export const MarkMenu = ({
  pet,
  isOneOfRow = false,
}: {
  readonly pet: Pet
  readonly isOneOfRow?: boolean
}) => {
  const [unsure, setUnsure] = useState<keyof typeof keys | undefined>()
  const status = unsure ?? statusOf(pet)
  const choices = choicesFor(pet, (next) => {
    if (unsure !== undefined) return
    setUnsure(next)
    void markAs(pet, next).finally(() => setUnsure(undefined))
  })
  if (choices.length === 0) return <PetChip status={status} />
  const [icon, colour] = petLooks[status]
  return (
    <Menu
      label={`${petWords[status]}: mark ${pet.name} as`}
      choices={choices}
      buttonClass={`chip ${colour}${unsure === undefined ? '' : ' unsure'}`}
      isOneOfRow={isOneOfRow}
    >
      <Icon name={icon} /> {petWords[status]} <Icon name="down" />
    </Menu>
  )
}
