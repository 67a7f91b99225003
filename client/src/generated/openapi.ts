// Generated from openapi.json by openapi-typescript; npm run generate makes it anew.

export interface paths {
    readonly "/pets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List animals
         * Returns a page of the animals, ascending by `id` unless `sort` says otherwise: all of them, or those with one `status`, of one `categoryId`, with these `id`s, or with a `name` that begins so (in the order of names). A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No animal that existed throughout is skipped or seen twice, whatever is added meanwhile.
         */
        readonly get: operations["listPets"];
        readonly put?: never;
        /**
         * Add an animal
         * Adds an animal and returns it with the `id` that the service assigned. A `status` that is left out becomes `available`. Any other field is refused.
         */
        readonly post: operations["createPet"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, POST, OPTIONS.
         */
        readonly options: operations["optionsPets"];
        /**
         * List animals: the headers alone
         * Answers as `GET /pets` does, without the body.
         */
        readonly head: operations["headPets"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/pets/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add several animals
         * Adds 1 to 100 animals, all or none, as one request of the quota. Returns them in their order, each with the `id` that the service assigned. A fault is named by its place, like `[3].name`. The body has at most 64 KiB, so 655 bytes for each of 100 animals. If long names need more, send fewer at once.
         */
        readonly post: operations["createPets"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes POST, OPTIONS.
         */
        readonly options: operations["optionsCreatePets"];
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/pets/{petId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one animal (deprecated)
         * @deprecated
         * Returns the animal with this identifier. Deprecated since 2026-11-20; removed on 2030-12-05, from when on it answers 410. Use `GET /pets?id={petId}` instead, or `GET /pets` with a `status` filter.
         */
        readonly get: operations["getPet"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an animal
         * Deletes an animal for good. No other animal ever gets its `id`. An animal that an order holds cannot be deleted.
         */
        readonly delete: operations["deletePet"];
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, PATCH, DELETE, OPTIONS.
         */
        readonly options: operations["optionsPet"];
        /**
         * Get one animal (deprecated): the headers alone
         * @deprecated
         * Answers as `GET /pets/{petId}` does, without the body.
         */
        readonly head: operations["headPet"];
        /**
         * Change an animal
         * Changes the fields that the body has (a merge patch, RFC 7396), and returns the animal as it is then. What has the value already stays as it is, and so does an animal of which nothing changes. While an order has the animal, the order alone changes its `status`.
         */
        readonly patch: operations["updatePet"];
        readonly trace?: never;
    };
    readonly "/categories": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List categories
         * Returns a page of the categories, ascending by `id`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No category that existed throughout is skipped or seen twice.
         */
        readonly get: operations["listCategories"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsCategories"];
        /**
         * List categories: the headers alone
         * Answers as `GET /categories` does, without the body.
         */
        readonly head: operations["headCategories"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/categories/{categoryId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one category
         * Returns the category with this number.
         */
        readonly get: operations["getCategory"];
        /**
         * Name a category, or rename it
         * Gives a number a name, or another one. The client chooses the number, which may be any int64. No animal needs its category to have a name. The same request again changes nothing.
         */
        readonly put: operations["putCategory"];
        readonly post?: never;
        /**
         * Delete a category
         * Takes the name from a number. The animals of the category stay as they are, with their `categoryId`.
         */
        readonly delete: operations["deleteCategory"];
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, PUT, DELETE, OPTIONS.
         */
        readonly options: operations["optionsCategory"];
        /**
         * Get one category: the headers alone
         * Answers as `GET /categories/{categoryId}` does, without the body.
         */
        readonly head: operations["headCategory"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/store/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List orders
         * Returns a page of the orders of the whole store, whoever placed them, ascending by `id` unless `sort` says otherwise: all of them, or those that every filter admits. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No order that existed throughout is skipped or seen twice.
         */
        readonly get: operations["listOrders"];
        readonly put?: never;
        /**
         * Place an order
         * Holds an animal that is `available`: it becomes `pending`, and nobody else can order it. The hold ends at `expiresAt` unless the order is approved or delivered before. Of any number of callers at once, one gets the animal.
         */
        readonly post: operations["placeOrder"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, POST, OPTIONS.
         */
        readonly options: operations["optionsOrders"];
        /**
         * List orders: the headers alone
         * Answers as `GET /store/orders` does, without the body.
         */
        readonly head: operations["headOrders"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/store/orders/{orderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one order
         * Returns the order with this identifier, whoever placed it.
         */
        readonly get: operations["getOrder"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an order
         * Deletes an order for good. One that is `placed` lets its animal go. One that is `approved` or `delivered` cannot be deleted. No other order ever gets its `id`.
         */
        readonly delete: operations["deleteOrder"];
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, PATCH, DELETE, OPTIONS.
         */
        readonly options: operations["optionsOrder"];
        /**
         * Get one order: the headers alone
         * Answers as `GET /store/orders/{orderId}` does, without the body.
         */
        readonly head: operations["headOrder"];
        /**
         * Change an order
         * Changes the fields that the body has (a merge patch, RFC 7396), and returns the order as it is then. Its animal follows in the same moment: `delivered` makes it `sold`; `cancelled` and `returned` make it `available`. An order that is `placed` can become `approved`, `delivered` or `cancelled`; an `approved` one `delivered` or `cancelled`; a `delivered` one `returned`. What has the value already stays as it is.
         */
        readonly patch: operations["updateOrder"];
        readonly trace?: never;
    };
    readonly "/store/inventory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the animals
         * Returns how many animals there are of each status, exact at one moment.
         */
        readonly get: operations["getInventory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsInventory"];
        /**
         * Count the animals: the headers alone
         * Answers as `GET /store/inventory` does, without the body.
         */
        readonly head: operations["headInventory"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * Returns a page of what happened, in the order in which it became visible: all of it, or what every filter admits. Read on by the URL that the `Link` header gives with `rel="next"`: it is on every page, also on an empty one, and who follows it misses nothing and sees nothing twice. Events are kept for some weeks. With `sort=-id` the newest come first, and the last page has no `next`.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsEvents"];
        /**
         * List events: the headers alone
         * Answers as `GET /events` does, without the body.
         */
        readonly head: operations["headEvents"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * See what the key has used
         * Returns what the API key may do, and what it has used of its quota. It costs nothing of the quota and is answered under a ban too; it may be asked 60 times a minute.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsUsage"];
        /**
         * See what the key has used: the headers alone
         * Answers as `GET /usage` does, without the body.
         */
        readonly head: operations["headUsage"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/usage/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * See what the key has used over time
         * Returns how many requests the API key and those that it replaced sent, by minute, hour or day, operation and answer, ascending by `start`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. A request shows about a second after its answer; a crash of the service can lose the last second. It costs nothing of the quota; together with `GET /usage` it may be asked 60 times a minute.
         */
        readonly get: operations["getUsageHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsUsageHistory"];
        /**
         * See what the key has used over time: the headers alone
         * Answers as `GET /usage/history` does, without the body.
         */
        readonly head: operations["headUsageHistory"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhooks
         * Returns a page of the webhooks of the API key, of those that it replaced and of those that replaced it, ascending by `id`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Add a webhook
         * Adds a webhook and returns it with its `secret`, which is shown only now. It is sent a ping at once, signed as every message. Once a ping is answered by a status from 200 to 299 the webhook is `enabled`, and is sent every event from then on. An answer that is repeated for an `Idempotency-Key` lacks the secret: if the first one was lost, take a new secret.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, POST, OPTIONS.
         */
        readonly options: operations["optionsWebhooks"];
        /**
         * List webhooks: the headers alone
         * Answers as `GET /webhooks` does, without the body.
         */
        readonly head: operations["headWebhooks"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one webhook
         * Returns the webhook with this identifier, its state, and why it is in it.
         */
        readonly get: operations["getWebhook"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook
         * Deletes a webhook for good: nothing more is sent to it, and its deliveries are not found any more. Messages that are under way may still arrive.
         */
        readonly delete: operations["deleteWebhook"];
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, PATCH, DELETE, OPTIONS.
         */
        readonly options: operations["optionsWebhook"];
        /**
         * Get one webhook: the headers alone
         * Answers as `GET /webhooks/{webhookId}` does, without the body.
         */
        readonly head: operations["headWebhook"];
        /**
         * Change a webhook
         * Changes the fields that the body has (a merge patch, RFC 7396), and returns the webhook as it is then. With another `url` it is `unverified` and is sent a ping; once that is answered it goes on where it stood. `state` can only become `disabled`; a ping enables.
         */
        readonly patch: operations["updateWebhook"];
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a ping
         * Sends the webhook a ping, once, whatever its state. An answer with a status from 200 to 299 enables it. The delivery that is returned tells what became of it. While one ping is under way, asking for another returns that one.
         */
        readonly post: operations["pingWebhook"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes POST, OPTIONS.
         */
        readonly options: operations["optionsPingWebhook"];
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a new secret
         * Gives the webhook a new secret, and returns it: it is shown only now. For 24 hours messages bear a signature by the secret before, too, so that a receiver can change over in peace. If the secret before has leaked, ask twice: then neither of the two older ones signs. An answer that is repeated for an `Idempotency-Key` lacks the secret.
         */
        readonly post: operations["renewWebhookSecret"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes POST, OPTIONS.
         */
        readonly options: operations["optionsRenewWebhookSecret"];
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/recover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send past events again
         * Sets the webhook back in the log: it is sent everything again that happened after an event or from an instant on, by its `types` of now, and what comes after as usual. It is never set forward. From an instant on means that a few earlier events may be among them.
         */
        readonly post: operations["recoverWebhook"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes POST, OPTIONS.
         */
        readonly options: operations["optionsRecoverWebhook"];
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * Returns a page of the deliveries of a webhook, ascending by `id` unless `sort` says otherwise, with all attempts. They are kept as long as events are, the latest 1,000 that were delivered and the latest 1,000 that failed. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsDeliveries"];
        /**
         * List deliveries: the headers alone
         * Answers as `GET /webhooks/{webhookId}/deliveries` does, without the body.
         */
        readonly head: operations["headDeliveries"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/deliveries/{deliveryId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one delivery
         * Returns one message to a webhook, with the attempts to send it.
         */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes GET, HEAD, OPTIONS.
         */
        readonly options: operations["optionsDelivery"];
        /**
         * Get one delivery: the headers alone
         * Answers as `GET /webhooks/{webhookId}/deliveries/{deliveryId}` does, without the body.
         */
        readonly head: operations["headDelivery"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a message again
         * Sends the message of a delivery again, now, whatever became of it, and by the whole schedule if that fails. It bears the same `webhook-id`.
         */
        readonly post: operations["redeliver"];
        readonly delete?: never;
        /**
         * Ask for the methods of the path
         * Answers without an API key that the path takes POST, OPTIONS.
         */
        readonly options: operations["optionsRedeliver"];
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "pet.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive pet.created
         * An animal was added, changed or deleted. The `type` is `pet.created`.
         */
        readonly post: operations["receivePetCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "pet.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive pet.updated
         * An animal was added, changed or deleted. The `type` is `pet.updated`.
         */
        readonly post: operations["receivePetUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "pet.deleted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive pet.deleted
         * An animal was added, changed or deleted. The `type` is `pet.deleted`.
         */
        readonly post: operations["receivePetDeleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "pets.imported": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive pets.imported
         * The operator added animals from a file. All of them are visible since this event, and have no event of their own. The `type` is `pets.imported`.
         */
        readonly post: operations["receivePetsImported"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.placed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.placed
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.placed`.
         */
        readonly post: operations["receiveOrderPlaced"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.approved": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.approved
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.approved`.
         */
        readonly post: operations["receiveOrderApproved"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.delivered": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.delivered
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.delivered`.
         */
        readonly post: operations["receiveOrderDelivered"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.expired
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.expired`.
         */
        readonly post: operations["receiveOrderExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.cancelled
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.cancelled`.
         */
        readonly post: operations["receiveOrderCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.returned": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.returned
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.returned`.
         */
        readonly post: operations["receiveOrderReturned"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.updated
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.updated`.
         */
        readonly post: operations["receiveOrderUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "order.deleted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive order.deleted
         * An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. The `type` is `order.deleted`.
         */
        readonly post: operations["receiveOrderDeleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "category.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive category.created
         * A category was named, renamed or deleted. The `type` is `category.created`.
         */
        readonly post: operations["receiveCategoryCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "category.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive category.updated
         * A category was named, renamed or deleted. The `type` is `category.updated`.
         */
        readonly post: operations["receiveCategoryUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "category.deleted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive category.deleted
         * A category was named, renamed or deleted. The `type` is `category.deleted`.
         */
        readonly post: operations["receiveCategoryDeleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "usage.threshold_reached": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive usage.threshold_reached
         * Much of the quota of a day is used up. Only the owner of the key sees it. The `type` is `usage.threshold_reached`.
         */
        readonly post: operations["receiveUsageThresholdReached"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "key.banned": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive key.banned
         * The API key went on sending after 429 answers and is banned. Only its owner sees it. The `type` is `key.banned`.
         */
        readonly post: operations["receiveKeyBanned"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "key.expiring": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive key.expiring
         * An API key expires within seven days. Only its owner sees it. The `type` is `key.expiring`.
         */
        readonly post: operations["receiveKeyExpiring"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive webhook.ping
         * Tries whether a receiver answers. It is in no log. A status from 200 to 299 enables the webhook. The `type` is `webhook.ping`.
         */
        readonly post: operations["receiveWebhookPing"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
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
             * Unique identifier, assigned by the service on creation; upwards from 1, never reused. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 1
             */
            readonly id: bigint;
            /**
             * The animal's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Rex
             */
            readonly name: string;
            /**
             * Format: int64
             * Identifier of the category the animal belongs to. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 3
             */
            readonly categoryId: bigint;
            /** Whether the animal can be adopted. Every animal returned has it. */
            readonly status?: components["schemas"]["PetStatus"];
        };
        /** An animal to add. The service assigns its `id`. */
        readonly NewPet: {
            /**
             * The animal's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Rex
             */
            readonly name: string;
            /**
             * Format: int64
             * Identifier of the category the animal belongs to. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 3
             */
            readonly categoryId: bigint;
            /** Whether the animal can be adopted; `available` if it is left out. */
            readonly status?: components["schemas"]["PetStatus"];
        };
        /** 1 to 100 animals to add, all or none. */
        readonly NewPets: readonly components["schemas"]["NewPet"][];
        /** What is to change of an animal (a merge patch, RFC 7396). What is left out stays as it is. Every animal has every field, so `null` is refused. */
        readonly PetPatch: {
            /**
             * The animal's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Rex
             */
            readonly name?: string;
            /**
             * Format: int64
             * Identifier of the category the animal belongs to. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 3
             */
            readonly categoryId?: bigint;
            /** What the animal becomes. An animal that is `sold` first becomes `available`, when it came back. */
            readonly status?: components["schemas"]["PetStatus"];
        };
        /** Categories, ascending by `id`. */
        readonly Categories: readonly components["schemas"]["Category"][];
        /** A category: the name of a number that animals may bear as their `categoryId`. */
        readonly Category: {
            /**
             * Format: int64
             * The `categoryId` that animals of this category bear, chosen by the client. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 3
             */
            readonly id: bigint;
            /**
             * The category's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Dogs
             */
            readonly name: string;
        };
        /** The name that a category is to have. */
        readonly CategoryName: {
            /**
             * The category's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Dogs
             */
            readonly name: string;
        };
        /**
         * Where an order is: `placed` (a hold that expires), `approved`, `delivered`, or at an end.
         * @enum {string}
         */
        readonly OrderStatus: "placed" | "approved" | "delivered" | "expired" | "cancelled" | "returned";
        /** Orders, ascending by `id`. */
        readonly Orders: readonly components["schemas"]["Order"][];
        /** An order of the store for one animal. */
        readonly Order: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service on creation; upwards from 1, never reused. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 1
             */
            readonly id: bigint;
            /**
             * Format: int64
             * Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 1
             */
            readonly petId: bigint;
            readonly status: components["schemas"]["OrderStatus"];
            /**
             * The client's own word for the order, with no personal data, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
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
             * When the hold ends, or ended: only of an order that is `placed` or `expired`.
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly expiresAt?: string;
            /**
             * Format: date-time
             * When the order last became `delivered`, `expired`, `cancelled` or `returned`; missing while it is open. A return moves it.
             * @example 2026-11-20T15:30:00.000Z
             */
            readonly closedAt?: string;
        };
        /** An order to place. The animal is held until it expires, unless it is approved. */
        readonly NewOrder: {
            /**
             * Format: int64
             * Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 1
             */
            readonly petId: bigint;
            /**
             * The client's own word for the order, with no personal data, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example walk-in 12
             */
            readonly reference?: string;
            /**
             * Format: date-time
             * When the hold ends: from 60 seconds to 7 days ahead; 24 hours ahead if it is left out. A date-time of RFC 3339 with any offset, to the millisecond.
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly expiresAt?: string;
        };
        /** What is to change of an order (a merge patch, RFC 7396). What is left out stays as it is. `null` is refused: a field can be changed, not removed. */
        readonly OrderPatch: {
            /** What the order becomes. Only the clock makes one `expired`. */
            readonly status?: components["schemas"]["OrderStatus"];
            /**
             * The client's own word for the order, with no personal data, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example walk-in 12
             */
            readonly reference?: string;
            /**
             * Format: date-time
             * When the hold ends: from 60 seconds to 7 days ahead, only of an order that is `placed`. A date-time of RFC 3339 with any offset, to the millisecond.
             * @example 2026-11-21T12:00:00.000Z
             */
            readonly expiresAt?: string;
        };
        /** How many animals there are of each status. */
        readonly Inventory: {
            /**
             * Format: int64
             * How many animals are `available`. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 12
             */
            readonly available: bigint;
            /**
             * Format: int64
             * How many animals are `pending`. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 12
             */
            readonly pending: bigint;
            /**
             * Format: int64
             * How many animals are `sold`. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 12
             */
            readonly sold: bigint;
        };
        /**
         * What happened.
         * @enum {string}
         */
        readonly EventType: "pet.created" | "pet.updated" | "pet.deleted" | "pets.imported" | "order.placed" | "order.approved" | "order.delivered" | "order.expired" | "order.cancelled" | "order.returned" | "order.updated" | "order.deleted" | "category.created" | "category.updated" | "category.deleted" | "usage.threshold_reached" | "key.banned" | "key.expiring";
        /** Events, ascending by `id`. */
        readonly Events: readonly components["schemas"]["Event"][];
        /** What happened, by its `type`. Later versions may add types and fields: pass over a type that you do not know. */
        readonly Event: components["schemas"]["PetEvent"] | components["schemas"]["PetsImportedEvent"] | components["schemas"]["OrderEvent"] | components["schemas"]["CategoryEvent"] | components["schemas"]["UsageThresholdEvent"] | components["schemas"]["KeyBannedEvent"] | components["schemas"]["KeyExpiringEvent"];
        /** An animal was added, changed or deleted. */
        readonly PetEvent: {
            /**
             * Format: int64
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
            readonly data: {
                /** The animal after the change; if it was deleted, before it. */
                readonly pet: components["schemas"]["Pet"];
                /** Of a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * The animal's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
                     * @example Rex
                     */
                    readonly name?: string;
                    /**
                     * Format: int64
                     * Identifier of the category the animal belongs to. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
                     * @example 3
                     */
                    readonly categoryId?: bigint;
                    /** Whether the animal can be adopted. Every animal returned has it. */
                    readonly status?: components["schemas"]["PetStatus"];
                };
            };
        };
        /** The operator added animals from a file. All of them are visible since this event, and have no event of their own. */
        readonly PetsImportedEvent: {
            /**
             * Format: int64
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
            readonly data: {
                /**
                 * Format: int64
                 * Identifier of the first animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
                 * @example 101
                 */
                readonly first: bigint;
                /**
                 * Format: int64
                 * Identifier of the last one. The animals have all identifiers between. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
                 * @example 1100
                 */
                readonly last: bigint;
                /**
                 * Format: int64
                 * How many animals were added. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
                 * @example 1000
                 */
                readonly count: bigint;
            };
        };
        /** An order came to the status that its type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows. */
        readonly OrderEvent: {
            /**
             * Format: int64
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
            readonly data: {
                /** The order after the change; if it was deleted, before it. */
                readonly order: components["schemas"]["Order"];
                /** Of a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * Format: int64
                     * Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
                     * @example 1
                     */
                    readonly petId?: bigint;
                    readonly status?: components["schemas"]["OrderStatus"];
                    /**
                     * The client's own word for the order, with no personal data, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
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
                     * When the hold ends, or ended: only of an order that is `placed` or `expired`.
                     * @example 2026-11-21T12:00:00.000Z
                     */
                    readonly expiresAt?: string;
                    /**
                     * Format: date-time
                     * When the order last became `delivered`, `expired`, `cancelled` or `returned`; missing while it is open. A return moves it.
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
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
            readonly data: {
                /** The category after the change; if it was deleted, before it. */
                readonly category: components["schemas"]["Category"];
                /** Of a change: the former values of the fields that changed. A field that was missing before is missing here. */
                readonly previous?: {
                    /**
                     * The category's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
                     * @example Dogs
                     */
                    readonly name?: string;
                };
            };
        };
        /** Much of the quota of a day is used up. Only the owner of the key sees it. */
        readonly UsageThresholdEvent: {
            /**
             * Format: int64
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
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
        /** The API key went on sending after 429 answers and is banned. Only its owner sees it. */
        readonly KeyBannedEvent: {
            /**
             * Format: int64
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
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
             * Identifier of the event; upwards from 1, in the order in which the changes became visible. An id that is missing is that of an event that is not for this key. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * The name of the API key that asked for it; missing if none did: the clock, or a command of the operator.
             * @example Front desk
             */
            readonly by?: string;
            /** What it tells. */
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
        /** What an API key may do and has used. All keys of a rotation chain count together: a key, and all keys that it replaced. */
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
            readonly scopes: readonly ("pets:read" | "pets:write" | "categories:write" | "orders:read" | "orders:write" | "events:read" | "webhooks:write")[];
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
        /** The requests of a key by interval and kind, ascending by `start`. What nobody sent has no entry. */
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
             * The `operationId` of the operation; `none` if the path or the method is none of the interface; `other` for all operations beyond the 60 kinds of requests that an interval tells apart.
             * @example listPets
             */
            readonly operation: string;
            /**
             * Format: int32
             * The HTTP status code of the answers.
             * @example 200
             */
            readonly status: number;
            /**
             * The code of the error; missing if the answer was none.
             * @enum {string}
             */
            readonly code?: "malformed_request" | "invalid_json" | "invalid_body" | "invalid_parameter" | "missing_api_key" | "invalid_api_key" | "wrong_environment" | "insufficient_scope" | "pet_not_found" | "category_not_found" | "order_not_found" | "webhook_not_found" | "delivery_not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_key_in_use" | "transition_not_allowed" | "pet_has_order" | "pet_not_available" | "order_limit_reached" | "order_not_deletable" | "webhook_limit_reached" | "webhook_disabled" | "operation_removed" | "cursor_expired" | "precondition_failed" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limit_exceeded" | "api_key_banned" | "header_fields_too_large" | "internal_error" | "method_not_implemented" | "service_unavailable";
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
        /** Webhooks, ascending by `id`. */
        readonly Webhooks: readonly components["schemas"]["Webhook"][];
        /** An address of a client, to which the service sends events. */
        readonly Webhook: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; upwards, never reused. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 5
             */
            readonly id: bigint;
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is no public address is refused, here or at the first attempt. Nothing follows redirects.
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
             * What the webhook is for, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
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
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is no public address is refused, here or at the first attempt. Nothing follows redirects.
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
             * What the webhook is for, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Stock of the shop in town
             */
            readonly description?: string;
        };
        /** A webhook, and its secret, which is shown only once. */
        readonly WebhookWithSecret: {
            /**
             * Format: int64
             * Unique identifier, assigned by the service; upwards, never reused. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 5
             */
            readonly id: bigint;
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is no public address is refused, here or at the first attempt. Nothing follows redirects.
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
             * What the webhook is for, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
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
             * The secret that signs the messages: `whsec_` and the base64 of its bytes. It is shown this once; a repeated answer (`Idempotent-Replayed`) lacks it.
             * @example whsec_2fLmFiLi2PUjBvVanyr9TsRvb7Vuy8Kl5m88P5Hy0iw=
             */
            readonly secret?: string;
        };
        /** What is to change of a webhook (a merge patch, RFC 7396). What is left out stays as it is. `null` is refused: a field can be changed, not removed. Empty `types` mean all types again. With another `url` the webhook is `unverified`, and is sent a ping. */
        readonly WebhookPatch: {
            /**
             * Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is no public address is refused, here or at the first attempt. Nothing follows redirects.
             * @example https://shop.example/hooks/petstore
             */
            readonly url?: string;
            /**
             * The types of events that are sent; an empty array for all that the API key may see.
             * @example [
             *       "pet.updated",
             *       "order.placed"
             *     ]
             */
            readonly types?: readonly components["schemas"]["EventType"][];
            /**
             * What the webhook is for, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.
             * @example Stock of the shop in town
             */
            readonly description?: string;
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
             * Unique identifier, assigned by the service; upwards, never reused. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 12
             */
            readonly id: bigint;
            /**
             * Format: int64
             * The webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
             * @example 5
             */
            readonly webhookId: bigint;
            /**
             * Format: int64
             * The event; missing for a ping. Its message has the `webhook-id` `evt_` and this. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
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
             * When the first attempt was made, or asked for.
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
             * The beginning of the body of the answer: at most 1024 bytes of UTF-8. A control character that ends no line is shown as U+FFFD.
             * @example thanks
             */
            readonly body?: string;
        };
        /** From where on events are sent again: after an event, or from an instant on; one of the two. */
        readonly Recovery: {
            /**
             * Format: int64
             * Everything after the event with this `id` is sent; 0 is before all of them. A 64-bit integer, from 0 to 9223372036854775807.
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
        /** Tries whether a receiver answers. It is in no log. A status from 200 to 299 enables the webhook. */
        readonly WebhookPing: {
            /**
             * Tells a ping from every event.
             * @enum {string}
             */
            readonly type: "webhook.ping";
            /**
             * Format: date-time
             * When the ping was asked for.
             * @example 2026-11-20T12:00:00.000Z
             */
            readonly timestamp: string;
            readonly data: {
                /** The webhook that is to answer. */
                readonly webhook: {
                    /**
                     * Format: int64
                     * The webhook that is to answer. A 64-bit integer, from -9223372036854775808 to 9223372036854775807.
                     * @example 5
                     */
                    readonly id: bigint;
                };
            };
        };
        /** What every answer that is no success has as its body. */
        readonly Error: {
            /**
             * Machine-readable error code.
             * @enum {string}
             */
            readonly code: "malformed_request" | "invalid_json" | "invalid_body" | "invalid_parameter" | "missing_api_key" | "invalid_api_key" | "wrong_environment" | "insufficient_scope" | "pet_not_found" | "category_not_found" | "order_not_found" | "webhook_not_found" | "delivery_not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_key_in_use" | "transition_not_allowed" | "pet_has_order" | "pet_not_available" | "order_limit_reached" | "order_not_deletable" | "webhook_limit_reached" | "webhook_disabled" | "operation_removed" | "cursor_expired" | "precondition_failed" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limit_exceeded" | "api_key_banned" | "header_fields_too_large" | "internal_error" | "method_not_implemented" | "service_unavailable";
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
            /**
             * Machine-readable error code.
             * @enum {string}
             */
            readonly code: "malformed_request" | "invalid_json" | "invalid_body" | "invalid_parameter" | "missing_api_key" | "invalid_api_key" | "wrong_environment" | "insufficient_scope" | "pet_not_found" | "category_not_found" | "order_not_found" | "webhook_not_found" | "delivery_not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_key_in_use" | "transition_not_allowed" | "pet_has_order" | "pet_not_available" | "order_limit_reached" | "order_not_deletable" | "webhook_limit_reached" | "webhook_disabled" | "operation_removed" | "cursor_expired" | "precondition_failed" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limit_exceeded" | "api_key_banned" | "header_fields_too_large" | "internal_error" | "method_not_implemented" | "service_unavailable";
        };
    };
    responses: {
        /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. */
        readonly BadRequest: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `missing_api_key`: There is no Authorization header, or it has another scheme than Bearer. `invalid_api_key`: The API key is unknown, revoked or expired. `wrong_environment`: The API key is one of the other environment. */
        readonly Unauthorized: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `request_timeout`: The headers or the body came too slowly. */
        readonly RequestTimeout: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `uri_too_long`: The request target is longer than 8 KiB. */
        readonly URITooLong: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `rate_limit_exceeded`: The requests of this minute or of this day are used up: those of the API key or, if no valid one came, those of the network address. The message says which. `api_key_banned`: The API key went on sending after 429 answers, as often as its plan allows requests in a minute. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `header_fields_too_large`: The header fields are larger than 16 KiB together. */
        readonly RequestHeaderFieldsTooLarge: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `internal_error`: The service failed. */
        readonly InternalServerError: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `service_unavailable`: The service cannot do this now: its database is out of reach or full, or it is shutting down. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenPetsRead: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenPetsWrite: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenCategoriesWrite: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenOrdersRead: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenOrdersWrite: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenEventsRead: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
        readonly ForbiddenWebhooksWrite: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Vary: components["headers"]["Vary"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
        readonly "webhook-id": string;
        /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
        readonly "webhook-timestamp": bigint;
        /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
        readonly "webhook-signature": string;
    };
    requestBodies: never;
    headers: {
        /**
         * The limit that applies to the caller: that of the window with the fewest requests remaining, or of the one that stops the caller.
         * @example 60
         */
        readonly "X-RateLimit-Limit": number;
        /**
         * Requests remaining in that window.
         * @example 59
         */
        readonly "X-RateLimit-Remaining": number;
        /**
         * Unix timestamp, in seconds, at which that window (or a ban) ends.
         * @example 1795132860
         */
        readonly "X-RateLimit-Reset": number;
        /**
         * Both windows of the plan: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-11).
         * @example "minute";q=60;w=60, "day";q=1000;w=86400
         */
        readonly "RateLimit-Policy": string;
        /**
         * What remains (`r`) of both windows and the seconds to their ends (`t`).
         * @example "minute";r=59;t=42, "day";r=998;t=51234
         */
        readonly RateLimit: string;
        /**
         * Identifies the request in the operator's log: the client's own `X-Request-Id` where it sent a plain one, else a new one.
         * @example 3e0f9a3c-7d0b-4e0e-9d3a-2f0c5f6b1a77
         */
        readonly "X-Request-Id": string;
        /**
         * Whole seconds after which to retry.
         * @example 42
         */
        readonly "Retry-After": number;
        /**
         * The challenge of RFC 6750: with `error` and `error_description` where a key was sent, or with the `scope` that a valid key lacks.
         * @example Bearer realm="petstore"
         */
        readonly "WWW-Authenticate": string;
        /**
         * The methods that the path takes.
         * @example GET, HEAD, POST, OPTIONS
         */
        readonly Allow: string;
        /**
         * RFC 8288: on a list the `first` page and, where there is one, the `next`; on a deprecated operation its `successor-version` and the `deprecation` notice. A target may be relative to the URL of the request.
         * @example <https://api.example.com/v1/pets?limit=20>; rel="first"
         */
        readonly Link: string;
        /**
         * The URL of what was added, or a reference that is relative to the URL of the request (RFC 9110, 10.2.2).
         * @example https://api.example.com/v1/pets?id=13
         */
        readonly Location: string;
        /**
         * The state of what the body shows, for `If-Match` and `If-None-Match` (RFC 9110, 8.8.3). Compare it whole; what is in it may change its form.
         * @example "3fa2c1-7"
         */
        readonly ETag: string;
        /**
         * Only where the answer is that of an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        readonly "Idempotent-Replayed": "true";
        /**
         * On every error, whose form depends on `Accept`. With `Origin` if the operator lets web pages of other origins in.
         * @example Accept
         */
        readonly Vary: string;
        /**
         * The media type that the operation takes.
         * @example application/json
         */
        readonly Accept: "application/json" | "application/merge-patch+json, application/json";
        /**
         * The media types of a patch that the operation takes (RFC 5789, 3.1).
         * @example application/merge-patch+json, application/json
         */
        readonly "Accept-Patch": string;
        /**
         * The content codings that the operation takes.
         * @example identity
         */
        readonly "Accept-Encoding": "identity";
        /**
         * When the operation was deprecated (RFC 9745).
         * @example @1795132800
         */
        readonly Deprecation: "@1795132800";
        /**
         * When the operation is removed (RFC 8594).
         * @example Thu, 05 Dec 2030 00:00:00 GMT
         */
        readonly Sunset: "Thu, 05 Dec 2030 00:00:00 GMT";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listPets: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of animals returned. */
                readonly limit?: number;
                /** Whether the animal can be adopted. */
                readonly status?: components["schemas"]["PetStatus"];
                /** Only these animals: 1 to 100 ids; ids that no animal has are left out. Without `limit`, all of them are on one page. Several values stand with commas between them (`id=a,b`), or the parameter is repeated (`id=a&id=b`); both mean the same. */
                readonly id?: readonly bigint[];
                /** Only animals of this category. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly categoryId?: bigint;
                /** Only animals whose name begins so, in any case of letters: `re` finds Rex and RENÉ. The list is in the order of names, without regard to case, and of `id`s. A letter with a mark is another letter. No other filter and no `sort` goes with it. */
                readonly name?: string;
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `status` and `id` and `categoryId` and `name` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** A page of animals; an empty array where there are none. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pets"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsRead"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createPet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second animal. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each animal, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The animal to add. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPet"];
            };
        };
        readonly responses: {
            /** The animal was added. */
            readonly 201: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pet"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsWrite"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsPets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headPets: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of animals returned. */
                readonly limit?: number;
                /** Whether the animal can be adopted. */
                readonly status?: components["schemas"]["PetStatus"];
                /** Only these animals: 1 to 100 ids; ids that no animal has are left out. Without `limit`, all of them are on one page. Several values stand with commas between them (`id=a,b`), or the parameter is repeated (`id=a&id=b`); both mean the same. */
                readonly id?: readonly bigint[];
                /** Only animals of this category. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly categoryId?: bigint;
                /** Only animals whose name begins so, in any case of letters: `re` finds Rex and RENÉ. The list is in the order of names, without regard to case, and of `id`s. A letter with a mark is another letter. No other filter and no `sort` goes with it. */
                readonly name?: string;
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `status` and `id` and `categoryId` and `name` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createPets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second batch. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each batch, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The animals to add. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPets"];
            };
        };
        readonly responses: {
            /** The animals were added. */
            readonly 201: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pets"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsWrite"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsCreatePets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly petId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The animal. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pet"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    /**
                     * When the operation was deprecated (RFC 9745).
                     * @example @1795132800
                     */
                    readonly Deprecation?: "@1795132800";
                    /**
                     * When the operation is removed (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    readonly Sunset?: "Thu, 05 Dec 2030 00:00:00 GMT";
                    /**
                     * RFC 8288: on a list the `first` page and, where there is one, the `next`; on a deprecated operation its `successor-version` and the `deprecation` notice. A target may be relative to the URL of the request.
                     * @example <https://api.example.com/docs>; rel="deprecation"
                     */
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `missing_api_key`: There is no Authorization header, or it has another scheme than Bearer. `invalid_api_key`: The API key is unknown, revoked or expired. `wrong_environment`: The API key is one of the other environment. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `insufficient_scope`: The API key is limited to scopes, and the one that the operation needs is not among them. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `pet_not_found`: There is no such animal. A petId that is no int64 names no animal, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `request_timeout`: The headers or the body came too slowly. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `operation_removed`: The operation was removed: GET /pets/{petId}, from 2030-12-05T00:00:00Z on. */
            readonly 410: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `uri_too_long`: The request target is longer than 8 KiB. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `rate_limit_exceeded`: The requests of this minute or of this day are used up: those of the API key or, if no valid one came, those of the network address. The message says which. `api_key_banned`: The API key went on sending after 429 answers, as often as its plan allows requests in a minute. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `header_fields_too_large`: The header fields are larger than 16 KiB together. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `internal_error`: The service failed. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `service_unavailable`: The service cannot do this now: its database is out of reach or full, or it is shutting down. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly deletePet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly petId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The animal is gone. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsWrite"];
            /** `pet_not_found`: There is no such animal. A petId that is no int64 names no animal, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `pet_has_order`: An order has the animal, so the order alone moves its status; and an animal that is held cannot be deleted. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsPet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly petId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly "Accept-Patch": components["headers"]["Accept-Patch"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headPet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly petId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    /**
                     * When the operation was deprecated (RFC 9745).
                     * @example @1795132800
                     */
                    readonly Deprecation?: "@1795132800";
                    /**
                     * When the operation is removed (RFC 8594).
                     * @example Thu, 05 Dec 2030 00:00:00 GMT
                     */
                    readonly Sunset?: "Thu, 05 Dec 2030 00:00:00 GMT";
                    /**
                     * RFC 8288: on a list the `first` page and, where there is one, the `next`; on a deprecated operation its `successor-version` and the `deprecation` notice. A target may be relative to the URL of the request.
                     * @example <https://api.example.com/docs>; rel="deprecation"
                     */
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Not Found: what GET answers, without its body. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Gone: what GET answers, without its body. */
            readonly 410: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updatePet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the animal. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly petId: bigint;
            };
            readonly cookie?: never;
        };
        /** What is to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/merge-patch+json": components["schemas"]["PetPatch"];
                readonly "application/json": components["schemas"]["PetPatch"];
            };
        };
        readonly responses: {
            /** The animal as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pet"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsWrite"];
            /** `pet_not_found`: There is no such animal. A petId that is no int64 names no animal, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `pet_has_order`: An order has the animal, so the order alone moves its status; and an animal that is held cannot be deleted. `transition_not_allowed`: The status that there is cannot become the one that the request asks for; or expiresAt is to change though the order is not placed. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly "Accept-Patch": components["headers"]["Accept-Patch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listCategories: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of categories returned. */
                readonly limit?: number;
                /** Where a later page starts: opaque, taken from the `Link` header of the page before. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** A page of categories; an empty array if there are none. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Categories"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsRead"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsCategories: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headCategories: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of categories returned. */
                readonly limit?: number;
                /** Where a later page starts: opaque, taken from the `Link` header of the page before. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** The number that the category names. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly categoryId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The category. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Category"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsRead"];
            /** `category_not_found`: There is no such category. A categoryId that is no int64 names no category, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly putCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** The number that the category names. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly categoryId: bigint;
            };
            readonly cookie?: never;
        };
        /** The name. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CategoryName"];
            };
        };
        readonly responses: {
            /** The category had a name; it has this one now. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Category"];
                };
            };
            /** The category has a name now. */
            readonly 201: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Category"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenCategoriesWrite"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** The number that the category names. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly categoryId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The category has no name any more. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenCategoriesWrite"];
            /** `category_not_found`: There is no such category. A categoryId that is no int64 names no category, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly categoryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headCategory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** The number that the category names. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly categoryId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Not Found: what GET answers, without its body. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listOrders: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of orders returned. */
                readonly limit?: number;
                /** Only orders with one of these statuses. Several values stand with commas between them (`status=a,b`), or the parameter is repeated (`status=a&status=b`); both mean the same. */
                readonly status?: readonly components["schemas"]["OrderStatus"][];
                /** Only orders for one of these animals: 1 to 20 ids. Several values stand with commas between them (`petId=a,b`), or the parameter is repeated (`petId=a&petId=b`); both mean the same. */
                readonly petId?: readonly bigint[];
                /** Only orders with exactly this `reference`. */
                readonly reference?: string;
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `status` and `petId` and `reference` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** A page of orders; an empty array if there are none. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Orders"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenOrdersRead"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly placeOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second order. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each order, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The order to place. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewOrder"];
            };
        };
        readonly responses: {
            /** The animal is held. */
            readonly 201: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenOrdersWrite"];
            /** `pet_not_found`: There is no such animal. A petId that is no int64 names no animal, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. `pet_not_available`: The animal is not available, so no order can be placed for it. `order_limit_reached`: The caller has as many orders that are placed as its plan allows. Orders that are approved do not count. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    /**
                     * Whole seconds after which to retry.
                     * @example 42
                     */
                    readonly "Retry-After"?: number;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsOrders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headOrders: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of orders returned. */
                readonly limit?: number;
                /** Only orders with one of these statuses. Several values stand with commas between them (`status=a,b`), or the parameter is repeated (`status=a&status=b`); both mean the same. */
                readonly status?: readonly components["schemas"]["OrderStatus"][];
                /** Only orders for one of these animals: 1 to 20 ids. Several values stand with commas between them (`petId=a,b`), or the parameter is repeated (`petId=a&petId=b`); both mean the same. */
                readonly petId?: readonly bigint[];
                /** Only orders with exactly this `reference`. */
                readonly reference?: string;
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `status` and `petId` and `reference` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the order. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly orderId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The order. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenOrdersRead"];
            /** `order_not_found`: There is no such order. An orderId that is no int64 names no order, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the order. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly orderId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The order is gone. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenOrdersWrite"];
            /** `order_not_found`: There is no such order. An orderId that is no int64 names no order, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `order_not_deletable`: The order is approved or delivered, so it cannot be deleted. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly "Accept-Patch": components["headers"]["Accept-Patch"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the order. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly orderId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Not Found: what GET answers, without its body. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the order. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly orderId: bigint;
            };
            readonly cookie?: never;
        };
        /** What is to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/merge-patch+json": components["schemas"]["OrderPatch"];
                readonly "application/json": components["schemas"]["OrderPatch"];
            };
        };
        readonly responses: {
            /** The order as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenOrdersWrite"];
            /** `order_not_found`: There is no such order. An orderId that is no int64 names no order, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `transition_not_allowed`: The status that there is cannot become the one that the request asks for; or expiresAt is to change though the order is not placed. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly "Accept-Patch": components["headers"]["Accept-Patch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getInventory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The number of animals of each status. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Inventory"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenPetsRead"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsInventory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headInventory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of events returned. */
                readonly limit?: number;
                /** Where the list begins: behind the event with this id; 0 is before all of them. No `cursor` goes with it. A 64-bit integer, from 0 to 9223372036854775807. */
                readonly after?: bigint;
                /** Only events of these types. Several values stand with commas between them (`type=a,b`), or the parameter is repeated (`type=a&type=b`); both mean the same. */
                readonly type?: readonly components["schemas"]["EventType"][];
                /** Only events of this animal, of its orders, and of the import that added it. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly petId?: bigint;
                /** Only events of this order. No `petId` goes with it. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly orderId?: bigint;
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `after` and `type` and `petId` and `orderId` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** A page of events; an empty array if there are none yet. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Events"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenEventsRead"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `cursor_expired`: The cursor, or the id in after, is of a place that the log of events does not have: events behind it were removed with age, or the store was restored from a backup. */
            readonly 410: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headEvents: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of events returned. */
                readonly limit?: number;
                /** Where the list begins: behind the event with this id; 0 is before all of them. No `cursor` goes with it. A 64-bit integer, from 0 to 9223372036854775807. */
                readonly after?: bigint;
                /** Only events of these types. Several values stand with commas between them (`type=a,b`), or the parameter is repeated (`type=a&type=b`); both mean the same. */
                readonly type?: readonly components["schemas"]["EventType"][];
                /** Only events of this animal, of its orders, and of the import that added it. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly petId?: bigint;
                /** Only events of this order. No `petId` goes with it. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly orderId?: bigint;
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `after` and `type` and `petId` and `orderId` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Gone: what GET answers, without its body. */
            readonly 410: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What the key has used. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Usage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            /** `rate_limit_exceeded`: The requests of this minute or of this day are used up: those of the API key or, if no valid one came, those of the network address. The message says which. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getUsageHistory: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of entries returned. */
                readonly limit?: number;
                /** The length of the intervals, by the UTC clock; `hour` if it is left out. The minutes of the last hour are kept, the hours of 7 days, and the days of 90, the present one included. */
                readonly interval?: "minute" | "hour" | "day";
                /** Only intervals that begin then or later; all that are kept if it is left out. */
                readonly from?: string;
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `interval` and `from`. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The requests of the key. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UsageHistory"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            /** `rate_limit_exceeded`: The requests of this minute or of this day are used up: those of the API key or, if no valid one came, those of the network address. The message says which. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsUsageHistory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headUsageHistory: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of entries returned. */
                readonly limit?: number;
                /** The length of the intervals, by the UTC clock; `hour` if it is left out. The minutes of the last hour are kept, the hours of 7 days, and the days of 90, the present one included. */
                readonly interval?: "minute" | "hour" | "day";
                /** Only intervals that begin then or later; all that are kept if it is left out. */
                readonly from?: string;
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `interval` and `from`. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of webhooks returned. */
                readonly limit?: number;
                /** Where a later page starts: opaque, taken from the `Link` header of the page before. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** A page of webhooks; an empty array if there are none. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second webhook. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each webhook, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The webhook to add. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWebhook"];
            };
        };
        readonly responses: {
            /** The webhook was added, and is sent a ping. */
            readonly 201: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. `webhook_limit_reached`: The keys of the caller have as many webhooks as they may have. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    /**
                     * Whole seconds after which to retry.
                     * @example 42
                     */
                    readonly "Retry-After"?: number;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of webhooks returned. */
                readonly limit?: number;
                /** Where a later page starts: opaque, taken from the `Link` header of the page before. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The webhook. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The webhook is gone. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly "Accept-Patch": components["headers"]["Accept-Patch"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Not Found: what GET answers, without its body. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        /** What is to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/merge-patch+json": components["schemas"]["WebhookPatch"];
                readonly "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        readonly responses: {
            /** The webhook as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly "Accept-Patch": components["headers"]["Accept-Patch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly pingWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second ping. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each ping, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The ping is under way. */
            readonly 202: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsPingWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly renewWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second secret. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each secret, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The webhook, with its new secret. */
            readonly 201: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsRenewWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly recoverWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second recovery. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each recovery, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        /** From where on. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Recovery"];
            };
        };
        readonly responses: {
            /** The events are under way. */
            readonly 202: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_json`: The body is empty, not UTF-8, or not JSON (RFC 8259). `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. `webhook_disabled`: The webhook is disabled or was never verified, so it is sent nothing but pings. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    /**
                     * Whole seconds after which to retry.
                     * @example 42
                     */
                    readonly "Retry-After"?: number;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `body_too_large`: The body is larger than 64 KiB. */
            readonly 413: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `unsupported_media_type`: The body is not application/json. */
            readonly 415: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsRecoverWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of deliveries returned. */
                readonly limit?: number;
                /** Only deliveries with one of these statuses. Several values stand with commas between them (`status=a,b`), or the parameter is repeated (`status=a&status=b`); both mean the same. */
                readonly status?: readonly components["schemas"]["DeliveryStatus"][];
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `status` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** A page of deliveries; an empty array if there are none. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** Maximum number of deliveries returned. */
                readonly limit?: number;
                /** Only deliveries with one of these statuses. Several values stand with commas between them (`status=a,b`), or the parameter is repeated (`status=a&status=b`); both mean the same. */
                readonly status?: readonly components["schemas"]["DeliveryStatus"][];
                /** The order of the list: descending by `id`, so the newest come first; ascending if it is left out. */
                readonly sort?: "-id";
                /** Where a later page starts: opaque, taken from the `Link` header of the page before, and good only with the same `status` and `sort`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Not Found: what GET answers, without its body. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
                /** Identifier of the delivery. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly deliveryId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            /** The resource still has the `ETag` that `If-None-Match` names. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. `delivery_not_found`: The webhook has no such delivery. A deliveryId or webhookId that is no int64 names none, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `precondition_failed`: The request has a condition (If-Match, If-None-Match) that does not hold, so nothing was done. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly headDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Does what is asked only if the resource exists and its `ETag` is one of these; else the answer is 412. `*` stands for any (RFC 9110, 13.1.1). */
                readonly "If-Match"?: string;
                /** Does what is asked only if the resource does not exist or its `ETag` is none of these; else the answer is 412, and of a GET 304. `*` stands for any (RFC 9110, 13.1.2). */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
                /** Identifier of the delivery. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly deliveryId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** What GET answers, without its body. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** What GET answers, without its body. */
            readonly 304: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Bad Request: what GET answers, without its body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Unauthorized: what GET answers, without its body. */
            readonly 401: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Forbidden: what GET answers, without its body. */
            readonly 403: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Not Found: what GET answers, without its body. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Timeout: what GET answers, without its body. */
            readonly 408: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Precondition Failed: what GET answers, without its body. */
            readonly 412: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** URI Too Long: what GET answers, without its body. */
            readonly 414: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Too Many Requests: what GET answers, without its body. */
            readonly 429: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Request Header Fields Too Large: what GET answers, without its body. */
            readonly 431: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Internal Server Error: what GET answers, without its body. */
            readonly 500: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Service Unavailable: what GET answers, without its body. */
            readonly 503: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly redeliver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** Makes the creation happen once: within 24 hours, the same request with the same key is answered with the first answer again, marked `Idempotent-Replayed: true`, and adds no second redelivery. A quoted string (RFC 9651) and the bare characters are the same key. Take a new UUID for each redelivery, like `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, and send it again with each retry. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** Identifier of the webhook. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly webhookId: bigint;
                /** Identifier of the delivery. A 64-bit integer, from -9223372036854775808 to 9223372036854775807. */
                readonly deliveryId: bigint;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The message is under way. */
            readonly 202: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. `invalid_parameter`: A parameter of the path or of the query is out of range, malformed, repeated or unknown, or a header field that the operation takes is malformed. `invalid_body`: The body is JSON, but not what the operation takes; or the operation takes none. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenWebhooksWrite"];
            /** `webhook_not_found`: The keys of the caller have no such webhook. A webhookId that is no int64 names none, so it is this too, unless the path goes on to one delivery. `delivery_not_found`: The webhook has no such delivery. A deliveryId or webhookId that is no int64 names none, so it is this too. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            /** `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. `webhook_disabled`: The webhook is disabled or was never verified, so it is sent nothing but pings. */
            readonly 409: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    /**
                     * Whole seconds after which to retry.
                     * @example 42
                     */
                    readonly "Retry-After"?: number;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 414: components["responses"]["URITooLong"];
            /** `idempotency_key_reused`: The Idempotency-Key was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly optionsRedeliver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly webhookId: string;
                /** Anything: the methods belong to the path, whatever the identifier. */
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** The methods that the path takes. */
            readonly 204: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** `malformed_request`: The bytes are no valid HTTP request, or a GET has a body. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["URITooLong"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["RequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly receivePetCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PetEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receivePetUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PetEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receivePetDeleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PetEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receivePetsImported: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PetsImportedEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderPlaced: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderApproved: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderDelivered: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderReturned: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveOrderDeleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveCategoryCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CategoryEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveCategoryUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CategoryEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveCategoryDeleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CategoryEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveUsageThresholdReached: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UsageThresholdEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveKeyBanned: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyBannedEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveKeyExpiring: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyExpiringEvent"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receiveWebhookPing: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** Identifies the message. It is the same in every attempt, and so tells a repeat. */
                readonly "webhook-id": components["parameters"]["webhook-id"];
                /** When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one. */
                readonly "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** `v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret takes the place of another there are two, with a space between them. */
                readonly "webhook-signature": components["parameters"]["webhook-signature"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookPing"];
            };
        };
        readonly responses: {
            /** Nobody wants the messages any more: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** The receiver has the message. The body of the answer does not matter. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** Any other answer, a redirect too, or none within 15 seconds: the message is sent again later. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
