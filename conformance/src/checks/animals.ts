import { type Check, expect, NotApplicable, shown } from '../check.ts'
import { newPet } from '../session.ts'
import { expectError, expectPet, expectPets, expectStatus } from '../shapes.ts'

const listing = 'GET /pets'
const creating = 'POST /pets'
const reading = 'GET /pets/{petId}'

/** The largest int64, which no implementation has assigned yet. */
const noId = '9223372036854775807'

const list: readonly Check[] = [
  {
    id: 'list.pets',
    section: listing,
    quote: 'Returns a paginated list of animals. 200 Pets (array of Pet).',
    run: async (session) => {
      await session.created()
      const pets = expectPets(await session.list())
      expect(pets.length > 0, 'An animal was added, and the list is empty.')
    },
  },
  {
    id: 'list.limit',
    section: listing,
    quote: 'Minimum 1, maximum 100, default 20. Maximum number of animals returned.',
    run: async (session) => {
      await session.created()
      for (const [path, limit] of [
        ['/pets', 20],
        ['/pets?limit=1', 1],
        ['/pets?limit=100', 100],
      ] as const) {
        const exchange = await (path === '/pets' ? session.list() : session.send({ path }))
        const { length } = expectPets(exchange)
        expect(length <= limit, `GET ${path} returned ${length} animals, more than ${limit}.`)
      }
    },
  },
  {
    id: 'list.limit_range',
    section: listing,
    quote: 'limit integer no Minimum 1, maximum 100',
    run: async (session) => {
      for (const limit of ['0', '101', '-1', 'ten', '1.5']) {
        expectError(await session.send({ path: `/pets?limit=${limit}` }))
      }
    },
  },
  {
    id: 'list.status',
    section: listing,
    quote: 'Filters by availability status.',
    run: async (session) => {
      await session.created()
      for (const status of ['available', 'pending', 'sold']) {
        const pets = expectPets(await session.send({ path: `/pets?status=${status}` }))
        const other = pets.find((pet) => pet['status'] !== status)
        expect(other === undefined, `The list of status ${status} has ${shown(other)}.`)
        expect(status !== newPet.status || pets.length > 0, 'The animal that was added is missing.')
      }
    },
  },
  {
    id: 'list.status_values',
    section: 'PetStatus',
    quote: 'A string enumeration with exactly these values: available, pending, sold.',
    run: async (session) => {
      expectError(await session.send({ path: '/pets?status=lost' }))
      const body = { ...newPet, status: 'Available' }
      expectError(await session.send({ method: 'POST', path: '/pets', body }), 400)
    },
  },
]

const create: readonly Check[] = [
  {
    id: 'create.pet',
    section: creating,
    quote: '201 Pet. The animal was added.',
    run: async (session) => {
      const exchange = await session.created()
      expectStatus(exchange, 201)
      expectPet(exchange.json, exchange.request)
      for (const [field, value] of Object.entries(newPet)) {
        const came = exchange.json[field]
        expect(came === value, `${field} was sent as ${shown(value)} and came as ${shown(came)}.`)
      }
    },
  },
  {
    id: 'create.id',
    section: 'NewPet',
    quote: 'The client does not send id; the service assigns it.',
    run: async (session) => {
      const first = await session.createdId()
      const body = { ...newPet, id: Number(first) }
      const second = await session.send({ method: 'POST', path: '/pets', body })
      // The document does not say whether to refuse or ignore an id in the request.
      if (second.status === 400) return expectError(second)
      expectStatus(second, 201)
      expectPet(second.json, second.request)
      expect(second.json['id'] !== Number(first), `The id ${first} was sent, and given again.`)
    },
  },
  {
    id: 'create.required',
    section: creating,
    quote: 'Request body (required): NewPet. name and categoryId are required.',
    run: async (session) => {
      for (const body of [undefined, { name: 'Rex' }, { categoryId: 7 }, {}]) {
        expectError(await session.send({ method: 'POST', path: '/pets', body }), 400)
      }
    },
  },
  {
    id: 'create.valid',
    section: creating,
    quote: '400 Error. Body is missing required fields or contains invalid values.',
    run: async (session) => {
      for (const body of [
        { ...newPet, name: 5 },
        { ...newPet, name: null },
        { ...newPet, categoryId: '7' },
        { ...newPet, categoryId: 1.5 },
        { ...newPet, status: 'lost' },
        [newPet],
        '{"name": "Rex", ',
      ]) {
        expectError(await session.send({ method: 'POST', path: '/pets', body }), 400)
      }
    },
  },
  {
    id: 'create.optional_status',
    section: 'NewPet',
    quote: 'status string PetStatus no One of the PetStatus values.',
    run: async (session) => {
      const body = { name: 'Conformance', categoryId: 7 }
      const exchange = await session.send({ method: 'POST', path: '/pets', body })
      expectStatus(exchange, 201)
      expectPet(exchange.json, exchange.request)
    },
  },
  {
    id: 'create.int64',
    section: 'NewPet',
    quote: 'categoryId integer int64 yes Identifier of the category.',
    run: async (session) => {
      const post = (digits: string) =>
        session.send({
          method: 'POST',
          path: '/pets',
          body: `{"name":"Exact","categoryId":${digits}}`,
        })
      for (const digits of ['9007199254740993', noId]) {
        const exchange = await post(digits)
        expectStatus(exchange, 201)
        const came = /"categoryId"\s*:\s*([^,}\s]+)/.exec(exchange.text)?.[1]
        expect(came === digits, `categoryId ${digits} came back as ${came}.`)
      }
      expectError(await post('9223372036854775808'), 400)
    },
  },
]

const read: readonly Check[] = [
  {
    id: 'read.pet',
    section: reading,
    quote: 'Returns a single animal by identifier. 200 Pet.',
    run: async (session) => {
      const id = await session.createdId()
      const exchange = await session.shared('read', { path: `/pets/${id}` })
      if (session.now() >= Date.UTC(2030, 11, 5) && exchange.status !== 200) {
        throw new NotApplicable('The operation may be gone since 5 December 2030.')
      }
      expectStatus(exchange, 200)
      expectPet(exchange.json, exchange.request)
      const { json: created } = await session.created()
      expect(
        JSON.stringify(exchange.json) === JSON.stringify(created),
        `It was added as ${shown(created)}, and is read as ${shown(exchange.json)}.`,
      )
    },
  },
  {
    id: 'read.removal',
    section: reading,
    quote: 'This operation is marked deprecated and is to be removed on 5 December 2030.',
    run: async (session) => {
      const { status, headers } = await session.shared('read', {
        path: `/pets/${await session.createdId()}`,
      })
      const sunset = headers.get('Sunset')
      expect(
        status === 200 || session.now() >= Date.UTC(2030, 11, 5),
        `It is answered ${status} before its removal.`,
      )
      expect(
        sunset === null || new Date(sunset).toISOString().startsWith('2030-12-05'),
        `Its Sunset header says ${sunset}.`,
      )
    },
  },
  {
    id: 'read.not_found',
    section: reading,
    quote: '404 Error. The requested resource could not be found.',
    run: async (session) => {
      expectError(await session.shared('not_found', { path: `/pets/${noId}` }), 404)
    },
  },
  {
    id: 'read.id',
    section: reading,
    quote: 'petId integer (int64) yes Identifier of the animal to retrieve.',
    run: async (session) => {
      for (const id of ['rex', '1.5', '9223372036854775808']) {
        expectError(await session.send({ path: `/pets/${id}` }))
      }
    },
  },
]

export const animals: readonly Check[] = [...create, ...list, ...read]
