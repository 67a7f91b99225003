import { resolveOwnImports } from '../../src/base/own-imports.ts'

/** Is loaded into every process of the tests before its own code (`--import`). */
resolveOwnImports()
