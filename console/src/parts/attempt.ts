import { t } from '../core/language.ts'
import { go, hrefOf } from '../core/route.ts'
import { decidingOrder, refusalText } from '../words.ts'
import { confirm, type Question } from './dialog.tsx'
import { toast } from './toast.tsx'

/**
 * Does something, and tells why if it is refused. If an order decides about an animal, offers to open it.
 *
 * @param name to what it is done, at the beginning of a sentence
 */
export const attempt = async (name: string, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    // Nobody looks any more.
    if (error instanceof DOMException) return
    const order = decidingOrder(error)
    toast({
      text: refusalText(error, name),
      ...(order && { label: t('Open'), act: () => go(hrefOf(['orders', order])) }),
    })
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
