import { loadFirst } from '../core/load-language.ts'

await loadFirst('health')
