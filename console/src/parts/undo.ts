import { t } from '../core/language.ts'
import { PreconditionError } from '../../../client/src/index.ts'
import { refusalText } from '../words.ts'
import { toast } from './toast.tsx'

/**
 * Makes the action of a button "Undo": puts something back, unless somebody else was quicker, and tells
 * which.
 *
 * @param name what was changed, at the beginning of a sentence
 * @param act puts it back, and returns the sentence that says so
 */
export const undo =
  (name: string, act: () => Promise<string>): (() => void) =>
  () => {
    const tell = (text: string): void => toast({ text })
    act().then(tell, (error: unknown) =>
      tell(
        error instanceof PreconditionError
          ? t('{name} has changed since. Nothing was undone.', { name })
          : refusalText(error, name),
      ),
    )
  }
