// One lazily loaded bundle for all of these. As separate bundles they would duplicate much code.
export { Screen as People } from './people/screen.tsx'
export { Screen as Statistics } from './statistics/screen.tsx'
export { Screen as Team } from './team/screen.tsx'
export { Screen as Usage } from './usage/screen.tsx'
export { AddMany } from './add-many/screen.tsx'
export { Sheet } from './animals/sheet.tsx'
