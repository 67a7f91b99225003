import { type Language, language, learn, readLanguage, setLanguage } from './language.ts'

const setting = 'petstore:language'

/** Changes the language of the page, also for later visits. What is typed is kept over the reload. */
export const chooseLanguage = (chosen: Language): void => {
  localStorage.setItem(setting, chosen)
  location.reload()
}

const [asked] = navigator.languages.flatMap(
  (each) => readLanguage(each.toLowerCase().split('-')[0]) ?? [],
)
setLanguage(readLanguage(localStorage.getItem(setting)) ?? asked ?? 'en')
document.documentElement.lang = language

/** Loads the sentences of a part of the console, which stand beside the scripts. */
export const loadSentences = async (part: string): Promise<void> => {
  const answer = await fetch(new URL(`${part}.${language}.json`, import.meta.url))
  learn((await answer.json()) as readonly string[])
}

/** Shown while there is no sentence of any language. */
const trouble = 'Trying again… Neuer Versuch… Nuevo intento… Nouvel essai…'

/** Loads the first sentences of a page, and tries until it has them. */
export const loadFirst = async (part: string): Promise<void> => {
  for (let wait = 1; ; wait = Math.min(2 * wait, 30)) {
    try {
      await loadSentences(part)
      return
    } catch {
      const place = document.querySelector('div')
      if (place) place.textContent = trouble
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
    }
  }
}
