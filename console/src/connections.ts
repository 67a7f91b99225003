/** The screens of the people who connect programs to the store. They are one file of the bundle. */
export { Screen as Events } from './events/screen.tsx'
export { Screen as Usage } from './usage/screen.tsx'
export { Screen as Webhooks } from './webhooks/screen.tsx'
