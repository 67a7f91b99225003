import { registerHooks } from 'node:module'

/**
 * Redirects every later import of `typescript` to TypeScript 6. Version 7 has no compiler API in JavaScript
 * yet, which the generators need. The project's types are checked only by version 7.
 */
export const redirectTypeScript = (): void => {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier.replace(/^typescript(?=$|\/)/, 'typescript-6'), context),
  })
}
