# Generated from openapi.json by scripts/generators/python-types.ts; npm run generate makes it anew.
"""The bodies that the service takes and answers with."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

BASE_URLS: Dict[str, str] = {
    "production": "http://127.0.0.1:8080/v1",
    "staging": "http://127.0.0.1:8081/v1",
}
"""The base address of each environment."""


class _Pet(TypedDict):
    id: int
    name: str
    categoryId: int


class Pet(_Pet, total=False):
    """An animal of the store."""

    status: PetStatus


class _NewPet(TypedDict):
    name: str
    categoryId: int


class NewPet(_NewPet, total=False):
    """An animal to add. The service assigns its `id`."""

    status: PetStatus


class PetsPatch(TypedDict):
    """Several animals, and the changes to each."""

    ids: List[int]
    patch: PetPatch


class PetPatch(TypedDict, total=False):
    """The changes to an animal (a merge patch, RFC 7396). What is left out is not changed. `null` removes a field that an animal may lack, and is refused for any other."""

    name: str
    categoryId: int
    status: PetStatus


class _Profile(TypedDict):
    petId: int
    photos: Photos


class Profile(_Profile, total=False):
    """What the store records about an animal. Every animal has a profile, which may be empty."""

    species: str
    breed: str
    sex: ProfileSex
    born: str
    colour: str
    size: ProfileSize
    chip: str
    arrivedOn: str
    location: str
    description: str
    facts: Dict[str, str]
    updatedAt: str


class PhotoUrls(TypedDict):
    """Where its sizes are."""

    full: str
    card: str
    thumbnail: str


class _Photo(TypedDict):
    id: int
    petId: int
    position: int
    width: int
    height: int
    createdAt: str
    urls: PhotoUrls


class Photo(_Photo, total=False):
    """A photo of an animal."""

    alt: str


class ProfilePatch(TypedDict, total=False):
    """The changes to a profile (a merge patch, RFC 7396). What is left out is not changed. `null` removes a field, or one of the `facts`."""

    species: Union[str, None]
    breed: Union[str, None]
    sex: Union[ProfileSex, None]
    born: Union[str, None]
    colour: Union[str, None]
    size: Union[ProfileSize, None]
    chip: Union[str, None]
    arrivedOn: Union[str, None]
    location: Union[str, None]
    description: Union[str, None]
    facts: Union[Dict[str, Union[str, None]], None]


class PhotoPatch(TypedDict, total=False):
    """The changes to a photo (a merge patch, RFC 7396). What is left out is not changed. `null` removes `alt`. A `position` after the last photo means the last."""

    alt: Union[str, None]
    position: int


class Category(TypedDict):
    """A category: the name of a number that animals may have as their `categoryId`."""

    id: int
    name: str


class CategoryName(TypedDict):
    """The new name of a category."""

    name: str


class _Order(TypedDict):
    id: int
    petId: int
    status: OrderStatus
    by: str
    placedAt: str


class Order(_Order, total=False):
    """An order of the store for one animal."""

    contactId: int
    reference: str
    expiresAt: str
    closedAt: str


class _NewOrder(TypedDict):
    petId: int


class NewOrder(_NewOrder, total=False):
    """An order to place. The animal is held until it expires, unless it is approved."""

    contactId: int
    reference: str
    expiresAt: str


class OrderPatch(TypedDict, total=False):
    """The changes to an order (a merge patch, RFC 7396). What is left out is not changed. `null` removes the `contactId` or the `reference`, and is refused for any other field."""

    status: OrderStatus
    contactId: Union[int, None]
    reference: Union[str, None]
    expiresAt: str


class Inventory(TypedDict):
    """How many animals there are of each status."""

    available: int
    pending: int
    sold: int


class _Statistic(TypedDict):
    start: str
    added: int
    adopted: int
    returned: int
    deleted: int
    placed: int
    expired: int
    cancelled: int


class Statistic(_Statistic, total=False):
    """What happened in an interval of days."""

    medianDays: int


class _Contact(TypedDict):
    id: int
    name: str
    createdAt: str


class Contact(_Contact, total=False):
    """A person who asked for an animal, or took one home."""

    phone: str
    email: str
    address: str
    note: str


class _NewContact(TypedDict):
    name: str


class NewContact(_NewContact, total=False):
    """A person to add."""

    phone: str
    email: str
    address: str
    note: str


class ContactSearch(TypedDict, total=False):
    """How to find contacts: by `phone` or by `email`, exactly one of the two."""

    phone: str
    email: str


class ContactPatch(TypedDict, total=False):
    """The changes to a contact (a merge patch, RFC 7396). What is left out is not changed. `null` removes any field but the `name`."""

    name: str
    phone: Union[str, None]
    email: Union[str, None]
    address: Union[str, None]
    note: Union[str, None]


class _Note(TypedDict):
    id: int
    text: str
    by: str
    at: str


class Note(_Note, total=False):
    """What somebody wrote about an animal, an order, a contact or the store. It never changes."""

    petId: int
    orderId: int
    contactId: int
    about: NoteAbout


class _NewNote(TypedDict):
    text: str


class NewNote(_NewNote, total=False):
    """A note about exactly one of an animal, an order, a contact and the store itself."""

    petId: int
    orderId: int
    contactId: int
    about: NoteAbout


class _SearchResult(TypedDict):
    kind: Literal["pet", "contact", "order", "category", "note"]
    id: int


class SearchResult(_SearchResult, total=False):
    """Something that a search found."""

    title: str
    detail: str
    petId: int
    orderId: int
    contactId: int


class PetEventDataPrevious(TypedDict, total=False):
    """For a change: the former values of the fields that changed. A field that was missing before is missing here."""

    name: str
    categoryId: int
    status: PetStatus


class _PetEventData(TypedDict):
    pet: Pet


class PetEventData(_PetEventData, total=False):
    """The details of the event."""

    previous: PetEventDataPrevious


class _PetEvent(TypedDict):
    id: int
    type: Literal["pet.created", "pet.updated", "pet.deleted"]
    timestamp: str
    data: PetEventData


class PetEvent(_PetEvent, total=False):
    """An animal was added, changed or deleted."""

    by: str


class PetsImportedEventData(TypedDict):
    """The details of the event."""

    first: int
    last: int
    count: int


class _PetsImportedEvent(TypedDict):
    id: int
    type: Literal["pets.imported"]
    timestamp: str
    data: PetsImportedEventData


class PetsImportedEvent(_PetsImportedEvent, total=False):
    """The operator added animals from a file. All of them became visible with this event; none has its own event."""

    by: str


class _ProfileEventDataProfile(TypedDict):
    petId: int


class ProfileEventDataProfile(_ProfileEventDataProfile, total=False):
    """The profile after the change, or before its deletion."""

    species: str
    breed: str
    sex: ProfileSex
    born: str
    colour: str
    size: ProfileSize
    chip: str
    arrivedOn: str
    location: str
    updatedAt: str


class ProfileEventDataPrevious(TypedDict, total=False):
    """For a change: the former values of the fields that changed. A field that was missing before is missing here."""

    petId: int
    species: str
    breed: str
    sex: ProfileSex
    born: str
    colour: str
    size: ProfileSize
    chip: str
    arrivedOn: str
    location: str
    updatedAt: str


class _ProfileEventData(TypedDict):
    profile: ProfileEventDataProfile


class ProfileEventData(_ProfileEventData, total=False):
    """The details of the event."""

    previous: ProfileEventDataPrevious


class _ProfileEvent(TypedDict):
    id: int
    type: Literal["profile.updated"]
    timestamp: str
    data: ProfileEventData


class ProfileEvent(_ProfileEvent, total=False):
    """The profile of an animal was changed: any field of it."""

    by: str


class PhotoEventDataPhoto(TypedDict):
    """The photo."""

    id: int
    petId: int
    createdAt: str


class PhotoEventData(TypedDict):
    """The details of the event."""

    photo: PhotoEventDataPhoto


class _PhotoEvent(TypedDict):
    id: int
    type: Literal["photo.created", "photo.deleted"]
    timestamp: str
    data: PhotoEventData


class PhotoEvent(_PhotoEvent, total=False):
    """A photo was added or deleted. The photos of an animal are deleted with it, without an event."""

    by: str


class OrderEventDataPrevious(TypedDict, total=False):
    """For a change: the former values of the fields that changed. A field that was missing before is missing here."""

    petId: int
    status: OrderStatus
    contactId: int
    reference: str
    by: str
    placedAt: str
    expiresAt: str
    closedAt: str


class _OrderEventData(TypedDict):
    order: Order


class OrderEventData(_OrderEventData, total=False):
    """The details of the event."""

    previous: OrderEventDataPrevious


class _OrderEvent(TypedDict):
    id: int
    type: Literal["order.placed", "order.approved", "order.delivered", "order.expired", "order.cancelled", "order.returned", "order.updated", "order.deleted"]
    timestamp: str
    data: OrderEventData


class OrderEvent(_OrderEvent, total=False):
    """An order reached the status that the type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows."""

    by: str


class CategoryEventDataPrevious(TypedDict, total=False):
    """For a change: the former values of the fields that changed. A field that was missing before is missing here."""

    name: str


class _CategoryEventData(TypedDict):
    category: Category


class CategoryEventData(_CategoryEventData, total=False):
    """The details of the event."""

    previous: CategoryEventDataPrevious


class _CategoryEvent(TypedDict):
    id: int
    type: Literal["category.created", "category.updated", "category.deleted"]
    timestamp: str
    data: CategoryEventData


class CategoryEvent(_CategoryEvent, total=False):
    """A category was named, renamed or deleted."""

    by: str


class ContactEventDataContact(TypedDict):
    """The contact."""

    id: int


class ContactEventData(TypedDict):
    """The details of the event."""

    contact: ContactEventDataContact


class _ContactEvent(TypedDict):
    id: int
    type: Literal["contact.created", "contact.updated", "contact.deleted"]
    timestamp: str
    data: ContactEventData


class ContactEvent(_ContactEvent, total=False):
    """A contact was added, changed or erased. Nothing about the person is included."""

    by: str


class _NoteEventDataNote(TypedDict):
    id: int


class NoteEventDataNote(_NoteEventDataNote, total=False):
    """The note."""

    petId: int
    orderId: int
    contactId: int
    about: NoteAbout


class NoteEventData(TypedDict):
    """The details of the event."""

    note: NoteEventDataNote


class _NoteEvent(TypedDict):
    id: int
    type: Literal["note.created", "note.deleted"]
    timestamp: str
    data: NoteEventData


class NoteEvent(_NoteEvent, total=False):
    """A note was added or deleted. Its text is not included."""

    by: str


class UsageThresholdEventData(TypedDict):
    """The details of the event."""

    window: Literal["day"]
    percent: int
    limit: int
    used: int
    resetsAt: str


class _UsageThresholdEvent(TypedDict):
    id: int
    type: Literal["usage.threshold_reached"]
    timestamp: str
    data: UsageThresholdEventData


class UsageThresholdEvent(_UsageThresholdEvent, total=False):
    """Much of the quota of a day is used up. Only the owner of the key sees it."""

    by: str


class KeyBannedEventData(TypedDict):
    """The details of the event."""

    until: str


class _KeyBannedEvent(TypedDict):
    id: int
    type: Literal["key.banned"]
    timestamp: str
    data: KeyBannedEventData


class KeyBannedEvent(_KeyBannedEvent, total=False):
    """The API key kept sending after 429 answers and is banned. Only its owner sees it."""

    by: str


class KeyExpiringEventData(TypedDict):
    """The details of the event."""

    keyId: str
    keyName: str
    expiresAt: str


class _KeyExpiringEvent(TypedDict):
    id: int
    type: Literal["key.expiring"]
    timestamp: str
    data: KeyExpiringEventData


class KeyExpiringEvent(_KeyExpiringEvent, total=False):
    """An API key expires within seven days. Only its owner sees it."""

    by: str


class KeyEventData(TypedDict):
    """The details of the event."""

    key: ApiKey


class _KeyEvent(TypedDict):
    id: int
    type: Literal["key.created", "key.updated", "key.rotated", "key.revoked"]
    timestamp: str
    data: KeyEventData


class KeyEvent(_KeyEvent, total=False):
    """A key of the team was made, changed, rotated or revoked. Only the team sees it."""

    by: str


class _ApiKey(TypedDict):
    id: str
    name: str
    scopes: List[Scope]
    createdAt: str


class ApiKey(_ApiKey, total=False):
    """The key, without its secret, after the change, or before its deletion."""

    expiresAt: str
    makerId: str
    lastUsedAt: str
    revokedAt: str


class _WebhookEventDataWebhook(TypedDict):
    id: int
    url: str
    state: str


class WebhookEventDataWebhook(_WebhookEventDataWebhook, total=False):
    """The webhook after the change."""

    description: str
    reason: str


class WebhookEventDataPrevious(TypedDict, total=False):
    """For a change: the former values of the fields that changed. A field that was missing before is missing here."""

    url: str
    description: str
    state: str
    reason: str


class _WebhookEventData(TypedDict):
    webhook: WebhookEventDataWebhook


class WebhookEventData(_WebhookEventData, total=False):
    """The details of the event."""

    previous: WebhookEventDataPrevious


class _WebhookEvent(TypedDict):
    id: int
    type: Literal["webhook.failing", "webhook.disabled"]
    timestamp: str
    data: WebhookEventData


class WebhookEvent(_WebhookEvent, total=False):
    """A webhook is failing, because every attempt of a day failed, or was disabled. Only its owner sees it."""

    by: str


class OtherEventData(TypedDict):
    """The details of the event."""



class _OtherEvent(TypedDict):
    id: int
    type: str
    timestamp: str
    data: OtherEventData


class OtherEvent(_OtherEvent, total=False):
    """An event of a type that a later version adds."""

    by: str


class _Usage(TypedDict):
    key: UsageKey
    windows: List[UsageWindow]
    openOrders: UsageOpenOrders
    deprecatedCalls: int
    lastEventId: int


class Usage(_Usage, total=False):
    """What an API key may do and has used. A key and all keys that it replaced have one owner, and count together."""

    ban: UsageBan


class _UsageKey(TypedDict):
    id: str
    name: str
    plan: Literal["free", "pro", "business", "enterprise"]
    scopes: List[Scope]


class UsageKey(_UsageKey, total=False):
    """The API key that asks."""

    expiresAt: str


class UsageWindow(TypedDict):
    """How much of a window is used."""

    name: Literal["minute", "day"]
    limit: int
    used: int
    remaining: int
    resetsAt: str


class UsageBan(TypedDict):
    """A ban that is in force."""

    since: str
    until: str


class UsageOpenOrders(TypedDict):
    """The orders that are `placed`, of this key and of all keys that it replaced."""

    limit: int
    used: int


class _UsageEntry(TypedDict):
    start: str
    operation: str
    status: int
    count: int


class UsageEntry(_UsageEntry, total=False):
    """How many requests of one kind a key sent in an interval."""

    code: Union[KnownErrorCode, str]
    window: Literal["minute", "day", "ban"]


class _NewApiKey(TypedDict):
    name: str
    scopes: ApiKeyScopes


class NewApiKey(_NewApiKey, total=False):
    """A key to make."""

    expiresAt: str


class _IssuedApiKey(TypedDict):
    id: str
    name: str
    scopes: List[Scope]
    createdAt: str


class IssuedApiKey(_IssuedApiKey, total=False):
    """A key that was just made or rotated."""

    expiresAt: str
    makerId: str
    lastUsedAt: str
    revokedAt: str
    key: str
    signInUrl: str


class ApiKeyPatch(TypedDict, total=False):
    """The changes to a key (a merge patch, RFC 7396). What is left out is not changed. `null` removes `expiresAt`, if the calling key never expires."""

    name: str
    scopes: ApiKeyScopes
    expiresAt: Union[str, None]


class _Webhook(TypedDict):
    id: int
    url: str
    state: WebhookState
    createdAt: str


class Webhook(_Webhook, total=False):
    """An address of a client, to which the service sends events."""

    types: List[Union[EventType, str]]
    description: str
    reason: str
    previousSecretUntil: str


class _NewWebhook(TypedDict):
    url: str


class NewWebhook(_NewWebhook, total=False):
    """A webhook to add. It is sent a ping at once, and events once a ping was answered."""

    types: List[EventType]
    description: str
    secret: str


class _WebhookWithSecret(TypedDict):
    id: int
    url: str
    state: WebhookState
    createdAt: str


class WebhookWithSecret(_WebhookWithSecret, total=False):
    """A webhook, and its secret, which is shown only once."""

    types: List[Union[EventType, str]]
    description: str
    reason: str
    previousSecretUntil: str
    secret: str


class WebhookPatch(TypedDict, total=False):
    """The changes to a webhook (a merge patch, RFC 7396). What is left out is not changed. `null` removes the `types` or the `description`, and is refused for any other field. With another `url` the webhook is `unverified`, and is sent a ping."""

    url: str
    types: List[EventType]
    description: Union[str, None]
    state: Literal["disabled"]


class _Delivery(TypedDict):
    id: int
    webhookId: int
    type: str
    status: DeliveryStatus
    attempts: List[Attempt]
    createdAt: str


class Delivery(_Delivery, total=False):
    """One message to one webhook, with the attempts to send it."""

    eventId: int
    nextAttemptAt: str


class _Attempt(TypedDict):
    at: str
    duration: int


class Attempt(_Attempt, total=False):
    """One attempt to deliver a message."""

    status: int
    reason: str
    body: str


class Recovery(TypedDict, total=False):
    """Where events are sent again from: after an event, or from an instant on; exactly one of the two."""

    sinceEventId: int
    since: str


class ClockMove(TypedDict, total=False):
    """How far: one of the two."""

    advance: str
    to: str


class LabClock(TypedDict):
    """The clock of staging."""

    now: str
    ahead: int


class WebhookPingDataWebhook(TypedDict):
    """The webhook that is to answer."""

    id: int


class WebhookPingData(TypedDict):
    webhook: WebhookPingDataWebhook


class WebhookPing(TypedDict):
    """Checks whether a receiver answers. It is not in the log of events. A status from 200 to 299 enables the webhook."""

    type: Literal["webhook.ping"]
    timestamp: str
    data: WebhookPingData


class Error(TypedDict):
    """The body of every answer that is not a success."""

    code: Union[KnownErrorCode, str]
    message: str
    status: int


class Problem(TypedDict):
    """An Error as problem details (RFC 9457), for a client whose `Accept` prefers `application/problem+json` to `application/json`."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: Union[KnownErrorCode, str]


