import type { Command } from 'commander'
import { example } from '../kit/help.ts'
import { jsonLine, type Terminal } from '../kit/terminal.ts'
import type { RemoteOptions } from './call.ts'
import { callService } from './client.ts'
import { beginRemote } from './command.ts'
import { readInteger } from './options.ts'

/** `petstore contacts export`: all that a running service has of a person, for whoever asks what that is. */
export const addContactExport = (contacts: Command, terminal: Terminal): void => {
  const command = beginRemote(
    contacts,
    'export',
    'print all that the store has of a contact, as JSON',
  )
    .argument('<id>', 'the contact', readInteger)
    .action(async (contactId: bigint, { baseUrl }: RemoteOptions) => {
      await callService(terminal, baseUrl, async (service) => {
        const query = { contactId, limit: 100 }
        const [contact, orders, notes] = await Promise.all([
          service.reply({ operation: 'GET /contacts/{contactId}', id: contactId }),
          Array.fromAsync(service.list<object>('/store/orders', query)),
          Array.fromAsync(service.list<object>('/notes', query)),
        ])
        terminal.out(jsonLine({ contact, orders, notes }))
      })
    })
  example(command, '1')
}
