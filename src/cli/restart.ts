import type { Command } from 'commander'
import { readConfig } from '../base/config/config.ts'
import { messageOf } from '../base/errors/message-of.ts'
import { askForRestart } from '../server/control.ts'
import { dataFiles } from '../store/data-files.ts'
import { byCommand, example, jsonOption } from './kit/options.ts'
import { Failure, report, type Terminal } from './kit/terminal.ts'

/** `petstore restart`: the running service switches to the code that is on disk now. */
export const addRestartCommand = (program: Command, terminal: Terminal): void => {
  const about = 'switch the running service to the code on disk, without a failed request'
  const command = program.command('restart').description(about).addOption(jsonOption())
  example(command, '').action(async (options: { readonly json?: true }) => {
    const { dataDir, environments } = readConfig(terminal.env)
    const { control } = dataFiles(dataDir, environments[0] ?? 'production')
    const asked = askForRestart(control, byCommand(terminal, 'service.restarted', ''))
    const { restarted, problem } = await asked.catch((error: unknown) => {
      const advice = 'Run this on the machine of the service, as its user and with its variables.'
      throw new Failure(`No service answers at ${control}: ${messageOf(error)}. ${advice}`)
    })
    for (const done of restarted) {
      const { environment, before, after, milliseconds } = done
      const text = `${environment}: ${after} serves in place of ${before}; new requests waited ${milliseconds} ms.\n`
      report(terminal, options, done, text)
    }
    if (problem !== undefined) throw new Failure(problem)
  })
}
