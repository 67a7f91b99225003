import { loadFirst } from './load-language.ts'

// What follows in the file of scripts runs once they are here, so that its constants may have sentences too.
await loadFirst('sign-in')
