// Generated from openapi.json by openapi-typescript; npm run generate makes it anew.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Whether the animal can be adopted.
         * @enum {string}
         */
        readonly PetStatus: "available" | "pending" | "sold";
        /** Animals, ascending by `id`. */
        readonly Pets: readonly components["schemas"]["Pet"][];
        /** An animal of the store. */
        readonly Pet: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending from 1, never reused.
             * @example 1
             */
            readonly id: bigint;
            /**
             * The animal's name.
             * @example Rex
             */
            readonly name: string;
            /**
             * Format: int64
             * Identifier of the category the animal belongs to.
             * @example 3
             */
            readonly categoryId: bigint;
            /** Whether the animal can be adopted. Every animal returned has it. */
            readonly status?: components["schemas"]["PetStatus"];
        };
        /** An animal to add. The service assigns its `id`. */
        readonly NewPet: {
            /**
             * The animal's name.
             * @example Rex
             */
            readonly name: string;
            /**
             * Format: int64
             * Identifier of the category the animal belongs to.
             * @example 3
             */
            readonly categoryId: bigint;
            /** Whether the animal can be adopted; `available` if it is left out. */
            readonly status?: components["schemas"]["PetStatus"];
        };
        /** 1 to 100 animals to add, all or none. */
        readonly NewPets: readonly components["schemas"]["NewPet"][];
        /** Several animals, and the changes to each. */
        readonly PetsPatch: {
            /**
             * The animals to change: 1 to 100 ids, each once.
             * @example [
             *       1,
             *       2
             *     ]
             */
            readonly ids: readonly bigint[];
            readonly patch: components["schemas"]["PetPatch"];
        };
        /** The changes to an animal (a merge patch, RFC 7396). What is left out is not changed. `null` removes a field that an animal may lack, and is refused for any other. */
        readonly PetPatch: {
            /**
             * The animal's name.
             * @example Rex
             */
            readonly name?: string;
            /**
             * Format: int64
             * Identifier of the category the animal belongs to.
             * @example 3
             */
            readonly categoryId?: bigint;
            /** The new status. An animal that is `sold` first becomes `available`, when it comes back. */
            readonly status?: components["schemas"]["PetStatus"];
        };
        /** Profiles, ascending by `petId`, or in the order in which a request names them. */
        readonly Profiles: readonly components["schemas"]["Profile"][];
        /** What the store records about an animal. Every animal has a profile, which may be empty. */
        readonly Profile: {
            /**
             * Format: int64
             * Identifier of the animal.
             * @example 1
             */
            readonly petId: bigint;
            /**
             * What kind of animal it is.
             * @example Cat
             */
            readonly species?: string;
            /**
             * Its breed.
             * @example European shorthair
             */
            readonly breed?: string;
            readonly sex?: components["schemas"]["ProfileSex"];
            /**
             * When it was born: a day, a month or a year.
             * @example 2024-05
             */
            readonly born?: string;
            /**
             * Its colour.
             * @example grey tabby
             */
            readonly colour?: string;
            readonly size?: components["schemas"]["ProfileSize"];
            /**
             * Its microchip: 15 digits (ISO 11784), or another code of up to 20 letters and digits. Letters become capitals. No two animals have the same one.
             * @example 985141000123456
             */
            readonly chip?: string;
            /**
             * The day on which it came to the store.
             * @example 2026-11-02
             */
            readonly arrivedOn?: string;
            /**
             * Where in the store it is: a room, a kennel.
             * @example Kennel 4
             */
            readonly location?: string;
            /**
             * What people should know.
             * @example Shy at first, then never off a lap.
             */
            readonly description?: string;
            /**
             * Whatever else the store records: up to 50 names, each with a text.
             * @example {
             *       "diet": "kidney food",
             *       "good with": "cats, children from 8"
             *     }
             */
            readonly facts?: {
                readonly [key: string]: string;
            };
            readonly photos: components["schemas"]["Photos"];
            /**
             * Format: date-time
             * When a field last changed; missing if none ever did.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly updatedAt?: string;
        };
        /**
         * Its sex.
         * @enum {string}
         */
        readonly ProfileSex: "female" | "male" | "unknown";
        /**
         * How large it is.
         * @enum {string}
         */
        readonly ProfileSize: "small" | "medium" | "large";
        /** The photos of an animal, in their order. */
        readonly Photos: readonly components["schemas"]["Photo"][];
        /** A photo of an animal. */
        readonly Photo: {
            /**
             * Format: int64
             * Identifier of the photo; ascending from 1, never reused.
             * @example 7
             */
            readonly id: bigint;
            /**
             * Format: int64
             * Identifier of the animal.
             * @example 1
             */
            readonly petId: bigint;
            /**
             * What it shows, for people who cannot see it.
             * @example Tom asleep in a box
             */
            readonly alt?: string;
            /**
             * Format: int32
             * Its place among the photos of the animal, from 1 on. The first is its face.
             * @example 1
             */
            readonly position: number;
            /**
             * Format: int32
             * The width of the largest size, in pixels.
             * @example 2048
             */
            readonly width: number;
            /**
             * Format: int32
             * Its height.
             * @example 1536
             */
            readonly height: number;
            /**
             * Format: date-time
             * When it was added.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
            /** Where its sizes are. */
            readonly urls: {
                /**
                 * The URL of the photo as WebP, 2048 pixels wide at most. Anybody who has the URL may read it, until the photo is deleted.
                 * @example http://127.0.0.1:8080/photos/5f0c9a1e3b7d4c2886a1d0e9f2b3c4d5/full.webp
                 */
                readonly full: string;
                /**
                 * The URL of the photo as WebP, 640 pixels wide at most. Anybody who has the URL may read it, until the photo is deleted.
                 * @example http://127.0.0.1:8080/photos/5f0c9a1e3b7d4c2886a1d0e9f2b3c4d5/card.webp
                 */
                readonly card: string;
                /**
                 * The URL of the photo as WebP, 160 pixels wide at most. Anybody who has the URL may read it, until the photo is deleted.
                 * @example http://127.0.0.1:8080/photos/5f0c9a1e3b7d4c2886a1d0e9f2b3c4d5/thumbnail.webp
                 */
                readonly thumbnail: string;
            };
        };
        /** The changes to a profile (a merge patch, RFC 7396). What is left out is not changed. `null` removes a field, or one of the `facts`. */
        readonly ProfilePatch: {
            /**
             * What kind of animal it is.
             * @example Cat
             */
            readonly species?: string | null;
            /**
             * Its breed.
             * @example European shorthair
             */
            readonly breed?: string | null;
            readonly sex?: components["schemas"]["ProfileSex"] | null;
            /**
             * When it was born: a day, a month or a year.
             * @example 2024-05
             */
            readonly born?: string | null;
            /**
             * Its colour.
             * @example grey tabby
             */
            readonly colour?: string | null;
            readonly size?: components["schemas"]["ProfileSize"] | null;
            /**
             * Its microchip: 15 digits (ISO 11784), or another code of up to 20 letters and digits. Letters become capitals. No two animals have the same one.
             * @example 985141000123456
             */
            readonly chip?: string | null;
            /**
             * The day on which it came to the store.
             * @example 2026-11-02
             */
            readonly arrivedOn?: string | null;
            /**
             * Where in the store it is: a room, a kennel.
             * @example Kennel 4
             */
            readonly location?: string | null;
            /**
             * What people should know.
             * @example Shy at first, then never off a lap.
             */
            readonly description?: string | null;
            /**
             * Whatever else the store records: up to 50 names, each with a text.
             * @example {
             *       "diet": "kidney food",
             *       "good with": "cats, children from 8"
             *     }
             */
            readonly facts?: {
                readonly [key: string]: string | null;
            } | null;
        };
        /** The changes to a photo (a merge patch, RFC 7396). What is left out is not changed. `null` removes `alt`. A `position` after the last photo means the last. */
        readonly PhotoPatch: {
            /**
             * What it shows, for people who cannot see it.
             * @example Tom asleep in a box
             */
            readonly alt?: string | null;
            /**
             * Format: int32
             * Its place among the photos of the animal, from 1 on. The first is its face.
             * @example 1
             */
            readonly position?: number;
        };
        /** Categories, ascending by `id`. */
        readonly Categories: readonly components["schemas"]["Category"][];
        /** A category: the name of a number that animals may have as their `categoryId`. */
        readonly Category: {
            /**
             * Format: int64
             * The `categoryId` of the animals of this category, chosen by the client.
             * @example 3
             */
            readonly id: bigint;
            /**
             * The category's name.
             * @example Dogs
             */
            readonly name: string;
        };
        /** The new name of a category. */
        readonly CategoryName: {
            /**
             * The category's name.
             * @example Dogs
             */
            readonly name: string;
        };
        /**
         * The state of an order: `placed` (a hold that expires), `approved`, `delivered`, or ended.
         * @enum {string}
         */
        readonly OrderStatus: "placed" | "approved" | "delivered" | "expired" | "cancelled" | "returned";
        /** Orders, ascending by `id`. */
        readonly Orders: readonly components["schemas"]["Order"][];
        /** An order of the store for one animal. */
        readonly Order: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending from 1, never reused.
             * @example 1
             */
            readonly id: bigint;
            /**
             * Format: int64
             * Identifier of the animal.
             * @example 1
             */
            readonly petId: bigint;
            readonly status: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * Identifier of the contact whom the order is for.
             * @example 1
             */
            readonly contactId?: bigint;
            /**
             * The client's own reference for the order, without personal data.
             * @example walk-in 12
             */
            readonly reference?: string;
            /**
             * The name of the API key that placed the order.
             * @example Front desk
             */
            readonly by: string;
            /**
             * Format: date-time
             * When the order was placed.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly placedAt: string;
            /**
             * Format: date-time
             * When the hold ends, or ended: only for an order that is `placed` or `expired`.
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly expiresAt?: string;
            /**
             * Format: date-time
             * When the order last became `delivered`, `expired`, `cancelled` or `returned`; missing while it is open. A return updates it.
             * @example 2026-11-20T15:30:00.000Z
             */
            readonly closedAt?: string;
        };
        /** An order to place. The animal is held until it expires, unless it is approved. */
        readonly NewOrder: {
            /**
             * Format: int64
             * Identifier of the animal.
             * @example 1
             */
            readonly petId: bigint;
            /**
             * Format: int64
             * Identifier of the contact whom the order is for.
             * @example 1
             */
            readonly contactId?: bigint;
            /**
             * The client's own reference for the order, without personal data.
             * @example walk-in 12
             */
            readonly reference?: string;
            /**
             * Format: date-time
             * When the hold ends: from 60 seconds to 7 days ahead; 24 hours ahead if it is left out. A date-time of RFC 3339 with any offset, to the millisecond.
             */
            readonly expiresAt?: string;
        };
        /** The changes to an order (a merge patch, RFC 7396). What is left out is not changed. `null` removes the `contactId` or the `reference`, and is refused for any other field. */
        readonly OrderPatch: {
            /** The new status. Only the clock makes an order `expired`. */
            readonly status?: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * Identifier of the contact whom the order is for.
             * @example 1
             */
            readonly contactId?: bigint | null;
            /**
             * The client's own reference for the order, without personal data.
             * @example walk-in 12
             */
            readonly reference?: string | null;
            /**
             * Format: date-time
             * When the hold ends: from 60 seconds to 7 days ahead, only for an order that is `placed`. A date-time of RFC 3339 with any offset, to the millisecond.
             */
            readonly expiresAt?: string;
        };
        /** How many animals there are of each status. */
        readonly Inventory: {
            /**
             * Format: int64
             * How many animals are `available`.
             * @example 12
             */
            readonly available: bigint;
            /**
             * Format: int64
             * How many animals are `pending`.
             * @example 12
             */
            readonly pending: bigint;
            /**
             * Format: int64
             * How many animals are `sold`.
             * @example 12
             */
            readonly sold: bigint;
        };
        /** What happened in each interval, ascending by `start`. */
        readonly Statistics: readonly components["schemas"]["Statistic"][];
        /** What happened in an interval of days. */
        readonly Statistic: {
            /**
             * The first day of the interval.
             * @example 2026-11-01
             */
            readonly start: string;
            /**
             * Format: int32
             * Animals that were added.
             * @example 12
             */
            readonly added: number;
            /**
             * Format: int32
             * Animals that became `sold`, by an order or without one.
             * @example 9
             */
            readonly adopted: number;
            /**
             * Format: int32
             * Animals that were `sold` and came back.
             * @example 1
             */
            readonly returned: number;
            /**
             * Format: int32
             * Animals that were deleted.
             * @example 0
             */
            readonly deleted: number;
            /**
             * Format: int32
             * Orders that were placed.
             * @example 11
             */
            readonly placed: number;
            /**
             * Format: int32
             * Orders that expired.
             * @example 2
             */
            readonly expired: number;
            /**
             * Format: int32
             * Orders that were cancelled, or deleted while they were `placed`.
             * @example 1
             */
            readonly cancelled: number;
            /**
             * Format: int32
             * The median number of whole days (of 24 hours) since each adopted animal was added or last returned; for an even number of animals the lower of the two in the middle. Missing if it is known for none.
             * @example 17
             */
            readonly medianDays?: number;
        };
        /** Contacts, ascending by `id`. */
        readonly Contacts: readonly components["schemas"]["Contact"][];
        /** A person who asked for an animal, or took one home. */
        readonly Contact: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending from 1, never reused.
             * @example 1
             */
            readonly id: bigint;
            /**
             * The name of the person.
             * @example Jo Fox
             */
            readonly name: string;
            /**
             * A telephone number, kept as typed; found by its digits.
             * @example +44 20 7946 0958
             */
            readonly phone?: string;
            /**
             * A mail address, kept as typed; found in any case of letters.
             * @example jo@example.com
             */
            readonly email?: string;
            /**
             * Where the person lives.
             * @example 5 Hill Road
             *     London
             */
            readonly address?: string;
            /**
             * What staff should know.
             * @example Has a garden.
             */
            readonly note?: string;
            /**
             * Format: date-time
             * When the contact was added.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
        };
        /** A person to add. */
        readonly NewContact: {
            /**
             * The name of the person.
             * @example Jo Fox
             */
            readonly name: string;
            /**
             * A telephone number, kept as typed; found by its digits.
             * @example +44 20 7946 0958
             */
            readonly phone?: string;
            /**
             * A mail address, kept as typed; found in any case of letters.
             * @example jo@example.com
             */
            readonly email?: string;
            /**
             * Where the person lives.
             * @example 5 Hill Road
             *     London
             */
            readonly address?: string;
            /**
             * What staff should know.
             * @example Has a garden.
             */
            readonly note?: string;
        };
        /** How to find contacts: by `phone` or by `email`, exactly one of the two. */
        readonly ContactSearch: {
            /**
             * A telephone number, kept as typed; found by its digits.
             * @example +44 20 7946 0958
             */
            readonly phone?: string;
            /**
             * A mail address, kept as typed; found in any case of letters.
             * @example jo@example.com
             */
            readonly email?: string;
        };
        /** The changes to a contact (a merge patch, RFC 7396). What is left out is not changed. `null` removes any field but the `name`. */
        readonly ContactPatch: {
            /**
             * The name of the person.
             * @example Jo Fox
             */
            readonly name?: string;
            /**
             * A telephone number, kept as typed; found by its digits.
             * @example +44 20 7946 0958
             */
            readonly phone?: string | null;
            /**
             * A mail address, kept as typed; found in any case of letters.
             * @example jo@example.com
             */
            readonly email?: string | null;
            /**
             * Where the person lives.
             * @example 5 Hill Road
             *     London
             */
            readonly address?: string | null;
            /**
             * What staff should know.
             * @example Has a garden.
             */
            readonly note?: string | null;
        };
        /** Notes, ascending by `id` unless the request says otherwise. */
        readonly Notes: readonly components["schemas"]["Note"][];
        /** What somebody wrote about an animal, an order, a contact or the store. It never changes. */
        readonly Note: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending from 1, never reused.
             * @example 1
             */
            readonly id: bigint;
            /**
             * Format: int64
             * Identifier of the animal that it is about.
             * @example 1
             */
            readonly petId?: bigint;
            /**
             * Format: int64
             * Identifier of the order that it is about.
             * @example 1
             */
            readonly orderId?: bigint;
            /**
             * Format: int64
             * Identifier of the contact that it is about.
             * @example 1
             */
            readonly contactId?: bigint;
            readonly about?: components["schemas"]["NoteAbout"];
            /**
             * What was noted.
             * @example Shy with other dogs.
             */
            readonly text: string;
            /**
             * The name of the API key that wrote it.
             * @example Front desk
             */
            readonly by: string;
            /**
             * Format: date-time
             * When it was written.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly at: string;
        };
        /**
         * Given if it is about the store itself.
         * @enum {string}
         */
        readonly NoteAbout: "store";
        /** A note about exactly one of an animal, an order, a contact and the store itself. */
        readonly NewNote: {
            /**
             * Format: int64
             * Identifier of the animal that it is about.
             * @example 1
             */
            readonly petId?: bigint;
            /**
             * Format: int64
             * Identifier of the order that it is about.
             * @example 1
             */
            readonly orderId?: bigint;
            /**
             * Format: int64
             * Identifier of the contact that it is about.
             * @example 1
             */
            readonly contactId?: bigint;
            readonly about?: components["schemas"]["NoteAbout"];
            /**
             * What was noted.
             * @example Shy with other dogs.
             */
            readonly text: string;
        };
        /** What a search found, the best first. */
        readonly SearchResults: readonly components["schemas"]["SearchResult"][];
        /** Something that a search found. */
        readonly SearchResult: {
            /**
             * What was found.
             * @enum {string}
             */
            readonly kind: "pet" | "contact" | "order" | "category" | "note";
            /**
             * Format: int64
             * Its `id`.
             * @example 1
             */
            readonly id: bigint;
            /**
             * Its name; for an order the `reference`, which may be missing; for a note its text.
             * @example Rex
             */
            readonly title?: string;
            /**
             * How it differs from others, like its `status`.
             * @example available
             */
            readonly detail?: string;
            /**
             * Format: int64
             * The animal that it is, or is about.
             * @example 1
             */
            readonly petId?: bigint;
            /**
             * Format: int64
             * The order that a note is about.
             * @example 1
             */
            readonly orderId?: bigint;
            /**
             * Format: int64
             * The contact that a note is about.
             * @example 1
             */
            readonly contactId?: bigint;
        };
        /**
         * What happened.
         * @enum {string}
         */
        readonly EventType: "pet.created" | "pet.updated" | "pet.deleted" | "pets.imported" | "profile.updated" | "photo.created" | "photo.deleted" | "order.placed" | "order.approved" | "order.delivered" | "order.expired" | "order.cancelled" | "order.returned" | "order.updated" | "order.deleted" | "category.created" | "category.updated" | "category.deleted" | "note.created" | "note.deleted" | "contact.created" | "contact.updated" | "contact.deleted" | "usage.threshold_reached" | "key.banned" | "key.expiring" | "key.created" | "key.updated" | "key.rotated" | "key.revoked" | "webhook.failing" | "webhook.disabled";
        /** Events, ascending by `id`. */
        readonly Events: readonly components["schemas"]["Event"][];
        /** What happened, by its `type`. Later versions may add types and fields: ignore a type that you do not know. */
        readonly Event: components["schemas"]["PetEvent"] | components["schemas"]["PetsImportedEvent"] | components["schemas"]["ProfileEvent"] | components["schemas"]["PhotoEvent"] | components["schemas"]["OrderEvent"] | components["schemas"]["CategoryEvent"] | components["schemas"]["ContactEvent"] | components["schemas"]["NoteEvent"] | components["schemas"]["UsageThresholdEvent"] | components["schemas"]["KeyBannedEvent"] | components["schemas"]["KeyExpiringEvent"] | components["schemas"]["KeyEvent"] | components["schemas"]["WebhookEvent"] | components["schemas"]["OtherEvent"];
        /** An animal was added, changed or deleted. */
        readonly PetEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "pet.created" | "pet.updated" | "pet.deleted";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The animal after the change, or before its deletion. */
                readonly pet: components["schemas"]["Pet"];
                /** For a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * The animal's name.
                     * @example Rex
                     */
                    readonly name?: string;
                    /**
                     * Format: int64
                     * Identifier of the category the animal belongs to.
                     * @example 3
                     */
                    readonly categoryId?: bigint;
                    /** Whether the animal can be adopted. Every animal returned has it. */
                    readonly status?: components["schemas"]["PetStatus"];
                };
            };
        };
        /** The operator added animals from a file. All of them became visible with this event; none has its own event. */
        readonly PetsImportedEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "pets.imported";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /**
                 * Format: int64
                 * Identifier of the first animal.
                 * @example 101
                 */
                readonly first: bigint;
                /**
                 * Format: int64
                 * Identifier of the last animal. The identifiers are consecutive.
                 * @example 1100
                 */
                readonly last: bigint;
                /**
                 * Format: int64
                 * How many animals were added.
                 * @example 1000
                 */
                readonly count: bigint;
            };
        };
        /** The profile of an animal was changed: any field of it. */
        readonly ProfileEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "profile.updated";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The profile after the change, or before its deletion. */
                readonly profile: {
                    /**
                     * Format: int64
                     * Identifier of the animal.
                     * @example 1
                     */
                    readonly petId: bigint;
                    /**
                     * What kind of animal it is.
                     * @example Cat
                     */
                    readonly species?: string;
                    /**
                     * Its breed.
                     * @example European shorthair
                     */
                    readonly breed?: string;
                    readonly sex?: components["schemas"]["ProfileSex"];
                    /**
                     * When it was born: a day, a month or a year.
                     * @example 2024-05
                     */
                    readonly born?: string;
                    /**
                     * Its colour.
                     * @example grey tabby
                     */
                    readonly colour?: string;
                    readonly size?: components["schemas"]["ProfileSize"];
                    /**
                     * Its microchip: 15 digits (ISO 11784), or another code of up to 20 letters and digits. Letters become capitals. No two animals have the same one.
                     * @example 985141000123456
                     */
                    readonly chip?: string;
                    /**
                     * The day on which it came to the store.
                     * @example 2026-11-02
                     */
                    readonly arrivedOn?: string;
                    /**
                     * Where in the store it is: a room, a kennel.
                     * @example Kennel 4
                     */
                    readonly location?: string;
                    /**
                     * Format: date-time
                     * When a field last changed; missing if none ever did.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    readonly updatedAt?: string;
                };
                /** For a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * Format: int64
                     * Identifier of the animal.
                     * @example 1
                     */
                    readonly petId?: bigint;
                    /**
                     * What kind of animal it is.
                     * @example Cat
                     */
                    readonly species?: string;
                    /**
                     * Its breed.
                     * @example European shorthair
                     */
                    readonly breed?: string;
                    readonly sex?: components["schemas"]["ProfileSex"];
                    /**
                     * When it was born: a day, a month or a year.
                     * @example 2024-05
                     */
                    readonly born?: string;
                    /**
                     * Its colour.
                     * @example grey tabby
                     */
                    readonly colour?: string;
                    readonly size?: components["schemas"]["ProfileSize"];
                    /**
                     * Its microchip: 15 digits (ISO 11784), or another code of up to 20 letters and digits. Letters become capitals. No two animals have the same one.
                     * @example 985141000123456
                     */
                    readonly chip?: string;
                    /**
                     * The day on which it came to the store.
                     * @example 2026-11-02
                     */
                    readonly arrivedOn?: string;
                    /**
                     * Where in the store it is: a room, a kennel.
                     * @example Kennel 4
                     */
                    readonly location?: string;
                    /**
                     * Format: date-time
                     * When a field last changed; missing if none ever did.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    readonly updatedAt?: string;
                };
            };
        };
        /** A photo was added or deleted. The photos of an animal are deleted with it, without an event. */
        readonly PhotoEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "photo.created" | "photo.deleted";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The photo. */
                readonly photo: {
                    /**
                     * Format: int64
                     * Identifier of the photo; ascending from 1, never reused.
                     * @example 7
                     */
                    readonly id: bigint;
                    /**
                     * Format: int64
                     * Identifier of the animal.
                     * @example 1
                     */
                    readonly petId: bigint;
                    /**
                     * Format: date-time
                     * When it was added.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    readonly createdAt: string;
                };
            };
        };
        /** An order reached the status that the type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. */
        readonly OrderEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "order.placed" | "order.approved" | "order.delivered" | "order.expired" | "order.cancelled" | "order.returned" | "order.updated" | "order.deleted";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The order after the change, or before its deletion. */
                readonly order: components["schemas"]["Order"];
                /** For a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * Format: int64
                     * Identifier of the animal.
                     * @example 1
                     */
                    readonly petId?: bigint;
                    readonly status?: components["schemas"]["OrderStatus"];
                    /**
                     * Format: int64
                     * Identifier of the contact whom the order is for.
                     * @example 1
                     */
                    readonly contactId?: bigint;
                    /**
                     * The client's own reference for the order, without personal data.
                     * @example walk-in 12
                     */
                    readonly reference?: string;
                    /**
                     * The name of the API key that placed the order.
                     * @example Front desk
                     */
                    readonly by?: string;
                    /**
                     * Format: date-time
                     * When the order was placed.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    readonly placedAt?: string;
                    /**
                     * Format: date-time
                     * When the hold ends, or ended: only for an order that is `placed` or `expired`.
                     * @example 2026-11-21T12:00:00.000Z
                     */
                    readonly expiresAt?: string;
                    /**
                     * Format: date-time
                     * When the order last became `delivered`, `expired`, `cancelled` or `returned`; missing while it is open. A return updates it.
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    readonly closedAt?: string;
                };
            };
        };
        /** A category was named, renamed or deleted. */
        readonly CategoryEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "category.created" | "category.updated" | "category.deleted";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The category after the change, or before its deletion. */
                readonly category: components["schemas"]["Category"];
                /** For a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * The category's name.
                     * @example Dogs
                     */
                    readonly name?: string;
                };
            };
        };
        /** A contact was added, changed or erased. Nothing about the person is included. */
        readonly ContactEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "contact.created" | "contact.updated" | "contact.deleted";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The contact. */
                readonly contact: {
                    /**
                     * Format: int64
                     * Unique identifier, assigned by the service; ascending from 1, never reused.
                     * @example 1
                     */
                    readonly id: bigint;
                };
            };
        };
        /** A note was added or deleted. Its text is not included. */
        readonly NoteEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "note.created" | "note.deleted";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The note. */
                readonly note: {
                    /**
                     * Format: int64
                     * Unique identifier, assigned by the service; ascending from 1, never reused.
                     * @example 1
                     */
                    readonly id: bigint;
                    /**
                     * Format: int64
                     * Identifier of the animal that it is about.
                     * @example 1
                     */
                    readonly petId?: bigint;
                    /**
                     * Format: int64
                     * Identifier of the order that it is about.
                     * @example 1
                     */
                    readonly orderId?: bigint;
                    /**
                     * Format: int64
                     * Identifier of the contact that it is about.
                     * @example 1
                     */
                    readonly contactId?: bigint;
                    readonly about?: components["schemas"]["NoteAbout"];
                };
            };
        };
        /** Much of the quota of a day is used up. Only the owner of the key sees it. */
        readonly UsageThresholdEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "usage.threshold_reached";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /**
                 * The window of the quota.
                 * @enum {string}
                 */
                readonly window: "day";
                /**
                 * Format: int32
                 * How much of it is used, in percent: 80 or 100.
                 * @example 80
                 */
                readonly percent: number;
                /**
                 * Format: int32
                 * How many requests the window has.
                 * @example 1000
                 */
                readonly limit: number;
                /**
                 * Format: int32
                 * How many of them are spent.
                 * @example 800
                 */
                readonly used: number;
                /**
                 * Format: date-time
                 * When the window ends.
                 * @example 2026-11-21T00:00:00.000Z
                 */
                readonly resetsAt: string;
            };
        };
        /** The API key kept sending after 429 answers and is banned. Only its owner sees it. */
        readonly KeyBannedEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "key.banned";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /**
                 * Format: date-time
                 * When the ban ends.
                 * @example 2026-11-20T12:05:00.000Z
                 */
                readonly until: string;
            };
        };
        /** An API key expires within seven days. Only its owner sees it. */
        readonly KeyExpiringEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "key.expiring";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /**
                 * The public identifier of the key, by which the operator knows it.
                 * @example key_7Qm2sT4vXk9Z
                 */
                readonly keyId: string;
                /**
                 * The name that the operator gave it.
                 * @example Corner shop
                 */
                readonly keyName: string;
                /**
                 * Format: date-time
                 * When it expires.
                 * @example 2026-11-27T12:00:00.000Z
                 */
                readonly expiresAt: string;
            };
        };
        /** A key of the team was made, changed, rotated or revoked. Only the team sees it. */
        readonly KeyEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "key.created" | "key.updated" | "key.rotated" | "key.revoked";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                readonly key: components["schemas"]["ApiKey"];
            };
        };
        /** The key, without its secret, after the change, or before its deletion. */
        readonly ApiKey: {
            /**
             * Its public identifier.
             * @example key_7Qm2sT4vXk9Z
             */
            readonly id: string;
            /**
             * Who has the key, as `by` names them.
             * @example Anna, front desk
             */
            readonly name: string;
            /**
             * What it may do.
             * @example [
             *       "pets:read",
             *       "orders:read"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * When the key expires; missing if it never does. A new key without it expires with the calling key, and no key outlives the one that sets it.
             * @example 2027-02-18T12:00:00.000Z
             */
            readonly expiresAt?: string;
            /**
             * Format: date-time
             * When it was made.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * The key that made it; missing if the operator did.
             * @example key_7Qm2sT4vXk9Z
             */
            readonly makerId?: string;
            /**
             * Format: date-time
             * When it was last used; missing if it never was.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly lastUsedAt?: string;
            /**
             * Format: date-time
             * When it was revoked; missing if it was not.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly revokedAt?: string;
        };
        /**
         * What a key may do.
         * @enum {string}
         */
        readonly Scope: "pets:read" | "pets:write" | "categories:write" | "orders:read" | "orders:write" | "orders:manage" | "events:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "notes:read" | "notes:write" | "keys:manage" | "lab";
        /** A webhook is failing, because every attempt of a day failed, or was disabled. Only its owner sees it. */
        readonly WebhookEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /**
             * What happened.
             * @enum {string}
             */
            readonly type: "webhook.failing" | "webhook.disabled";
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: {
                /** The webhook after the change. */
                readonly webhook: {
                    /**
                     * Format: int64
                     * Identifier of the webhook.
                     * @example 5
                     */
                    readonly id: bigint;
                    /**
                     * The URL to which its messages are sent.
                     * @example https://shop.example/hooks/petstore
                     */
                    readonly url: string;
                    /**
                     * What the webhook is for.
                     * @example Stock of the shop in town
                     */
                    readonly description?: string;
                    /**
                     * Its state, as `GET /webhooks/{webhookId}` shows it.
                     * @example failing
                     */
                    readonly state: string;
                    /**
                     * Why it is in this state, for people.
                     * @example No API key of its owner is valid any more.
                     */
                    readonly reason?: string;
                };
                /** For a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * The URL to which its messages are sent.
                     * @example https://shop.example/hooks/petstore
                     */
                    readonly url?: string;
                    /**
                     * What the webhook is for.
                     * @example Stock of the shop in town
                     */
                    readonly description?: string;
                    /**
                     * Its state, as `GET /webhooks/{webhookId}` shows it.
                     * @example failing
                     */
                    readonly state?: string;
                    /**
                     * Why it is in this state, for people.
                     * @example No API key of its owner is valid any more.
                     */
                    readonly reason?: string;
                };
            };
        };
        /** An event of a type that a later version adds. */
        readonly OtherEvent: {
            /**
             * Format: int64
             * Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.
             * @example 1
             */
            readonly id: bigint;
            /** What happened. */
            readonly type: string;
            /**
             * Format: date-time
             * When it happened, by the clock of the service.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * The name of the API key that asked for it; missing if the clock or a command of the operator caused it.
             * @example Front desk
             */
            readonly by?: string;
            /** The details of the event. */
            readonly data: Record<string, never>;
        };
        /** What an API key may do and has used. A key and all keys that it replaced have one owner, and count together. */
        readonly Usage: {
            readonly key: components["schemas"]["UsageKey"];
            /** The windows of the quota: the minute, then the day. */
            readonly windows: readonly components["schemas"]["UsageWindow"][];
            readonly ban?: components["schemas"]["UsageBan"];
            readonly openOrders: components["schemas"]["UsageOpenOrders"];
            /**
             * Format: int64
             * How often the key called deprecated operations, today and in the 89 days before (UTC).
             * @example 0
             */
            readonly deprecatedCalls: bigint;
            /**
             * Format: int64
             * Identifier of the newest event of the log, whoever may see it; 0 if there is none. While it stays the same, nothing happened.
             * @example 4711
             */
            readonly lastEventId: bigint;
        };
        /** The API key that asks. */
        readonly UsageKey: {
            /**
             * Its public identifier, by which the operator knows it.
             * @example key_7Qm2sT4vXk9Z
             */
            readonly id: string;
            /**
             * The name that the operator gave it.
             * @example Corner shop
             */
            readonly name: string;
            /**
             * Its plan.
             * @enum {string}
             */
            readonly plan: "free" | "pro" | "business" | "enterprise";
            /** What it may do. */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * When it expires; missing if it never does.
             * @example 2027-02-18T12:00:00.000Z
             */
            readonly expiresAt?: string;
        };
        /** How much of a window is used. */
        readonly UsageWindow: {
            /**
             * The length of the window, by the UTC clock.
             * @enum {string}
             */
            readonly name: "minute" | "day";
            /**
             * Format: int32
             * Requests that the plan allows in this window.
             * @example 60
             */
            readonly limit: number;
            /**
             * Format: int32
             * Requests spent in this window so far.
             * @example 12
             */
            readonly used: number;
            /**
             * Format: int32
             * Requests that are left in this window. A ban is not considered.
             * @example 48
             */
            readonly remaining: number;
            /**
             * Format: date-time
             * When the window ends and the next one begins, with nothing used.
             * @example 2026-11-20T12:01:00.000Z
             */
            readonly resetsAt: string;
        };
        /** A ban that is in force. */
        readonly UsageBan: {
            /**
             * Format: date-time
             * When the ban began.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly since: string;
            /**
             * Format: date-time
             * When the ban ends.
             * @example 2026-11-20T12:05:00.000Z
             */
            readonly until: string;
        };
        /** The orders that are `placed`, of this key and of all keys that it replaced. */
        readonly UsageOpenOrders: {
            /**
             * Format: int32
             * How many orders may be placed at once.
             * @example 5
             */
            readonly limit: number;
            /**
             * Format: int32
             * How many are placed now.
             * @example 2
             */
            readonly used: number;
        };
        /** The requests of a key by interval and kind, ascending by `start`. Kinds that nobody sent have no entry. */
        readonly UsageHistory: readonly components["schemas"]["UsageEntry"][];
        /** How many requests of one kind a key sent in an interval. */
        readonly UsageEntry: {
            /**
             * Format: date-time
             * When the interval begins.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly start: string;
            /**
             * The `operationId` of the operation; `none` if the path or the method is not part of the interface; `other` for all operations beyond the 60 kinds of requests that an interval tells apart.
             * @example listPets
             */
            readonly operation: string;
            /**
             * Format: int32
             * The HTTP status code of the answers.
             * @example 200
             */
            readonly status: number;
            /** The code of the error; missing if the answer was not an error. Later versions may add codes: treat one that you do not know by its status. */
            readonly code?: components["schemas"]["KnownErrorCode"] | (string & {});
            /**
             * What stopped the requests: the window that was used up, or a ban; missing if nothing did.
             * @enum {string}
             */
            readonly window?: "minute" | "day" | "ban";
            /**
             * Format: int64
             * How many requests there were.
             * @example 12
             */
            readonly count: bigint;
        };
        /**
         * The codes of errors in this version.
         * @enum {string}
         */
        readonly KnownErrorCode: "malformed_request" | "invalid_json" | "invalid_body" | "invalid_parameter" | "missing_api_key" | "invalid_api_key" | "wrong_environment" | "insufficient_scope" | "staging_only" | "invalid_image" | "pet_not_found" | "photo_not_found" | "category_not_found" | "contact_not_found" | "note_not_found" | "order_not_found" | "webhook_not_found" | "delivery_not_found" | "key_not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_key_in_use" | "transition_not_allowed" | "pet_has_order" | "chip_taken" | "pet_not_available" | "order_limit_reached" | "order_not_deletable" | "photo_limit_reached" | "key_limit_reached" | "key_not_manageable" | "webhook_limit_reached" | "webhook_disabled" | "stream_limit_reached" | "recovery_under_way" | "operation_removed" | "cursor_expired" | "precondition_failed" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limit_exceeded" | "api_key_banned" | "header_fields_too_large" | "internal_error" | "method_not_implemented" | "images_not_supported" | "service_unavailable";
        /** The API keys of a team, in the order in which they were made. */
        readonly ApiKeys: readonly components["schemas"]["ApiKey"][];
        /** A key to make. */
        readonly NewApiKey: {
            /**
             * Who has the key, as `by` names them.
             * @example Anna, front desk
             */
            readonly name: string;
            readonly scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * When the key expires; missing if it never does. A new key without it expires with the calling key, and no key outlives the one that sets it.
             * @example 2027-02-18T12:00:00.000Z
             */
            readonly expiresAt?: string;
        };
        /**
         * What the key may do: at most what the calling key may do.
         * @example [
         *       "pets:read",
         *       "orders:read"
         *     ]
         */
        readonly ApiKeyScopes: readonly components["schemas"]["Scope"][];
        /** A key that was just made or rotated. */
        readonly IssuedApiKey: {
            /**
             * Its public identifier.
             * @example key_7Qm2sT4vXk9Z
             */
            readonly id: string;
            /**
             * Who has the key, as `by` names them.
             * @example Anna, front desk
             */
            readonly name: string;
            /**
             * What it may do.
             * @example [
             *       "pets:read",
             *       "orders:read"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * When the key expires; missing if it never does. A new key without it expires with the calling key, and no key outlives the one that sets it.
             * @example 2027-02-18T12:00:00.000Z
             */
            readonly expiresAt?: string;
            /**
             * Format: date-time
             * When it was made.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * The key that made it; missing if the operator did.
             * @example key_7Qm2sT4vXk9Z
             */
            readonly makerId?: string;
            /**
             * Format: date-time
             * When it was last used; missing if it never was.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly lastUsedAt?: string;
            /**
             * Format: date-time
             * When it was revoked; missing if it was not.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly revokedAt?: string;
            /**
             * The key itself. It is shown only once; a repeated answer (`Idempotent-Replayed`) lacks it.
             * @example pets_test_4jXqG0kd3Vh8sLzT7yWcB1nRmPoE2a0Zr5kQ
             */
            readonly key?: string;
            /**
             * Format: uri-reference
             * The address of the console with the key as its fragment, which browsers send to no server. Missing with the `key`, or if the service has no console.
             * @example https://api.example.com/console#key=pets_test_4jXqG0kd3Vh8sLzT7yWcB1nRmPoE2a0Zr5kQ
             */
            readonly signInUrl?: string;
        };
        /** The changes to a key (a merge patch, RFC 7396). What is left out is not changed. `null` removes `expiresAt`, if the calling key never expires. */
        readonly ApiKeyPatch: {
            /**
             * Who has the key, as `by` names them.
             * @example Anna, front desk
             */
            readonly name?: string;
            readonly scopes?: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * When the key expires; missing if it never does. A new key without it expires with the calling key, and no key outlives the one that sets it.
             * @example 2027-02-18T12:00:00.000Z
             */
            readonly expiresAt?: string | null;
        };
        /** Webhooks, ascending by `id`. */
        readonly Webhooks: readonly components["schemas"]["Webhook"][];
        /** An address of a client, to which the service sends events. */
        readonly Webhook: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending, never reused.
             * @example 5
             */
            readonly id: bigint;
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is not a public address is refused, here or at the first attempt. Redirects are not followed.
             * @example https://shop.example/hooks/petstore
             */
            readonly url: string;
            /**
             * The types of events that are sent; all that the API key may see if it is left out.
             * @example [
             *       "pet.updated",
             *       "order.placed"
             *     ]
             */
            readonly types?: readonly (components["schemas"]["EventType"] | (string & {}))[];
            /**
             * What the webhook is for.
             * @example Stock of the shop in town
             */
            readonly description?: string;
            readonly state: components["schemas"]["WebhookState"];
            /**
             * Why the webhook is in this state, for people; missing while all is well.
             * @example No ping was answered yet.
             */
            readonly reason?: string;
            /**
             * Format: date-time
             * When the webhook was added.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * Until when messages bear a signature by the previous secret too; missing if there was none.
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly previousSecretUntil?: string;
        };
        /**
         * `unverified` until a ping is answered by a status from 200 to 299; nothing else is sent before. `failing` once every attempt of a day failed; it is still sent everything. `disabled` once every attempt of five days failed, after an answer of 410, or on request: nothing but pings is sent. A ping that is answered enables it again.
         * @example enabled
         * @enum {string}
         */
        readonly WebhookState: "unverified" | "enabled" | "failing" | "disabled";
        /** A webhook to add. It is sent a ping at once, and events once a ping was answered. */
        readonly NewWebhook: {
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is not a public address is refused, here or at the first attempt. Redirects are not followed.
             * @example https://shop.example/hooks/petstore
             */
            readonly url: string;
            /**
             * The types of events that are sent; all that the API key may see if it is left out.
             * @example [
             *       "pet.updated",
             *       "order.placed"
             *     ]
             */
            readonly types?: readonly components["schemas"]["EventType"][];
            /**
             * What the webhook is for.
             * @example Stock of the shop in town
             */
            readonly description?: string;
            /**
             * The secret that signs the messages: `whsec_` and the base64 of its bytes. One is made if it is left out.
             * @example whsec_2fLmFiLi2PUjBvVanyr9TsRvb7Vuy8Kl5m88P5Hy0iw=
             */
            readonly secret?: string;
        };
        /** A webhook, and its secret, which is shown only once. */
        readonly WebhookWithSecret: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending, never reused.
             * @example 5
             */
            readonly id: bigint;
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is not a public address is refused, here or at the first attempt. Redirects are not followed.
             * @example https://shop.example/hooks/petstore
             */
            readonly url: string;
            /**
             * The types of events that are sent; all that the API key may see if it is left out.
             * @example [
             *       "pet.updated",
             *       "order.placed"
             *     ]
             */
            readonly types?: readonly (components["schemas"]["EventType"] | (string & {}))[];
            /**
             * What the webhook is for.
             * @example Stock of the shop in town
             */
            readonly description?: string;
            readonly state: components["schemas"]["WebhookState"];
            /**
             * Why the webhook is in this state, for people; missing while all is well.
             * @example No ping was answered yet.
             */
            readonly reason?: string;
            /**
             * Format: date-time
             * When the webhook was added.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * Until when messages bear a signature by the previous secret too; missing if there was none.
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly previousSecretUntil?: string;
            /**
             * The secret that signs the messages: `whsec_` and the base64 of its bytes. Shown only once; a repeated answer lacks it.
             * @example whsec_2fLmFiLi2PUjBvVanyr9TsRvb7Vuy8Kl5m88P5Hy0iw=
             */
            readonly secret?: string;
        };
        /** The changes to a webhook (a merge patch, RFC 7396). What is left out is not changed. `null` removes the `types` or the `description`, and is refused for any other field. With another `url` the webhook is `unverified`, and is sent a ping. */
        readonly WebhookPatch: {
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is not a public address is refused, here or at the first attempt. Redirects are not followed.
             * @example https://shop.example/hooks/petstore
             */
            readonly url?: string;
            /**
             * The types of events that are sent; `null` or an empty array for all that the API key may see.
             * @example [
             *       "pet.updated",
             *       "order.placed"
             *     ]
             */
            readonly types?: readonly components["schemas"]["EventType"][] | null;
            /**
             * What the webhook is for.
             * @example Stock of the shop in town
             */
            readonly description?: string | null;
            /**
             * Disables the webhook. Only a ping enables it.
             * @enum {string}
             */
            readonly state?: "disabled";
        };
        /** One message to one webhook, with the attempts to send it. */
        readonly Delivery: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; ascending, never reused.
             * @example 12
             */
            readonly id: bigint;
            /**
             * Format: int64
             * The webhook.
             * @example 5
             */
            readonly webhookId: bigint;
            /**
             * Format: int64
             * The event; missing for a ping. The `webhook-id` of its message is `evt_` and this id.
             * @example 4711
             */
            readonly eventId?: bigint;
            /**
             * The type of the event, or `webhook.ping`.
             * @example pet.updated
             */
            readonly type: string;
            readonly status: components["schemas"]["DeliveryStatus"];
            /** The attempts, the latest last; at most the latest 10. */
            readonly attempts: readonly components["schemas"]["Attempt"][];
            /**
             * Format: date-time
             * When the next attempt is due; only while `pending`. While the webhook is `unverified` or `disabled`, it waits.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly nextAttemptAt?: string;
            /**
             * Format: date-time
             * When the first attempt was made or requested.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly createdAt: string;
        };
        /**
         * `pending` while another attempt is to come, `delivered` once an attempt was answered by a status from 200 to 299, `failed` once no attempt is left.
         * @example delivered
         * @enum {string}
         */
        readonly DeliveryStatus: "pending" | "delivered" | "failed";
        /** One attempt to deliver a message. */
        readonly Attempt: {
            /**
             * Format: date-time
             * When the attempt began.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly at: string;
            /**
             * Format: int32
             * How long it took, in milliseconds.
             * @example 87
             */
            readonly duration: number;
            /**
             * Format: int32
             * The status of the answer; missing if there was none.
             * @example 200
             */
            readonly status?: number;
            /**
             * Why there was no answer, for people.
             * @example No connection within 5 seconds.
             */
            readonly reason?: string;
            /**
             * The beginning of the body of the answer: at most 1024 bytes of UTF-8. A control character that does not end a line is shown as U+FFFD.
             * @example thanks
             */
            readonly body?: string;
        };
        /** Where events are sent again from: after an event, or from an instant on; exactly one of the two. */
        readonly Recovery: {
            /**
             * Format: int64
             * Everything after the event with this `id` is sent; 0 is before all of them.
             * @example 4711
             */
            readonly sinceEventId?: bigint;
            /**
             * Format: date-time
             * Everything from this instant on is sent.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly since?: string;
        };
        /** Deliveries, ascending by `id`. */
        readonly Deliveries: readonly components["schemas"]["Delivery"][];
        /** How far: one of the two. */
        readonly ClockMove: {
            /**
             * By how much: a duration of ISO 8601, without years and months.
             * @example PT24H
             */
            readonly advance?: string;
            /**
             * Format: date-time
             * The time to move to.
             * @example 2030-12-05T00:00:00Z
             */
            readonly to?: string;
        };
        /** The clock of staging. */
        readonly LabClock: {
            /**
             * Format: date-time
             * What the clock says.
             * @example 2030-12-05T00:00:00.000Z
             */
            readonly now: string;
            /**
             * Format: int64
             * Seconds by which it is ahead of real time.
             * @example 126921600
             */
            readonly ahead: bigint;
        };
        /** Checks whether a receiver answers. It is not in the log of events. A status from 200 to 299 enables the webhook. */
        readonly WebhookPing: {
            /**
             * Distinguishes a ping from every event.
             * @enum {string}
             */
            readonly type: "webhook.ping";
            /**
             * Format: date-time
             * When the ping was requested.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            readonly data: {
                /** The webhook that is to answer. */
                readonly webhook: {
                    /**
                     * Format: int64
                     * The webhook that is to answer.
                     * @example 5
                     */
                    readonly id: bigint;
                };
            };
        };
        /** The body of every answer that is not a success. */
        readonly Error: {
            /** Machine-readable error code. Later versions may add codes: treat one that you do not know by its status. */
            readonly code: components["schemas"]["KnownErrorCode"] | (string & {});
            /** Human-readable description: what is wrong, where, and what would be right. */
            readonly message: string;
            /**
             * Format: int32
             * The HTTP status code.
             */
            readonly status: number;
        };
        /** An Error as problem details (RFC 9457), for a client whose `Accept` prefers `application/problem+json` to `application/json`. */
        readonly Problem: {
            /**
             * Format: uri-reference
             * Where the reference page explains the code; the same for each error with it.
             */
            readonly type: string;
            /** The code in words. */
            readonly title: string;
            /**
             * Format: int32
             * The HTTP status code.
             */
            readonly status: number;
            /** Human-readable description: what is wrong, where, and what would be right. */
            readonly detail: string;
            /**
             * Format: uri-reference
             * This one error: the path of the request, and its `X-Request-Id` as the fragment.
             */
            readonly instance: string;
            /** Machine-readable error code. Later versions may add codes: treat one that you do not know by its status. */
            readonly code: components["schemas"]["KnownErrorCode"] | (string & {});
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
