import { registerHooks } from 'node:module'

/**
 * Gives TypeScript 6 to every module that imports `typescript` from now on. Version 7 has no compiler API in
 * JavaScript yet, and the generators need one; the project's types are still checked by 7 alone.
 */
export const redirectTypeScript = (): void => {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier.replace(/^typescript(?=$|\/)/, 'typescript-6'), context),
  })
}
