import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Refused } from './states.tsx'

/** A component whose code is loaded when it is first shown. */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  let loaded: ComponentType<P> | undefined
  return (props) => {
    const [, setLoaded] = useState(false)
    const [hasFailed, setFailed] = useState(false)
    const loadOnce = async (): Promise<void> => {
      try {
        loaded ??= await load()
        setLoaded(true)
      } catch {
        setFailed(true)
      }
    }
    useEffect(() => void loadOnce(), [])
    if (hasFailed) {
      return (
        <Refused text="The store is newer than this page. Reload it; what you typed is kept.">
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </Refused>
      )
    }
    const Component = loaded
    return Component === undefined ? null : <Component {...props} />
  }
}