PetStatus = Literal["available", "pending", "sold"]
ProfileSex = Literal["female", "male", "unknown"]
ProfileSize = Literal["small", "medium", "large"]
OrderStatus = Literal["placed", "approved", "delivered", "expired", "cancelled", "returned"]
NoteAbout = Literal["store"]
EventType = Literal["pet.created", "pet.updated", "pet.deleted", "pets.imported", "profile.updated", "photo.created", "photo.deleted", "order.placed", "order.approved", "order.delivered", "order.expired", "order.cancelled", "order.returned", "order.updated", "order.deleted", "category.created", "category.updated", "category.deleted", "note.created", "note.deleted", "contact.created", "contact.updated", "contact.deleted", "usage.threshold_reached", "key.banned", "key.expiring", "key.created", "key.updated", "key.rotated", "key.revoked", "webhook.failing", "webhook.disabled"]
Event = Union[PetEvent, PetsImportedEvent, ProfileEvent, PhotoEvent, OrderEvent, CategoryEvent, ContactEvent, NoteEvent, UsageThresholdEvent, KeyBannedEvent, KeyExpiringEvent, KeyEvent, WebhookEvent, OtherEvent]
Scope = Literal["pets:read", "pets:write", "categories:write", "orders:read", "orders:write", "orders:manage", "events:read", "webhooks:write", "contacts:read", "contacts:write", "notes:read", "notes:write", "keys:manage", "lab"]
KnownErrorCode = Literal["malformed_request", "invalid_json", "invalid_body", "invalid_parameter", "missing_api_key", "invalid_api_key", "wrong_environment", "insufficient_scope", "staging_only", "invalid_image", "pet_not_found", "photo_not_found", "category_not_found", "contact_not_found", "note_not_found", "order_not_found", "webhook_not_found", "delivery_not_found", "key_not_found", "route_not_found", "method_not_allowed", "request_timeout", "idempotency_key_in_use", "transition_not_allowed", "pet_has_order", "chip_taken", "pet_not_available", "order_limit_reached", "order_not_deletable", "photo_limit_reached", "key_limit_reached", "key_not_manageable", "webhook_limit_reached", "webhook_disabled", "stream_limit_reached", "recovery_under_way", "operation_removed", "cursor_expired", "precondition_failed", "body_too_large", "uri_too_long", "unsupported_media_type", "idempotency_key_reused", "rate_limit_exceeded", "api_key_banned", "header_fields_too_large", "internal_error", "method_not_implemented", "images_not_supported", "service_unavailable"]
WebhookState = Literal["unverified", "enabled", "failing", "disabled"]
DeliveryStatus = Literal["pending", "delivered", "failed"]
Pets = List[Pet]
NewPets = List[NewPet]
Profiles = List[Profile]
Photos = List[Photo]
Categories = List[Category]
Orders = List[Order]
Statistics = List[Statistic]
Contacts = List[Contact]
Notes = List[Note]
SearchResults = List[SearchResult]
Events = List[Event]
UsageHistory = List[UsageEntry]
ApiKeys = List[ApiKey]
ApiKeyScopes = List[Scope]
Webhooks = List[Webhook]
Deliveries = List[Delivery]
