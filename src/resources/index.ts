import { type ApiDescription } from '../kit/resource.ts'
import { categories } from './categories/index.ts'
import { contacts } from './contacts/index.ts'
import { contentsOf } from '../base/data/contents.ts'
import { events } from './events/index.ts'
import { keys } from './keys/index.ts'
import { lab } from './lab/index.ts'
import { notes } from './notes/index.ts'
import { orders } from './orders/index.ts'
import { pets } from './pets/index.ts'
import { profiles } from './profiles/index.ts'
import { photos } from './photos/index.ts'
import { search } from './search/index.ts'
import { statistics } from './statistics/index.ts'
import { usage } from './usage/index.ts'
import { webhooks } from './webhooks/index.ts'

/** The interface: its name and its resources. A new resource adds one line here. */
export const petstore: ApiDescription = {
  title: 'Pet Store Service',
  summary: 'Browse and manage the animals that a store has for adoption.',
  headline: 'Browse and manage the animals of the store',
  lead: 'An HTTP interface in JSON: list animals, add one, page through thousands.',
  things: 'animals',
  samples: 'a dozen sample animals',
  resources: [
    pets,
    profiles,
    photos,
    categories,
    orders,
    statistics,
    contacts,
    notes,
    search,
    events,
    usage,
    keys,
    webhooks,
    lab,
  ],
}

/** What the store of an environment contains. Commands read it without the server. */
export const contents = contentsOf(petstore.resources)
