import { ConflictError, type Order, PetStore } from 'petstore-client'

const store = new PetStore()

/** Holds an animal that is available. Somebody else may be quicker: then it tries the next. */
const hold = async (reference: string): Promise<Order | undefined> => {
  // The newest first: the oldest is what everybody else tries, too.
  const { items } = await store.pets.list({ status: 'available', sort: '-id', limit: 5 })
  for (const pet of items) {
    try {
      // However often the client has to send it, the order is placed once.
      return await store.orders.place({ petId: pet.id, reference })
    } catch (error) {
      if (!(error instanceof ConflictError && error.code === 'pet_not_available')) throw error
      console.log(`animal ${pet.id} is gone; the next one`)
    }
  }
  return undefined
}

const order = await hold('walk-in 12')
if (order === undefined) throw new Error('No animal is available.')
console.log(`held: animal ${order.petId}, order ${order.status}`)

// The customer came and takes it home.
const done = await store.orders.update(order.id, { status: 'delivered' })
console.log(done.status)
