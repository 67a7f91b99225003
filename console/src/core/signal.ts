/** A value that several parts of the page share. */
export type Signal<T> = { value: T }

let draw = (): void => undefined

/** Sets what draws the page. It may be called many times before it draws. */
export const drawBy = (redraw: () => void): void => {
  draw = redraw
}

/** Makes a shared value. Another value in its place draws the page anew. */
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
