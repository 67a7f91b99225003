/** The available icons. `style/icons.css` has the shape of each. */
export const iconNames = [
  'disc',
  'ring',
  'square',
  'half',
  'tick',
  'clock',
  'seal',
  'house',
  'cross',
  'back',
  'warning',
  'today',
  'animals',
  'orders',
  'people',
  'categories',
  'statistics',
  'team',
  'usage',
  'events',
  'webhooks',
  'down',
  'add',
] as const

export type IconName = (typeof iconNames)[number]
