import { withDigits } from '../../base/exact-json.ts'
import type { Readable, Writable } from 'node:stream'
import type { Awaitable } from '../../base/awaitable.ts'

/** What a command uses from outside: its streams, variables and clock. */
export type Terminal = {
  readonly out: (text: string) => void
  /** Prints a text that is shown only once, and waits until the system has accepted it. @throws Error if nobody can read it */
  readonly handOver: (text: string) => Awaitable<void>
  /** Prints faults and progress, on standard error. */
  readonly error: (text: string) => void
  readonly input: Readable
  readonly output: Writable
  readonly env: Readonly<Record<string, string | undefined>>
  /** Reads the variables again, because the files that set them may have changed. */
  readonly readEnv: () => Readonly<Record<string, string | undefined>>
  readonly now: () => number
  /** Whether each stream goes to a terminal. People want tables and progress, programs lines to parse. */
  readonly isTerminal: { readonly input?: boolean; readonly out: boolean; readonly error: boolean }
  /** The width of the `error` terminal, in characters. */
  readonly columns: () => number
}

/** A command was used wrongly; the message says how to use it. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command could not do its work; the message is a sentence for the operator. Exit status 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** Formats a fact as one line of JSON, with every digit of a bigint. */
export const jsonLine = (fact: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify(fact, withDigits)}\n`

/** Prints facts: with `--json`, one object for programs; otherwise a text for people. */
export const report = (
  { out }: Pick<Terminal, 'out'>,
  { json }: { readonly json?: true },
  facts: Readonly<Record<string, unknown>>,
  text: string,
): void => out(json === true ? jsonLine(facts) : text)

// Control characters except the line feed, and characters that change the direction of the text.
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const steering = /[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Escapes the characters of a text that could control the terminal. */
export const printable = (text: string): string =>
  text.replaceAll(
    steering,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Formats a number of things, whose plural is given: `1 animal`, `2 categories`. */
export const counted = (count: number | bigint, things: string): string =>
  Number(count) === 1 ? `1 ${things.replace(/ies$/, 'y').replace(/s$/, '')}` : `${count} ${things}`

/** Formats rows as columns, each as wide as its widest cell. */
export const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string => {
  const lines = [head, ...rows].map((line) =>
    line.map((cell) => printable(cell).replaceAll('\n', ' ')),
  )
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
