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
