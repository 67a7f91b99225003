import { useEffect, useState } from 'preact/hooks'

/** Calls `act` at an interval while the page is visible. */
export const useEvery = (milliseconds: number, act: () => void): void =>
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, milliseconds)
    return () => clearInterval(timer)
  }, [])

/** Renders the component every second while the page is visible, for times that count up or down. */
export const useClock = (): void => {
  const [, tick] = useState(0)
  useEvery(1_000, () => tick(Date.now()))
}
