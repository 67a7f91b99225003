import type { ApiDescription } from '../kit/resource.ts'
import { categoryResource } from './categories/operations.ts'
import { contactResource } from './contacts/operations.ts'
import { contentsOf } from '../base/data/contents.ts'
import { eventResource } from './events/operations.ts'
import { keyResource } from './keys/operations.ts'
import { labResource } from './lab/operations.ts'
import { noteResource } from './notes/operations.ts'
import { orderResource } from './orders/operations.ts'
import { petResource } from './pets/operations.ts'
import { profileResource } from './profiles/operations.ts'
import { photoResource } from './photos/operations.ts'
import { searchResource } from './search/operations.ts'
import { statisticsResource } from './statistics/operations.ts'
import { usageResource } from './usage/operations.ts'
import { webhookResource } from './webhooks/index.ts'

/** The interface: its name and its resources. A new resource adds one line here. */
export const petstore: ApiDescription = {
  title: 'Pet Store Service',
  summary: 'Browse and manage the animals that a store has for adoption.',
  headline: 'Browse and manage the animals of the store',
  lead: 'An HTTP interface in JSON: list animals, add one, page through thousands.',
  things: 'animals',
  samples: 'a dozen sample animals',
  resources: [
    petResource,
    profileResource,
    photoResource,
    categoryResource,
    orderResource,
    statisticsResource,
    contactResource,
    noteResource,
    searchResource,
    eventResource,
    usageResource,
    keyResource,
    webhookResource,
    labResource,
  ],
}

/** What the store of an environment contains. Commands use it without starting the server. */
export const contents = contentsOf(petstore.resources)
