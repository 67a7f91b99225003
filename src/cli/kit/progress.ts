import { counted, type Terminal } from './terminal.ts'

type ProgressState = {
  /** From 0 to 1; undefined if the total is unknown, as with a stream. */
  readonly done?: number | undefined
  readonly count?: number
}

/** Milliseconds between two updates of the bar, or between two lines if there is no terminal. */
const intervals = { bar: 100, line: 5_000 } as const
const widestBar = 40

/** Shows a bar on a terminal; elsewhere, such as in a log, a line every five seconds. @param things what is counted */
export const startProgress = (terminal: Terminal, label: string, things = 'animals') => {
  const { columns } = terminal
  const isTerminal = terminal.isTerminal.error
  const interval = isTerminal ? intervals.bar : intervals.line
  let started: number | undefined
  let next = 0
  let ended = false
  /** Removes the bar; nothing is shown afterwards. */
  const end = (): void => {
    if (!ended && isTerminal && started !== undefined) terminal.error('\r\u001b[K')
    ended = true
  }

  return {
    update: (state: ProgressState): void => {
      const now = terminal.now()
      if (started === undefined) {
        started = now
        // On a terminal the first update shows at once; short work needs no line in a log.
        next = isTerminal ? now : now + interval
      }
      if (ended || now < next) return
      next = now + interval
      const facts = describe(state, things, (now - started) / 1_000)
      if (!isTerminal) {
        terminal.error(`${label}: ${facts}\n`)
        return
      }
      const width = Math.min(widestBar, columns() - label.length - facts.length - 5)
      const full = Math.round(Math.min(1, Math.max(0, state.done ?? 0)) * width)
      const hasBar = state.done !== undefined && width >= 8
      const bar = hasBar ? `[${'█'.repeat(full)}${'░'.repeat(width - full)}] ` : ''
      terminal.error(`\r${`${label} ${bar}${facts}`.slice(0, columns() - 1)}\u001b[K`)
    },
    end,
    [Symbol.dispose]: end,
  }
}

const describe = ({ done, count }: ProgressState, things: string, seconds: number): string => {
  const facts: string[] = []
  if (done !== undefined) facts.push(`${Math.floor(done * 100)} %`)
  if (count !== undefined) {
    facts.push(counted(count, things))
    if (seconds > 0) facts.push(`${Math.round(count / seconds)} a second`)
  }
  // An estimate at the very start would be wrong.
  if (done !== undefined && done > 0.02 && seconds > 1) {
    facts.push(`${Math.ceil((seconds / done) * (1 - done))} s left`)
  }
  return facts.join(', ')
}
