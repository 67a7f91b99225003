export {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  BanError,
  ConnectionError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  PetStoreError,
  RateLimitError,
  ServiceError,
  TimeoutError,
} from './errors.ts'
export type { PetStoreOptions } from './options.ts'
export { Page, PetList } from './page.ts'
export { PetStore } from './pet-store.ts'
export { type CallOptions, type CreateOptions, type ListOptions, Pets } from './pets.ts'
export type {
  ErrorCode,
  Int64Input,
  KnownErrorCode,
  NewPet,
  Pet,
  PetStatus,
  RateLimit,
  RateLimitWindow,
} from './types.ts'
