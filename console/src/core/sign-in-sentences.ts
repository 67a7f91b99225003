import { loadFirst } from './load-language.ts'

// Waits for the translations, so that constants in the modules after this one can use them.
await loadFirst('sign-in')
