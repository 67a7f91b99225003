import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  PetStore,
  PreconditionError,
  RateLimitError,
  ServiceError,
} from 'petstore-client'

const store = new PetStore()

/** Does something, and says what to do if the store refuses it. */
const attempt = async (what: () => Promise<unknown>): Promise<void> => {
  try {
    await what()
    console.log('done')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.log(`${error.code}: ${advice(error)}`)
  }
}

const advice = (error: ApiError): string => {
  if (error instanceof NotFoundError) return 'it is not there'
  if (error instanceof ConflictError || error instanceof PreconditionError)
    return 'read it again, then decide'
  if (error instanceof AuthenticationError || error instanceof PermissionError)
    return 'use another key'
  // The client has waited and tried again by itself, as long as the call may take.
  if (error instanceof RateLimitError) return `wait ${error.retryAfter} s`
  if (error instanceof ServiceError) return 'try again later, with the same idempotency key'
  return 'mend the request; the message says what is wrong'
}

await attempt(() => store.pets.create({ name: '', categoryId: 1 }))
await attempt(() => store.orders.get(9999))
const { etag } = await store.pets.find(1).withResponse()
await attempt(() => store.pets.update(1, { name: 'Rexy' }, { ifMatch: etag }))
await attempt(() => store.pets.update(1, { name: 'Max' }, { ifMatch: etag }))
