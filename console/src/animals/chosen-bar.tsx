import type { Pet, PetPatch, PetStatus } from '../../../client/src/index.ts'
import { csvFile } from '../core/csv.ts'
import { categories, categoryText } from '../categories/names.ts'
import { t } from '../core/language.ts'
import { hrefOf } from '../core/route.ts'
import { holds, noteChange } from '../model/animals.ts'
import { attempt } from '../parts/attempt.ts'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import { focusRowOf } from '../parts/rows.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { petStatuses, petWords } from '../words.ts'
import { movesFrom } from './change.ts'
import { choose } from './chosen.ts'
import type { Faces } from './faces.tsx'
import { statusOf } from './form-values.ts'
import { moves } from './mark-menu.tsx'
import { profileFields, profileWords } from '../model/profile-fields.ts'

/** The actions for the animals selected in a list. */
export const ChosenBar = ({
  pets,
  all,
  faces,
}: {
  readonly pets: readonly Pet[]
  /** All animals of the page. */
  readonly all: readonly Pet[]
  readonly faces: Faces
}) => (
  <section class="chosen-bar" aria-label={t('Chosen animals')}>
    <b role="status">{t('{count} chosen', { count: pets.length })}</b>
    {may('pets:write') && (
      <>
        <Menu
          label={t('Mark as')}
          choices={petStatuses.map((status) => {
            const [key, text] = moves[status]
            return { key, text, act: () => void mark(pets, status) }
          })}
        >
          {t('Mark as')} <Icon name="down" />
        </Menu>
        <Menu
          label={t('Move to category')}
          choices={categories.value.map(({ id, name }, at) => ({
            key: at < 9 ? String(at + 1) : '',
            text: name,
            act: () => void move(pets, id),
          }))}
        >
          {t('Move to category')} <Icon name="down" />
        </Menu>
      </>
    )}
    <button type="button" onClick={() => print()}>
      {t('Print the list')}
    </button>
    <a class="button" href={hrefOf(['animals', pets.map(({ id }) => id).join(), 'card'])}>
      {t('Kennel cards')}
    </a>
    <a class="button" download="animals.csv" href={csvFile(cellsOf(pets, faces))}>
      {t('Download CSV')}
    </a>
    {pets.length < all.length && (
      <button type="button" onClick={() => chooseFrom(pets, all)}>
        {t('Choose all')}
      </button>
    )}
    <button type="button" onClick={() => chooseFrom(pets, [])}>
      {t('Choose none')}
    </button>
  </section>
)

/** Selects other animals. The button disappears when used, so the focus moves to the first previously selected animal. */
const chooseFrom = ([first]: readonly Pet[], next: readonly Pet[]): void => {
  choose(next.map(({ id }) => id))
  if (first) focusRowOf(String(first.id))
}

const isWayBack = (pet: Pet, status: PetStatus): boolean =>
  movesFrom[status].includes(statusOf(pet))

const mark = (pets: readonly Pet[], status: PetStatus): Promise<void> =>
  changeAll(
    pets.filter((pet) => !holds.value.get(pet.id) && movesFrom[statusOf(pet)].includes(status)),
    pets.length,
    { status },
    (pet) => ({ status: isWayBack(pet, status) ? statusOf(pet) : 'available' }),
    pets.every((pet) => isWayBack(pet, status)),
  )

const move = (pets: readonly Pet[], categoryId: bigint): Promise<void> =>
  changeAll(
    pets.filter((pet) => pet.categoryId !== categoryId),
    pets.length,
    { categoryId },
    (pet) => ({ categoryId: pet.categoryId }),
  )

/**
 * Changes animals, all or none, says so, and offers to undo it.
 *
 * @param all how many were selected; the message mentions those that do not change
 * @param before the patch that restores an animal
 * @param isUndo whether that restores all of them
 */
const changeAll = (
  pets: readonly Pet[],
  all: number,
  patch: PetPatch,
  before: (pet: Pet) => PetPatch,
  isUndo = true,
): Promise<void> => {
  const subject = t('The animals')
  return attempt(subject, async () => {
    const left = all - pets.length
    const leftText =
      left === 0 ? '' : t('{count} stays as it is.|{count} stay as they are.', { count: left })
    if (pets.length === 0) {
      toast({ text: leftText })
      return
    }
    await update(pets, patch)
    toast({
      text: [
        t('{count} animal was changed.|{count} animals were changed.', { count: pets.length }),
        leftText,
      ].join(' '),
      label: isUndo ? t('Undo') : t('Put back to Available'),
      act: undo(subject, async () => {
        const ways = Map.groupBy(pets, (pet) => JSON.stringify(before(pet), textOfInt))
        for (const group of ways.values()) {
          const [first] = group
          if (first) await update(group, before(first))
        }
        return t('{count} animal is as before.|{count} animals are as before.', {
          count: pets.length,
        })
      }),
    })
  })
}

const textOfInt = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

const update = async (pets: readonly Pet[], patch: PetPatch): Promise<void> => {
  const { data } = await ask(
    callOf(
      'pets',
      'updateAll',
      pets.map(({ id }) => id),
      patch,
    ),
  )
  for (const [at, pet] of data.entries()) noteChange(pets[at], pet)
}

/** The animals and their profiles as cells of a spreadsheet. */
const cellsOf = (pets: readonly Pet[], faces: Faces): ReadonlyArray<readonly string[]> => [
  [
    t('Number'),
    t('Name'),
    t('Category'),
    t('Status'),
    ...profileFields.map((field) => profileWords[field]),
  ],
  ...pets.map((pet) => [
    String(pet.id),
    pet.name,
    categoryText(pet.categoryId),
    petWords[statusOf(pet)],
    ...profileFields.map((field) => faces.get(pet.id)?.[field] ?? ''),
  ]),
]
