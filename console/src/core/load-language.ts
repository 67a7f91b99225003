import { type Language, language, learn, readLanguage, setLanguage } from './language.ts'

const setting = 'petstore:language'

/** Changes the language of the page, also for later visits, by a reload. Drafts survive it. */
export const chooseLanguage = (chosen: Language): void => {
  localStorage.setItem(setting, chosen)
  location.reload()
}

const [asked] = navigator.languages.flatMap(
  (each) => readLanguage(each.toLowerCase().split('-')[0]) ?? [],
)
setLanguage(readLanguage(localStorage.getItem(setting)) ?? asked ?? 'en')
document.documentElement.lang = language

/** Reads the sentences of a part of the console from a file beside the scripts. */
const read = async (part: string): Promise<readonly string[]> => {
  const answer = await fetch(new URL(`${part}.${language}.json`, import.meta.url))
  return (await answer.json()) as readonly string[]
}

let signedIn: Promise<readonly string[]> | undefined

/** Begins to load the sentences for after the sign-in, in parallel with their scripts. */
export const readSignedIn = (): Promise<readonly string[]> => (signedIn ??= read('signed-in'))

/** Shown while no sentences are loaded, in all languages. */
const trouble = 'Trying again… Neuer Versuch… Nuevo intento… Nouvel essai…'

/** Loads the first sentences of a page, and retries until it has them. */
export const loadFirst = async (part: string): Promise<void> => {
  for (let wait = 1; ; wait = Math.min(2 * wait, 30)) {
    try {
      learn(await read(part))
      return
    } catch {
      const place = document.querySelector('div')
      if (place) place.textContent = trouble
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
    }
  }
}
