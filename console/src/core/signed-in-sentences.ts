import { loadSentences } from './load-language.ts'

await loadSentences('signed-in')
