/** All that a table may say of how its rows are searched. */
export const thingSearch = {
  kind: 'thing',
  title: 'color',
  texts: ['parts'],
  digits: ['note'],
  detail: 'note',
  about: { shelf: 'shelfNumber' },
  behind: ['color', 'Sold Out'],
} as const
