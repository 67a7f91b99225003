/** Bytes of a secret: more than the 24 that Standard Webhooks 1.0 asks for at least. */
export const secretBytes = 32

/** A secret as clients get it (Standard Webhooks 1.0): `whsec_` and the base64 of its bytes. */
export const secretText = (bytes: Uint8Array): string =>
  `whsec_${Buffer.from(bytes).toString('base64')}`

/** What a sealed secret belongs to: nobody can use it for webhooks of another owner. */
export const aboutSecret = ({ ownerId }: { readonly ownerId: string }): string =>
  `webhook:${ownerId}`
