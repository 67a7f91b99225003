/** The two environments of the interface document, in its order. */
export const environments = ['production', 'staging'] as const

export type Environment = (typeof environments)[number]
