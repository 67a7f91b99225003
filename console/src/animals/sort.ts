import type { Pet } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { locale } from '../core/language.ts'
import { petStatuses } from '../words.ts'
import type { Faces } from './faces.tsx'
import { statusOf } from './form-values.ts'
import { directionOf, localColumn, type Place } from './places.ts'

/** Sorts the animals of a page by a column that the service does not sort by. Empty values come last. */
export const sortedPets = (pets: readonly Pet[], place: Place, faces: Faces): readonly Pet[] => {
  const column = localColumn(place)
  if (column === undefined || column === 'id') return pets
  const textOf = (pet: Pet): string =>
    column === 'name'
      ? pet.name
      : column === 'category'
        ? categoryText(pet.categoryId)
        : column === 'status'
          ? String(petStatuses.indexOf(statusOf(pet)))
          : (faces.get(pet.id)?.[column] ?? '')
  // The column shows days in the store: the latest arrival has the fewest.
  const isUp = (directionOf(place, column) === 'ascending') !== (column === 'arrivedOn')
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return pets
    .map((pet) => [textOf(pet), pet] as const)
    .toSorted(
      ([one], [other]) =>
        Number(one === '') - Number(other === '') ||
        (isUp ? compare(one, other) : compare(other, one)),
    )
    .map(([, pet]) => pet)
}
