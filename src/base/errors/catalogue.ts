/** The closed catalogue of all errors. A published code keeps its meaning and is never reused. */
export const catalogue = {
  malformed_request: {
    status: 400,
    when: 'The bytes are not a valid HTTP request, or a GET has a body.',
    remedy:
      'Send the request with an HTTP library; look at the request line, the headers and the percent-encoding. Send a GET without a body.',
    example: 'The bytes are not a valid HTTP request: it has no Host header (RFC 9112, 3.2).',
  },
  invalid_json: {
    status: 400,
    when: 'The body is empty, not UTF-8, or not JSON (RFC 8259).',
    remedy: 'Send one JSON object, encoded as UTF-8 without a byte order mark.',
    example: 'The body is not UTF-8 (RFC 8259, 8.1).',
  },
  invalid_body: {
    status: 400,
    when: 'The body is JSON, but not what the operation takes; or the operation takes no body.',
    remedy: 'Correct every field that the message names.',
    example: 'colour is not a field of the body.',
  },
  invalid_parameter: {
    status: 400,
    when: 'A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed.',
    remedy:
      'Correct every parameter that the message names; take a cursor from a Link header only.',
    example: 'colour is not a parameter of this operation.',
  },
  missing_api_key: {
    status: 401,
    when: 'There is no Authorization header, or it has another scheme than Bearer.',
    remedy: 'Send the header Authorization: Bearer <API_KEY>.',
    example: 'There is no Authorization header. Send the header Authorization: Bearer <API_KEY>.',
  },
  invalid_api_key: {
    status: 401,
    when: 'The API key is unknown, revoked or expired.',
    remedy: 'Check the key for typing errors, or ask the operator for a new one.',
    example: 'The API key is unknown.',
  },
  wrong_environment: {
    status: 401,
    when: 'The API key belongs to the other environment.',
    remedy: 'Use the base address that belongs to the key, or the key that belongs to the address.',
    example:
      'The API key belongs to staging, this is production. Send it to the base address of staging, or take a key of production.',
  },
  insufficient_scope: {
    status: 403,
    when: 'The API key is limited to scopes, and the one that the operation needs is not among them.',
    remedy:
      'Use a key that has the scope in WWW-Authenticate, or ask the operator to give it to this one.',
    example:
      'This operation needs the scope pets:write, which this API key does not have; it has pets:read. Use another key, or ask the operator to give this one the scope.',
  },
  staging_only: {
    status: 403,
    when: 'The operation belongs to the laboratory. Neither production nor a service that counts requests in Valkey has one.',
    remedy: 'Use the base address of staging, and a key of it.',
    example:
      'Neither production nor a service that counts in Valkey has a laboratory; use staging.',
  },
  invalid_image: {
    status: 400,
    when: 'The body is not a JPEG, PNG, WebP or AVIF picture, or not of the type it was sent as; or it is damaged, animated, or has more than 50 million pixels.',
    remedy: 'Send another picture, as the type that it has.',
    example: 'The picture is damaged or cut off.',
  },
  pet_not_found: {
    status: 404,
    when: 'There is no such animal. A petId that is not an int64 gets this error too.',
    remedy: 'Take identifiers from the list of animals.',
    example: 'There is no animal with the id 404.',
  },
  photo_not_found: {
    status: 404,
    when: 'The animal has no photo with this identifier, or no longer has it.',
    remedy: 'List the photos of the animal, and take an identifier from there.',
    example: 'The animal 1 has no photo with the id 7.',
  },
  category_not_found: {
    status: 404,
    when: 'There is no such category. A categoryId that is not an int64 gets this error too.',
    remedy: 'Take numbers from the list of categories; animals may have others.',
    example: 'There is no category with the id 404.',
  },
  contact_not_found: {
    status: 404,
    when: 'There is no contact with this identifier; it may have been erased.',
    remedy: 'Check the identifier, or search for the contact again.',
    example: 'There is no contact with the id 7.',
  },
  note_not_found: {
    status: 404,
    when: 'There is no note with this identifier; a note is deleted with what it is about.',
    remedy: 'List the notes again.',
    example: 'There is no note with the id 7.',
  },
  order_not_found: {
    status: 404,
    when: 'There is no such order. An orderId that is not an int64 gets this error too.',
    remedy: 'Take identifiers from the list of orders, or from the answer that placed the order.',
    example: 'There is no order with the id 404.',
  },
  webhook_not_found: {
    status: 404,
    when: 'The keys of the caller have no such webhook. A webhookId that is not an int64 gets this error too, unless the path continues to one delivery.',
    remedy: 'Take identifiers from the list of webhooks; those of other keys are not found.',
    example: 'You have no webhook with the id 404.',
  },
  delivery_not_found: {
    status: 404,
    when: 'The webhook has no such delivery. A deliveryId or webhookId that is not an int64 gets this error too.',
    remedy: 'Take identifiers from the list of deliveries; old ones are removed with their events.',
    example: 'The webhook 5 has no delivery with the id 404.',
  },
  key_not_found: {
    status: 404,
    when: 'The team of the caller has no such API key.',
    remedy: 'Take identifiers from the list of keys; those of other teams are not found.',
    example: 'Your team has no key key_7Qm2sT4vXk9Z.',
  },
  route_not_found: {
    status: 404,
    when: 'There is no such path.',
    remedy:
      'Compare the path with the OpenAPI document; paths are case-sensitive and end without a slash.',
    example:
      'There is no path /v1/animals. The paths are /v1/pets, /v1/pets/batch, /v1/pets/{petId}, /v1/categories, /v1/categories/{categoryId}, /v1/store/orders, /v1/store/orders/{orderId}, /v1/store/inventory, /v1/events, /v1/usage, /v1/usage/history, /v1/webhooks, /v1/webhooks/{webhookId}, /v1/webhooks/{webhookId}/ping, /v1/webhooks/{webhookId}/secret, /v1/webhooks/{webhookId}/recover, /v1/webhooks/{webhookId}/deliveries, /v1/webhooks/{webhookId}/deliveries/{deliveryId}, /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver, without a slash at the end.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path is known, but not with this method.',
    remedy: 'Use one of the methods in the Allow header.',
    example: '/v1/pets does not take DELETE; it takes GET, HEAD, POST, OPTIONS.',
  },
  request_timeout: {
    status: 408,
    when: 'The headers or the body arrived too slowly.',
    remedy: 'Send the request again, on a new connection.',
    example: 'The headers must arrive within 10 seconds and the body within 30.',
  },
  idempotency_key_in_use: {
    status: 409,
    when: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Wait for the seconds in Retry-After, then send the same request again.',
    example:
      'The first request with the Idempotency-Key 8e03978e-40d5-43e8-bc93-6894a57f9324 is still running. Retry after 1 second.',
  },
  transition_not_allowed: {
    status: 409,
    when: 'The current status cannot become the requested one; or the request changes expiresAt although the order is not placed.',
    remedy: 'Read the current status, and follow the steps in the message.',
    example: 'The animal 17 is sold, which cannot become pending. Set it to available first.',
  },
  pet_has_order: {
    status: 409,
    when: 'An order has the animal, so only the order can change its status; and an animal that is held cannot be deleted.',
    remedy:
      'Change the order that the message names: cancel it, deliver it, or mark it as returned.',
    example:
      'The animal 17 has the order 5, which alone decides its status. Change that order: PATCH /store/orders/5.',
  },
  chip_taken: {
    status: 409,
    when: 'Another animal has this chip.',
    remedy: 'Compare the chip with the animal that the message names, and correct one of the two.',
    example: 'The animal 17 has the chip 985141000123456, and no two animals share a chip.',
  },
  pet_not_available: {
    status: 409,
    when: 'The animal is not available, so no order can be placed for it.',
    remedy:
      'Choose another animal. If the message says that your own order holds it, use that order; if another order does, try again after its end.',
    example:
      'The animal 17 is pending: the order 5 holds it until 2026-11-21T12:00:00.000Z, unless it is approved before.',
  },
  order_limit_reached: {
    status: 409,
    when: 'The caller has as many orders that are placed as its plan allows. Orders that are approved do not count.',
    remedy: 'Approve, deliver or cancel an order that is placed, or wait until one expires.',
    example:
      'Your keys have reached the limit of orders placed at once, which is 5 for their plan. Approve, deliver or cancel one first, or wait until one expires.',
  },
  order_not_deletable: {
    status: 409,
    when: 'The order is approved or delivered, so it cannot be deleted.',
    remedy: 'Cancel an approved order first, or mark a delivered one as returned.',
    example: 'The order 5 is approved. Cancel it first: PATCH it with {"status":"cancelled"}.',
  },
  photo_limit_reached: {
    status: 409,
    when: 'The animal has as many photos as an animal may have.',
    remedy: 'Delete a photo first.',
    example: 'The animal 1 has 12 photos, and may have no more. Delete one first.',
  },
  key_limit_reached: {
    status: 409,
    when: 'The team has reached its limit of API keys.',
    remedy: 'Revoke a key that nobody needs.',
    example: 'Your team has 100 keys, which is the limit. Revoke one first.',
  },
  key_not_manageable: {
    status: 409,
    when: 'The operator or another key made the API key, so the calling key may not change it; or it is revoked or expired.',
    remedy: 'Use the key that made it. If it has ended, make a new one.',
    example: 'The key key_7Qm2sT4vXk9Z is revoked; make a new one.',
  },
  webhook_limit_reached: {
    status: 409,
    when: 'The caller has reached its limit of webhooks.',
    remedy: 'Delete a webhook first, or change one.',
    example: 'Your keys have 10 webhooks, which is the limit. Delete one first, or change one.',
  },
  webhook_disabled: {
    status: 409,
    when: 'The webhook is disabled or was never verified, so it is sent nothing but pings.',
    remedy:
      'Fix the receiver, then send a ping; an answer with a status from 200 to 299 enables the webhook.',
    example:
      'The webhook 5 is unverified (No ping was answered yet), so it is sent nothing but pings. Send one: POST /webhooks/5/ping. An answer with a status from 200 to 299 enables it.',
  },
  stream_limit_reached: {
    status: 409,
    when: 'The API key has as many streams of events open as a key may have.',
    remedy: 'Close a stream first, or let one stream feed all that need it.',
    example: 'This API key has 5 streams open, which is the limit. Close one first.',
  },
  recovery_under_way: {
    status: 409,
    when: 'The webhook is already being sent past events again, and the request asks for even earlier ones.',
    remedy: 'Wait until that is done. Send a single message again by its delivery.',
    example:
      'The webhook 5 is already being sent the events up to 4711 again, and has reached 1200. Wait until that is done. To send a single message again, use POST /webhooks/5/deliveries/{deliveryId}/redeliver.',
  },
  operation_removed: {
    status: 410,
    when: 'The operation was removed: GET /pets/{petId}, from 2030-12-05T00:00:00Z on.',
    remedy: 'Use the successor that the Link header names.',
    example: 'This operation was removed on 2030-12-05. Use GET /pets?id=17 instead.',
  },
  cursor_expired: {
    status: 410,
    when: 'The cursor, or the id in after, points to a place that is not in the event log: the events after it have expired, or the store was restored from a backup.',
    remedy:
      'Read the current data, then follow the log from its beginning, by the URL in the Link header.',
    example:
      'This place is not in the log, which has the events 5001 to 9876. Read what there is now, then follow the log from its beginning, by the URL in Link.',
  },
  precondition_failed: {
    status: 412,
    when: 'A condition of the request (If-Match, If-None-Match) does not hold, so nothing was done.',
    remedy: 'Read the resource again, then decide by its current ETag.',
    example:
      'The condition in If-Match does not hold; another request may have changed the resource. Read it again and decide again.',
  },
  body_too_large: {
    status: 413,
    when: 'The body is larger than 64 KiB.',
    remedy: 'Send a smaller body, for example fewer items at once.',
    example: 'The body is larger than 65536 bytes; send a smaller one.',
  },
  uri_too_long: {
    status: 414,
    when: 'The request target is longer than 8 KiB.',
    remedy: 'Shorten the query string.',
    example: 'The request target is longer than 8192 bytes; shorten the query string.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not application/json.',
    remedy:
      'Send the header Content-Type: application/json and the body as it is, without a content coding.',
    example:
      'The body came as text/plain; send it as application/json in UTF-8, without Content-Encoding.',
  },
  idempotency_key_reused: {
    status: 422,
    when: 'The Idempotency-Key was used for another request within the last 24 hours.',
    remedy: 'Send the body of the first request again, or take a new key for a new request.',
    example:
      'The Idempotency-Key 8e03978e-40d5-43e8-bc93-6894a57f9324 was used for another request. Send the same body again, or take a new key.',
  },
  rate_limit_exceeded: {
    status: 429,
    when: 'The requests of this minute or of this day are used up: those of the API key or, if no valid one came, those of the network address. The message says which.',
    remedy:
      'Wait for the seconds in Retry-After, then retry with exponential backoff. If no valid API key came, correct that first.',
    example:
      'All 60 requests of this minute are used up. Retry after 42 seconds (2026-11-20T12:01:00Z).',
  },
  api_key_banned: {
    status: 429,
    when: 'The client kept sending after 429 answers, as often as its plan allows requests in a minute.',
    remedy: 'Wait for the seconds in Retry-After, and fix the client: it must wait after a 429.',
    example:
      'This API key is banned because it kept sending after 429 answers. Retry after 300 seconds (2026-11-20T12:05:30Z).',
  },
  header_fields_too_large: {
    status: 431,
    when: 'The header fields are larger than 16 KiB together.',
    remedy: 'Send fewer or shorter headers.',
    example: 'The header fields are larger than 16384 bytes together; send fewer or shorter ones.',
  },
  internal_error: {
    status: 500,
    when: 'The service failed.',
    remedy: 'Try again later; if it persists, give the operator the X-Request-Id of the answer.',
    example:
      'The service failed. Try again later; if it persists, give the operator the X-Request-Id of this answer.',
  },
  method_not_implemented: {
    status: 501,
    when: 'The service does not know the method (RFC 9110, 9.1).',
    remedy:
      'Use a method that the OpenAPI document has for the path; names of methods are in capital letters.',
    example: '/v1/pets does not take COPY; it takes GET, HEAD, POST, OPTIONS.',
  },
  images_not_supported: {
    status: 501,
    when: 'This installation of the service cannot decode pictures, since its package sharp is missing.',
    remedy:
      'Ask the operator to install the service with its optional packages, for this platform.',
    example:
      'This installation cannot decode pictures: its package sharp is missing. Ask the operator to install it.',
  },
  service_unavailable: {
    status: 503,
    when: 'The service cannot do this now: its database is out of reach or full, too many uploads or streams are under way, or it is shutting down.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
    example: 'The service cannot do this now. Nothing was changed; try again in 5 seconds.',
  },
} as const satisfies Record<string, CatalogueEntry>

type CatalogueEntry = {
  /** The HTTP status code of every answer with this code. */
  readonly status: number
  readonly when: string
  /** What the caller can do about it. */
  readonly remedy: string
  /** A message that suits every operation with this code. An operation may have its own example. */
  readonly example: string
}

export type ErrorCode = keyof typeof catalogue

/** Every code, in the order of the catalogue. */
// Object.keys widens to string[]; the keys of a const object are known.
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[]
