import type { OrderStatus, PetStatus } from '../../../client/src/index.ts'

/** Pictures of 16 × 16, each with a shape of its own, so that none depends on its colour. */
const shapes = {
  disc: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11z',
  ring: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zm0 1.8a4.7 4.7 0 1 0 0 9.4a4.7 4.7 0 0 0 0-9.4z',
  square: 'M3 3h10v10H3z',
  half: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zm0 1.5v10a5 5 0 0 1 0-10z',
  tick: 'M6.4 13.2L1.6 8.4l1.7-1.7l3.1 3.1l6.3-6.3l1.7 1.7z',
  clock:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.6a5.4 5.4 0 1 1 0 10.8A5.4 5.4 0 0 1 8 2.6zM7.2 4.4v4.1l3 1.8l.8-1.3l-2.2-1.3V4.4z',
  seal: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM6.9 11.4l5-5l-1.2-1.2l-3.8 3.8l-1.7-1.7l-1.2 1.2z',
  house: 'M8 1.5L1 7.5h2V14h3.8v-4h2.4v4H13V7.5h2z',
  cross:
    'M3.7 2.3L8 6.6l4.3-4.3l1.4 1.4L9.4 8l4.3 4.3l-1.4 1.4L8 9.4l-4.3 4.3l-1.4-1.4L6.6 8L2.3 3.7z',
  back: 'M7 2.5v3h2.5a4.5 4.5 0 0 1 0 9H4v-1.7h5.5a2.8 2.8 0 0 0 0-5.6H7v3L1.8 6.3z',
  warning: 'M8 1.2l7.3 13.3H.7zM7.2 6v4h1.6V6zm0 5.2v1.6h1.6v-1.6z',
  animals:
    'M8 8.2c-2 0-4.2 2-4.2 3.8c0 2.5 2.6 1.4 4.2 1.4s4.2 1.1 4.2-1.4c0-1.8-2.2-3.8-4.2-3.8zM2.7 5.4a1.5 1.9 0 1 0 0 3.8a1.5 1.9 0 0 0 0-3.8zm3-3.6a1.5 2 0 1 0 0 4a1.5 2 0 0 0 0-4zm4.6 0a1.5 2 0 1 0 0 4a1.5 2 0 0 0 0-4zm3 3.6a1.5 1.9 0 1 0 0 3.8a1.5 1.9 0 0 0 0-3.8z',
  orders: 'M3 1h10v14l-2.5-1.5L8 15l-2.5-1.5L3 15zm2.2 3.2v1.4h5.6V4.2zm0 3v1.4h5.6V7.2z',
  categories: 'M1 1h6.5L15 8.5L8.5 15L1 7.5zm3.3 2a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 0 0 0-2.6z',
  usage: 'M1 14V8.5h3.5V14zm5.3 0V2h3.4v12zm5.2 0V5.5H15V14z',
  events:
    'M2 2h2v2.4H2zm4 .4h8.5v1.6H6zM2 6.8h2v2.4H2zm4 .4h8.5v1.6H6zM2 11.6h2V14H2zm4 .4h8.5v1.6H6z',
  webhooks: 'M6.5 1.5v4h3v-4h1.6v4H13v3a5 5 0 0 1-4.2 4.9v1.6H7.2v-1.6A5 5 0 0 1 3 8.5v-3h1.9v-4z',
  down: 'M3.5 5.5h9L8 11z',
} as const

export type IconName = keyof typeof shapes

/** A picture beside a word that says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={shapes[name]} fill="currentColor" fill-rule="evenodd" />
  </svg>
)

/** The picture and the colour of each status of an animal. */
export const petLooks: Readonly<Record<PetStatus, readonly [IconName, string]>> = {
  available: ['disc', 'green'],
  pending: ['half', 'amber'],
  sold: ['tick', 'blue'],
}

/** The picture and the colour of each state of an order. */
export const orderLooks: Readonly<Record<OrderStatus, readonly [IconName, string]>> = {
  placed: ['clock', 'amber'],
  approved: ['seal', 'teal'],
  delivered: ['house', 'blue'],
  expired: ['clock', 'grey'],
  cancelled: ['cross', 'grey'],
  returned: ['back', 'grey'],
}
