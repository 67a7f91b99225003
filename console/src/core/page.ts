import { t } from './language.ts'
/** The environment of the page. The service writes it into the page. */
export const environment: 'production' | 'staging' =
  document.body.dataset['environment'] === 'production' ? 'production' : 'staging'

/** The environment that this page does not belong to. */
export const otherEnvironment = environment === 'staging' ? 'production' : 'staging'

const otherBase = document.body.dataset['other']

/** The URL of the other environment's console; undefined if the service does not know it. */
export const otherConsole = otherBase ? new URL('console', otherBase).href : undefined

/** The URL of a resource relative to this page, which also works if a proxy serves it under another path. */
export const beside = (path: string): string => new URL(path, location.href).href

/** The URL of this console, without the route. */
export const consoleAddress = (): string => beside('console')

/** Sets the window title, which begins with the environment in staging. */
export const showTitle = (title: string): void => {
  document.title = `${environment === 'staging' ? `[${t('Staging')}] ` : ''}${title} · Pet Store`
}
