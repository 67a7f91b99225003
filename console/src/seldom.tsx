// One file that is loaded when one of these is first opened: apart, they would say much twice.
export { Screen as People } from './people/screen.tsx'
export { Screen as Statistics } from './statistics/screen.tsx'
export { Screen as Team } from './team/screen.tsx'
export { Screen as Usage } from './usage/screen.tsx'
export { AddMany } from './add-many/screen.tsx'
export { Sheet } from './animals/sheet.tsx'
