/** The two environments of the interface document, in its order. */
export const environments = ['production', 'staging'] as const

export type Environment = (typeof environments)[number]

/** The base addresses of the environments. One is missing if no address is known that all callers can use. */
export type BaseUrls = Readonly<Partial<Record<Environment, string | undefined>>>
