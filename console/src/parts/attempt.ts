import { refusalText } from '../words.ts'
import { confirm, type Question } from './dialog.tsx'
import { toast } from './toast.tsx'

/**
 * Does something, and tells why if it is refused.
 *
 * @param name to what it is done, at the beginning of a sentence
 * @param signal gives it up, which is no refusal
 */
export const attempt = async (
  name: string,
  act: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => {
  try {
    await act()
  } catch (error) {
    if (error !== signal?.reason) toast({ text: refusalText(error, name) })
  }
}

/** Asks before, does it if somebody is sure, and tells why if it is refused. */
export const askFirst = async (
  question: Question,
  name: string,
  act: () => Promise<void>,
): Promise<void> => {
  if (await confirm(question)) await attempt(name, act)
}
