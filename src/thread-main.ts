import { workerData } from 'node:worker_threads'
import { resolveOwnImports } from './core/own-imports.ts'
import type { ThreadRole } from './server/messages.ts'

// What a thread runs is loaded after this, so that its imports are quick from the first on.
resolveOwnImports()
// The supervisor starts every thread with this.
const { role } = workerData as { readonly role: ThreadRole }
await (role === 'serves' ? import('./worker-main.ts') : import('./delivery-main.ts'))
