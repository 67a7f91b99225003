import { NewPet, Pet } from '../../src/resources/pets/pet.ts'

/** What tests that list all fields of an animal say of them, so that a further field changes no test. */

const names = Object.keys(Pet.properties)

/** Fields beyond the interface document: an animal may lack each of them. */
const furtherFields = names.filter((name) => !['id', 'name', 'categoryId', 'status'].includes(name))

/** The fields that a client gives, as messages list them. */
export const givenFields = Object.keys(NewPet.properties).join(', ')

/** The first line of an export in CSV. */
export const csvHeader = names.join(',')

/** The cells of an animal that lacks what it may lack, after the others. */
export const csvEmpty = ','.repeat(furtherFields.length)

/** A table of animals without what they may lack: its columns but those, with single spaces. */
export const tableOf = (text: string): string => {
  const further = furtherFields.map((name) => ` ${name.toUpperCase()}`).join('')
  return text.replaceAll(/ +/g, ' ').replace(further, '')
}

/** An animal with a text in each field that it may lack. */
export const wholePet = {
  name: 'Rex',
  categoryId: 3,
  status: 'available',
  ...Object.fromEntries(furtherFields.map((name) => [name, `A ${name}`])),
}

/** A profile with a value for each field. */
export const wholeProfile = {
  species: 'Cat',
  breed: 'European shorthair',
  sex: 'female',
  born: '2024-05',
  colour: 'grey tabby',
  size: 'small',
  chip: '985141000123456',
  arrivedOn: '2026-11-02',
  location: 'Kennel 4',
  description: 'Shy at first,\nthen never off a lap. 🐈',
  facts: { diet: 'kidney food, "wet"' },
}

/** All fields of a contact. */
export const wholeContact = {
  name: 'Jo Fox',
  phone: '+44 20 7946 0958',
  email: 'Jo@Example.com',
  address: '5 Hill Road\nLondon',
  note: 'Has a garden. 🌳',
}
