import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Pet, PetStatus } from '../../../client/src/index.ts'
import { Icon, petLooks } from '../parts/icons.tsx'
import { PetChip } from '../parts/chip.tsx'
import { type Choice, Menu } from '../parts/menu.tsx'
import { may, mayChange } from '../session/session.ts'
import { statusInSentence, petWords } from '../words.ts'
import { changePet, movesFrom, readAnimal } from './change.ts'
import { statusOf } from './form-values.ts'
import { handOver } from './held.ts'
import { openHoldDialog } from '../orders/ask-hold.ts'
import { cancelOrder } from '../orders/move.ts'
import { holds, noteChange } from '../model/animals.ts'
import { attempt } from '../parts/attempt.ts'
import { toast } from '../parts/toast.tsx'

/**
 * Changes the status of an animal, unless somebody else has changed it since it was shown. Says what
 * happened, and offers to undo it.
 */
const markAs = (shown: Pet, status: PetStatus): Promise<void> => {
  const { name, id } = shown
  return attempt(name, async () => {
    const seen = await readAnimal(id)
    const now = seen && statusOf(seen.pet)
    if (seen && now !== status && now === statusOf(shown)) {
      await changePet(seen, { status }, () =>
        t('{name} is {status}.', { name, status: statusInSentence(status) }),
      )
      return
    }
    noteChange(shown, seen?.pet)
    toast({
      text:
        now === undefined
          ? t('{name} is not in the store any more.', { name })
          : now === status
            ? t('{name} was already {status}.', { name, status: statusInSentence(status) })
            : t('{name} was marked as {status} by somebody else. Nothing was changed.', {
                name,
                status: petWords[now],
              }),
    })
  })
}

/** The shortcut and the label of each change of status. */
export const moves: Readonly<Record<PetStatus, readonly [key: string, text: string]>> = {
  sold: ['a', t('Adopted')],
  available: ['v', t('Available')],
  pending: ['n', t('Set aside')],
}

/** What can be done with an animal now; only what is allowed. */
const choicesFor = (pet: Pet, mark: (status: PetStatus) => void): readonly Choice[] => {
  const order = holds.value.get(pet.id)
  const mayHold = may('orders:write')
  if (order) {
    const adopted = { key: 'a', text: t('Adopted'), act: () => void handOver(pet, order) }
    const available = {
      key: 'v',
      text: t('Available (cancel the hold)'),
      act: () => void cancelOrder(order, pet),
    }
    return [...(may('orders:manage') ? [adopted] : []), ...(mayChange(order) ? [available] : [])]
  }
  const status = statusOf(pet)
  const choices: Choice[] = (may('pets:write') ? movesFrom[status] : []).map((next) => {
    const [key, text] = moves[next]
    return { key, text, act: () => mark(next) }
  })
  if (status === 'available' && mayHold) {
    choices.splice(1, 0, {
      key: 'h',
      text: t('Hold for somebody…'),
      act: () => openHoldDialog(pet),
    })
  }
  return choices
}

/**
 * The status of an animal, and the menu that changes it. The new status shows at once, marked as unconfirmed
 * until the service has confirmed it.
 */
export const MarkMenu = ({
  pet,
  isOneOfRow = false,
}: {
  readonly pet: Pet
  readonly isOneOfRow?: boolean
}) => {
  const [unsure, setUnsure] = useState<PetStatus | undefined>()
  const status = unsure ?? statusOf(pet)
  const choices = choicesFor(pet, (next) => {
    if (unsure) return
    setUnsure(next)
    void markAs(pet, next).finally(() => setUnsure(undefined))
  })
  if (choices.length === 0) return <PetChip status={status} />
  const [icon, colour] = petLooks[status]
  return (
    <Menu
      label={t('{status}: mark {name} as', { status: petWords[status], name: pet.name })}
      choices={choices}
      buttonClass={`chip ${colour}${unsure ? ' unsure' : ''}`}
      isOneOfRow={isOneOfRow}
    >
      <Icon name={icon} /> {petWords[status]} <Icon name="down" />
    </Menu>
  )
}
