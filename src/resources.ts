import { type ApiDescription } from './api/resource.ts'
import { categories } from './categories/index.ts'
import { contentsOf } from './data/contents.ts'
import { events } from './events/index.ts'
import { orders } from './orders/index.ts'
import { pets } from './pets/index.ts'
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
  client: {
    name: 'petstore-client',
    methods: {
      listPets: 'pets.list',
      createPet: 'pets.create',
      createPets: 'pets.createAll',
      getPet: 'pets.find',
      updatePet: 'pets.update',
      deletePet: 'pets.delete',
      listCategories: 'categories.list',
      getCategory: 'categories.get',
      putCategory: 'categories.put',
      deleteCategory: 'categories.delete',
      listOrders: 'orders.list',
      placeOrder: 'orders.place',
      getOrder: 'orders.get',
      updateOrder: 'orders.update',
      deleteOrder: 'orders.delete',
      getInventory: 'orders.inventory',
      listEvents: 'events',
      getUsage: 'usage',
      getUsageHistory: 'usageHistory',
      listWebhooks: 'webhooks.list',
      createWebhook: 'webhooks.create',
      getWebhook: 'webhooks.get',
      updateWebhook: 'webhooks.update',
      deleteWebhook: 'webhooks.delete',
      pingWebhook: 'webhooks.ping',
      renewWebhookSecret: 'webhooks.renewSecret',
      recoverWebhook: 'webhooks.recover',
      listDeliveries: 'webhooks.deliveries',
      getDelivery: 'webhooks.delivery',
      redeliver: 'webhooks.redeliver',
    },
    options: { type: 'types' },
  },
  resources: [pets, categories, orders, events, usage, webhooks],
}

/** What the store of an environment contains. Commands read it without the server. */
export const contents = contentsOf(petstore.resources)
