// Generated from openapi.json by scripts/generators/client-types.ts; npm run generate makes it anew.

/** The version of this client. */
export const version = "1.1.0"

/** The base address of each environment. */
export const baseUrls = {
  "production": "http://127.0.0.1:8080/v1",
  "staging": "http://127.0.0.1:8081/v1"
} as const

/** The fields that hold an int64, in whatever object, and the parameters that are one. */
export const int64Fields: ReadonlySet<string> = new Set(
  "id categoryId ids petId contactId available pending sold orderId first last count deprecatedCalls lastEventId webhookId eventId sinceEventId ahead after noteId photoId deliveryId".split(' '),
)

/** The parameters of the lists. */
export const queryNames: readonly string[] =
  "about after by categoryId chip contactId cursor expiresBefore from id interval limit location name orderId petId reference sex since sort species status type until".split(' ')
