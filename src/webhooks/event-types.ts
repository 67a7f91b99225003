/** The type of the message that tries whether a receiver answers. No event has it. */
export const pingType = 'webhook.ping'
