import { t } from '../core/language.ts'
import { go, hrefOf } from '../core/route.ts'
import { decidingOrder, refusalText } from '../words.ts'
import { confirm, type Question } from './dialog.tsx'
import { toast } from './toast.tsx'

/**
 * Runs an action, and says why if it is refused. If an order holds the animal, offers to open that order.
 *
 * @param name names what is changed, at the beginning of a sentence
 */
export const attempt = async (name: string, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    // The screen has been left.
    if (error instanceof DOMException) return
    const order = decidingOrder(error)
    toast({
      text: refusalText(error, name),
      ...(order && { label: t('Open'), act: () => go(hrefOf(['orders', order])) }),
    })
  }
}

/** Asks for confirmation, then runs an action, and says why if it is refused. */
export const askFirst = async (
  question: Question,
  name: string,
  act: () => Promise<void>,
): Promise<void> => {
  if (await confirm(question)) await attempt(name, act)
}
