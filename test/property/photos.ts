import assert from 'node:assert/strict'
import type { Answer } from '../helpers/http.ts'

/** Checks an answer about one photo. No case has a picture, so there is none. */
export const assertNoPhoto = ({ method, status, text }: Answer): void => {
  if (method === 'OPTIONS') return
  if (method === 'POST') assert.match(text, /"code":"invalid_image"/)
  else assert.equal(status, 404, text)
}
