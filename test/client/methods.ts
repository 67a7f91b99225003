export const newPet = { name: 'Rex', categoryId: 3 }
export const sentPet = '{"name":"Rex","categoryId":3}'
export const big = '9223372036854775807'

export type Method = readonly [
  call: string,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
  line: string,
  body?: string,
]

/** What a picture in WebP begins with; its length is left out. */
const webp = 'RIFF....WEBPVP8 '

const url = 'https://shop.example/hooks'

/** A call of each method, and the request that it is. */
export const methods: readonly Method[] = [
  ['pets.create', [newPet], {}, 'POST /pets', sentPet],
  ['pets.createAll', [[newPet, newPet]], {}, 'POST /pets/batch', `[${sentPet},${sentPet}]`],
  ['pets.get', [{ int64: big }], {}, `GET /pets/${big}`],
  ['pets.update', [1, { name: 'Max' }], {}, 'PATCH /pets/1', '{"name":"Max"}'],
  ['pets.update', [1, {}], {}, 'PATCH /pets/1', '{}'],
  [
    'pets.updateAll',
    [[1, { int64: big }], { status: 'sold' }],
    {},
    'PATCH /pets/batch',
    `{"ids":[1,${big}],"patch":{"status":"sold"}}`,
  ],
  ['pets.delete', [1], {}, 'DELETE /pets/1'],
  ['pets.list', [], { status: 'sold', limit: 5 }, 'GET /pets?status=sold&limit=5'],
  ['pets.list', [], { id: [2, 1], sort: '-id' }, 'GET /pets?id=2,1&sort=-id&limit=100'],
  [
    'pets.list',
    [],
    { status: 'sold', sort: '-name' },
    'GET /pets?status=sold&sort=-name&limit=100',
  ],
  ['pets.list', [], { categoryId: 3, name: 're' }, 'GET /pets?categoryId=3&name=re&limit=100'],
  ['profiles.get', [1], {}, 'GET /pets/1/profile'],
  [
    'profiles.update',
    [1, { born: '2024', facts: { fear: null } }],
    {},
    'PATCH /pets/1/profile',
    '{"born":"2024","facts":{"fear":null}}',
  ],
  ['profiles.list', [], { petId: [2, 1] }, 'GET /profiles?petId=2,1&limit=100'],
  ['profiles.list', [], { chip: 'ab1', limit: 1 }, 'GET /profiles?chip=ab1&limit=1'],
  ['photos.list', [1], {}, 'GET /pets/1/photos'],
  ['photos.add', [1, { bytes: webp }], {}, 'POST /pets/1/photos', webp],
  ['photos.get', [1, { int64: big }], {}, `GET /pets/1/photos/${big}`],
  ['photos.update', [1, 2, { alt: null }], {}, 'PATCH /pets/1/photos/2', '{"alt":null}'],
  ['photos.delete', [1, 2], {}, 'DELETE /pets/1/photos/2'],
  ['categories.get', [-3], {}, 'GET /categories/-3'],
  ['categories.put', [3, { name: 'Dogs' }], {}, 'PUT /categories/3', '{"name":"Dogs"}'],
  ['categories.delete', [3], {}, 'DELETE /categories/3'],
  ['categories.list', [], { limit: 1 }, 'GET /categories?limit=1'],
  [
    'orders.place',
    [{ petId: 1, reference: 'a, b&c' }],
    {},
    'POST /store/orders',
    '{"petId":1,"reference":"a, b&c"}',
  ],
  ['orders.get', [1], {}, 'GET /store/orders/1'],
  ['orders.update', [1, { reference: 'x' }], {}, 'PATCH /store/orders/1', '{"reference":"x"}'],
  ['orders.delete', [1], {}, 'DELETE /store/orders/1'],
  ['orders.list', [], { expiresBefore: 't' }, 'GET /store/orders?expiresBefore=t&limit=100'],
  ['orders.list', [], { contactId: 7, limit: 1 }, 'GET /store/orders?contactId=7&limit=1'],
  ['orders.list', [], { reference: 'a&b' }, 'GET /store/orders?reference=a%26b&limit=100'],
  ['contacts.create', [{ name: 'Jo' }], {}, 'POST /contacts', '{"name":"Jo"}'],
  ['contacts.find', [{ phone: '12' }], {}, 'POST /contacts/find', '{"phone":"12"}'],
  ['contacts.get', [1], {}, 'GET /contacts/1'],
  ['contacts.update', [1, { phone: null }], {}, 'PATCH /contacts/1', '{"phone":null}'],
  ['contacts.delete', [1], {}, 'DELETE /contacts/1'],
  ['contacts.list', [], { sort: '-id', limit: 1 }, 'GET /contacts?sort=-id&limit=1'],
  ['notes.create', [{ petId: 1, text: 'Shy' }], {}, 'POST /notes', '{"petId":1,"text":"Shy"}'],
  ['notes.delete', [1], {}, 'DELETE /notes/1'],
  ['notes.list', [], { orderId: 3, limit: 1 }, 'GET /notes?orderId=3&limit=1'],
  [
    'statistics',
    [],
    { interval: 'week', timeZone: 'Europe/Berlin', categoryId: { int64: big } },
    `GET /store/statistics?interval=week&timeZone=Europe%2FBerlin&categoryId=${big}`,
  ],
  ['webhooks.create', [{ url }], {}, 'POST /webhooks', `{"url":"${url}"}`],
  ['webhooks.get', [1], {}, 'GET /webhooks/1'],
  ['webhooks.update', [1, { description: 'a' }], {}, 'PATCH /webhooks/1', '{"description":"a"}'],
  ['webhooks.delete', [1], {}, 'DELETE /webhooks/1'],
  ['webhooks.list', [], { limit: 1 }, 'GET /webhooks?limit=1'],
  ['webhooks.ping', [1], {}, 'POST /webhooks/1/ping'],
  ['webhooks.renewSecret', [1], {}, 'POST /webhooks/1/secret'],
  [
    'webhooks.recover',
    [1, { sinceEventId: 0 }],
    {},
    'POST /webhooks/1/recover',
    '{"sinceEventId":0}',
  ],
  ['webhooks.delivery', [1, 2], {}, 'GET /webhooks/1/deliveries/2'],
  ['webhooks.redeliver', [1, 2], {}, 'POST /webhooks/1/deliveries/2/redeliver'],
  [
    'webhooks.deliveries',
    [1],
    { status: ['pending', 'failed'], sort: '-id' },
    'GET /webhooks/1/deliveries?status=pending,failed&sort=-id&limit=100',
  ],
  ['search', ['r & x'], { kind: ['pet'], limit: 5 }, 'GET /search?q=r%20%26%20x&kind=pet&limit=5'],
  ['usage', [], {}, 'GET /usage'],
  ['usageHistory', [], { interval: 'hour', limit: 5 }, 'GET /usage/history?interval=hour&limit=5'],
]
