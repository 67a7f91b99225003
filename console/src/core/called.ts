import { signal } from './signal.ts'

/** The name with which a form begins: somebody looked for it in vain. It may be a person's, so no address has it. */
export const called = signal('')
