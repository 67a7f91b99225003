import { useEffect, useState } from 'preact/hooks'

/** Draws a part of the page each second while somebody looks at it, so that it can count the time. */
export const useClock = (): void => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') tick(Date.now())
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
}
