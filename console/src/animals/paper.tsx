// One file that is loaded when one of these is first opened: apart, they would say much twice.
export { AddMany } from '../add-many/screen.tsx'
export { Sheet } from './sheet.tsx'
