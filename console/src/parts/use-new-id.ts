import { useState } from 'preact/hooks'

let made = 0

/** A name for an element that another one refers to. Preact's `useId` takes more, because it works on servers too. */
export const useNewId = (): string => useState(() => `id-${(made += 1)}`)[0]
