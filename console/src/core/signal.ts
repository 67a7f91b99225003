/** A value shared by several parts of the page. */
export type Signal<T> = { value: T }

let draw = (): void => undefined

/** Sets the function that renders the page. It may be called many times before it renders. */
export const drawBy = (redraw: () => void): void => {
  draw = redraw
}

/** Makes a shared value. Setting another value renders the page again. */
export const signal = <T>(first: T): Signal<T> => {
  let now = first
  return {
    get value() {
      return now
    },
    set value(next) {
      if (next === now) return
      now = next
      draw()
    },
  }
}
