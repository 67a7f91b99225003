import { type Command, InvalidArgumentError, Option } from 'commander'
import { dateTimeFromText, dateTimeText } from '../base/date-time.ts'
import { withStore } from './kit/open-store.ts'
import { environmentCommand, type EnvironmentOptions, parseDuration } from './kit/options.ts'
import { jsonLine, printable, type Terminal } from './kit/terminal.ts'

/** `petstore audit`: who changed keys, settings and whole stores, the oldest first. */
export const addAuditCommand = (program: Command, terminal: Terminal): void => {
  const about = 'show who changed keys and settings, or imported, restored or moved data'
  const since = new Option('--since <when>', 'from 2026-11-01T00:00:00Z on, or from 7d ago')
    .argParser((text) => readSince(text, terminal.now()))
    .default(0, 'the oldest that is kept, 400 days ago')
  type Options = EnvironmentOptions & { readonly since: number }
  environmentCommand(program, 'audit', about, 'whose log', '--environment production --since 7d')
    .addOption(since)
    .action(async (options: Options) => {
      await withStore(terminal, options, async ({ audit }) => {
        for (let after: bigint | undefined = 0n; after !== undefined;) {
          const lines = await audit.page(options.since, after, 1_000)
          for (const { at, ...line } of lines) {
            const { who, action, target, detail, origin } = line
            const time = dateTimeText(at)
            const words = [time, who, action, target, detail ?? [], `from ${origin}`].flat()
            terminal.out(
              options.json === true
                ? jsonLine({ ...line, at: time })
                : `${printable(words.join('  ')).replaceAll('\n', ' ')}\n`,
            )
          }
          after = lines.at(-1)?.id
        }
      })
    })
}

/** @returns milliseconds since the Unix epoch @throws InvalidArgumentError */
const readSince = (text: string, now: number): number => {
  if (/^\d+[a-z]$/.test(text)) return now - parseDuration(text)
  const time = dateTimeFromText(text.length === 10 ? `${text}T00:00:00Z` : text)
  if (time !== undefined) return Date.parse(time)
  throw new InvalidArgumentError('It takes a time like 2026-11-01 or 2026-11-01T09:00:00Z, or 7d.')
}
