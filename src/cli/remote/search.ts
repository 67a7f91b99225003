import type { Command } from 'commander'
import type { SearchResult } from '../../../client/src/index.ts'
import { SearchQuery } from '../../resources/search/search.ts'
import { example } from '../kit/help.ts'
import type { Terminal } from '../kit/terminal.ts'
import type { Answer, RemoteOptions } from './call.ts'
import { callService } from './client.ts'
import { beginRemote } from './command.ts'
import { describeField, fieldOptions, valuesOf } from './options.ts'
import { print } from './print.ts'

const columns = ['kind', 'id', 'title', 'detail', 'petId']

/** `petstore search`: one search over all that the API key of the variables may read, at a running service. */
export const addSearchCommand = (program: Command, terminal: Terminal): void => {
  const filters = fieldOptions(SearchQuery, {}, ['q'])
  const { about } = describeField('q', SearchQuery.properties.q)
  const search = beginRemote(program, 'search', 'find anything that the API key may read')
    .argument('<words...>', about)
    .action(async (words: readonly string[], options: RemoteOptions & Answer) => {
      const { json, baseUrl, ...given } = options
      const query = { q: words.join(' '), ...valuesOf(filters, given) }
      await callService(terminal, baseUrl, async (service) => {
        const found = service.reply<readonly SearchResult[]>({ operation: 'GET /search', query })
        print({ terminal, json, columns }, await found)
      })
    })
  for (const { option } of filters) search.addOption(option)
  example(search, 'rex --kind pet --limit 5')
}
