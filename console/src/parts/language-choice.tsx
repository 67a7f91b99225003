import { language, languages, readLanguage, t } from '../core/language.ts'
import { chooseLanguage } from '../core/load-language.ts'

/** The choice of the language of the page. */
export const LanguageChoice = () => (
  <label class="language">
    <span>{t('Language')}</span>{' '}
    <select
      value={language}
      onChange={({ currentTarget: { value } }) => chooseLanguage(readLanguage(value) ?? language)}
    >
      {Object.entries(languages).map(([each, name]) => (
        <option key={each} value={each} lang={each}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
