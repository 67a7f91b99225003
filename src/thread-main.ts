import { resolveOwnImports } from './base/own-imports.ts'

// What the thread runs is loaded after this, so that its imports are quick from the first on.
resolveOwnImports()
await import('./worker-main.ts')
