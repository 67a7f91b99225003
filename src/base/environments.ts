/** The two environments of the interface document, in its order. */
export const environments = ['production', 'staging'] as const

export type Environment = (typeof environments)[number]

/** The base URL of each environment; undefined if no public address is configured. */
export type BaseUrls = Readonly<Partial<Record<Environment, string | undefined>>>
