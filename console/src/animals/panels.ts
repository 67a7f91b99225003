/** What stands beside the list of animals. It is one file of the bundle, loaded at its first use. */
export { AnimalPanel } from './animal.tsx'
export { FormPanel } from './form.tsx'
