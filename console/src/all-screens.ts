/**
 * The screens, in one file of the bundle: they are much alike, so they compress best together. Their order does
 * not matter to the page, and this one compresses best: 0.25 kB.
 */
export { Screen as Usage } from './usage/screen.tsx'
export { Screen as Orders } from './orders/screen.tsx'
export { Screen as Animals } from './animals/screen.tsx'
export { Screen as Categories } from './categories/screen.tsx'
export { Screen as Webhooks } from './webhooks/screen.tsx'
export { Screen as Events } from './events/screen.tsx'
