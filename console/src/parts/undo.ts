import { t } from '../core/language.ts'
import { PreconditionError } from '../../../client/src/index.ts'
import { refusalText } from '../words.ts'
import { toast } from './toast.tsx'

/**
 * Makes the action of an "Undo" button: restores something, unless somebody else has changed it since, and says which.
 *
 * @param name what was changed, at the beginning of a sentence
 * @param act restores it, and returns the sentence that says so
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
