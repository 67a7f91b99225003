import { useState } from 'preact/hooks'

let made = 0

/**
 * A unique `id` for an element that another one refers to. Preact's `useId` needs more code, because it also works on servers.
 */
export const useNewId = (): string => useState(() => `id-${(made += 1)}`)[0]
