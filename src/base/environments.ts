/** The two environments of the interface document, in its order. */
export const environments = ['production', 'staging'] as const

export type Environment = (typeof environments)[number]

/** The base addresses of the environments. Undefined if no public address is configured. */
export type BaseUrls = Readonly<Partial<Record<Environment, string | undefined>>>
