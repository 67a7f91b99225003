import { resolveOwnImports } from '../../src/core/own-imports.ts'

/** Is loaded into every process of the tests before its own code (`--import`). */
resolveOwnImports()
