import { t } from './language.ts'
/** Which store the page belongs to. The service writes it into the page. */
export const environment: 'production' | 'staging' =
  document.body.dataset['environment'] === 'production' ? 'production' : 'staging'

/** The environment that this page does not belong to. */
export const otherEnvironment = environment === 'staging' ? 'production' : 'staging'

const otherBase = document.body.dataset['other']

/** The console of the other environment; undefined if the service does not know its address. */
export const otherConsole = otherBase ? new URL('console', otherBase).href : undefined

/** A resource of the service beside this page, also if a proxy serves it under another path. */
export const beside = (path: string): string => new URL(path, location.href).href

/** The address of this console; what stands behind it is the route. */
export const consoleAddress = (): string => beside('console')

/** Shows the title of a screen in the window, first of all that it is only staging. */
export const showTitle = (title: string): void => {
  document.title = `${environment === 'staging' ? `[${t('Staging')}] ` : ''}${title} · Pet Store`
}
