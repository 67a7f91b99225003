/** The screens of the people at the counter. They are one file of the bundle, which compresses best. */
export { Screen as Animals } from './animals/screen.tsx'
export { Screen as Categories } from './categories/screen.tsx'
export { Screen as Orders } from './orders/screen.tsx'
