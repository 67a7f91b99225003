import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Reload } from './refused.tsx'

/** A component whose code is loaded when it is first shown. */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined
  return (props) => {
    const [, redraw] = useState(0)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      const start = async (): Promise<void> => {
        loaded ??= await load()
        redraw(1)
      }
      start().catch(() => setFailed(true))
    }, [])
    if (hasFailed) {
      return (
        <Reload text={t('The store is newer than this page. Reload it; what you typed is kept.')} />
      )
    }
    const Loaded = loaded
    return Loaded ? <Loaded {...props} /> : null
  }
}
