export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  PageOptions,
  PathValue,
  ReadOptions,
} from './calls.ts'
export { Categories, type PutOptions } from './categories.ts'
export { type ContactListOptions, Contacts } from './contacts.ts'
export {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  BanError,
  ConflictError,
  ConnectionError,
  CursorExpiredError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  NotModifiedError,
  PermissionError,
  PetStoreError,
  PreconditionError,
  RateLimitError,
  ServiceError,
  TimeoutError,
} from './errors.ts'
export type { EventOptions, FollowOptions } from './events.ts'
export { int64Replacer, parseExact, stringifyExact } from './exact-json.ts'
export type { MirrorChange, MirrorOptions, MirrorPosition } from './mirror.ts'
export { type ClockMove, Lab, type LabClock } from './lab.ts'
export { type NoteListOptions, Notes } from './notes.ts'
export type { EndedRequest, PetStoreOptions, SentRequest } from './options.ts'
export { type OrderListOptions, Orders } from './orders.ts'
export { List, List as PetList, Page } from './page.ts'
export { PetStore } from './pet-store.ts'
export { type ListOptions, Pets } from './pets.ts'
export { type ProfileListOptions, Profiles } from './profiles.ts'
export { Photos } from './photos.ts'
export { Reply, type WithResponse } from './reply.ts'
export {
  type BareOptions,
  BarePetStore,
  type RequestOptions,
  type SearchOptions,
  type StatisticsOptions,
  type Store,
  type UsageHistoryOptions,
} from './store.ts'
export { type ApiKey, type ApiKeyPatch, type IssuedApiKey, type NewApiKey, Team } from './team.ts'
export type {
  Category,
  CategoryEvent,
  CategoryName,
  Contact,
  ContactEvent,
  ContactPatch,
  ContactSearch,
  Delivery,
  ErrorCode,
  EventType,
  Input,
  Int64Input,
  Inventory,
  KeyBannedEvent,
  KeyEvent,
  KeyExpiringEvent,
  KnownErrorCode,
  NewContact,
  NewNote,
  NewOrder,
  NewPet,
  NewWebhook,
  Note,
  NoteEvent,
  Order,
  OrderEvent,
  OrderPatch,
  OrderStatus,
  Pet,
  PetEvent,
  PetPatch,
  PetsImportedEvent,
  PetStatus,
  Profile,
  ProfileEvent,
  ProfilePatch,
  Photo,
  PhotoEvent,
  PhotoPatch,
  RateLimit,
  RateLimitWindow,
  Recovery,
  SearchResult,
  Statistic,
  StoreEvent,
  Usage,
  UsageEntry,
  UsageThresholdEvent,
  Webhook,
  WebhookEvent,
  WebhookMessage,
  WebhookPatch,
  WebhookPing,
  WebhookWithSecret,
} from './types.ts'
export {
  verifyWebhook,
  type VerifyOptions,
  WebhookError,
  type WebhookHeaders,
} from './verify-webhook.ts'
export { type DeliveryListOptions, Webhooks } from './webhooks.ts'
