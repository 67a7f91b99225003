import { resolveOwnImports } from './base/own-imports.ts'

// Runs before the code of the thread is loaded, so that all of its imports resolve quickly.
resolveOwnImports()
await import('./worker-main.ts')
