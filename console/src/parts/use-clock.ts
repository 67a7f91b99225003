import { useEffect, useState } from 'preact/hooks'

/** Does something now and then, while somebody looks at the page. */
export const useEvery = (milliseconds: number, act: () => void): void =>
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, milliseconds)
    return () => clearInterval(timer)
  }, [])

/** Draws a part of the page each second while somebody looks at it, so that it can count the time. */
export const useClock = (): void => {
  const [, tick] = useState(0)
  useEvery(1_000, () => tick(Date.now()))
}
