import type { Pet } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { locale } from '../core/language.ts'
import { petStatuses } from '../words.ts'
import type { Faces } from './faces.tsx'
import { statusOf } from './form-values.ts'
import { directionOf, localColumn, type Place } from './places.ts'

/** The animals of a page in the order that somebody chose, as far as the service does not sort so. What says nothing is last. */
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
  // Who came last is here for the fewest days.
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
