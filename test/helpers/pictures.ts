import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import type { Answer } from './http.ts'
import type { Caller } from './orders.ts'

/** Small pictures of 40 by 20 pixels, made once with sharp. */
const made = {
  /** Lying on its side (orientation 6), with the name of a person and a place (GPS). */
  jpeg: '/9j/4QFSRXhpZgAASUkqAAgAAAAIABIBAwABAAAABgAAABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwABAAAAAgAAADsBAgAXAAAAfgAAABMCAwABAAAAAQAAAGmHBAABAAAAlgAAACWIBAABAAAA5AAAAAAAAAA4YwAA6AMAADhjAADoAwAAU29tZWJvZHkgb2YgdGhpcyBob3VzZQAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAACgAAAADoAQAAQAAABQAAAAAAAAABAABAAIAAgAAAE4AAAACAAUAAwAAADIBAAADAAIAAgAAAEUAAAAEAAUAAwAAABoBAAAAAAAADQAAAAEAAAAYAAAAAQAAAAAAAAABAAAANAAAAAEAAAAfAAAAAQAAAAAAAAABAAAA/+IB8ElDQ19QUk9GSUxFAAEBAAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIAAAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/9sAQwEREhIYFRgvGhovY0I4QmNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj/8AAEQgAFAAoAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAD/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAAF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AsAlqIAAAAAAAAAD/2Q==',
  webp: 'UklGRkwAAABXRUJQVlA4IEAAAACwAwCdASooABQAPm02l0ikIyIhJWgAgA2JZwDKLoB+AAAr+C3gAAD+zoL/8guWF1yNf/gf1itKnpa32JENcAAA',
  avif: 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAC8AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAACgAAAAUAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA3bWRhdBIACgk4FSebSAhoNIAyIBlCYwTDzzzzQSBA7iGR4zOPd1B6urJeMyIr/a0iCeGA',
  animatedWebp:
    'UklGRt4AAABXRUJQVlA4WAoAAAACAAAAJwAAEwAAQU5JTQYAAAD/////AABBTk1GWgAAAAAAAAAAACcAABMAAGQAAAJWUDggQgAAAJADAJ0BKigAFAA+bTaXSKQjIiElaACADYlnAM+SgH4AACv3w3AA/vCbQ//kFywuuRr//ID/kB/yA//j3xCXXzQAAEFOTUZQAAAAAAAAAAAAJwAAEwAAZAAAAFZQOCA4AAAAtAIAnQEqKAAUAD5tLpFIglYAANiWcAdgAAV95kwAAP75Hdv//kB//kB//kB//ID//iF3sgMAAAA=',
  gif: 'R0lGODlhKAAUAIAAAExpccCAQCH5BAUAAAAALAAAAAAoABQAAAIajI+py+0Po5y02ouz3rz7D4biSJbmiabqihUAOw==',
} as const

/** A picture by its name. */
export const picture = (name: keyof typeof made): Buffer => Buffer.from(made[name], 'base64')

/** What the picture `jpeg` has in its metadata. */
export const metadataOfJpeg = ['Exif', 'Somebody of this house', 'ICC_PROFILE'] as const

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

type PngOptions = {
  /** The bytes of a line, one for each of red, green and blue; without it, all pixels are alike. */
  readonly pixels?: (length: number) => Buffer
  /** The size that the header claims, if not that of the pixels. */
  readonly claims?: readonly [width: number, height: number]
  /** Whether it claims to be animated. */
  readonly isAnimated?: boolean
  /** Bytes that follow the picture, which nothing shows. */
  readonly padding?: number
}

/** A PNG, of one colour unless it has pixels of its own. */
export const png = (width: number, height: number, options: PngOptions = {}): Buffer => {
  const { claims = [width, height], isAnimated, padding = 0 } = options
  const { pixels = (length) => Buffer.alloc(length, Buffer.from([200, 100, 50])) } = options
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claims[0], 0)
  header.writeUInt32BE(claims[1], 4)
  // 8 bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const lines = Array.from({ length: height }, () => [Buffer.alloc(1), pixels(3 * width)]).flat()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(isAnimated === true ? [chunk('acTL', control)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    ...(padding > 0 ? [chunk('prVt', Buffer.alloc(padding))] : []),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Adds a photo to an animal. */
export const addPhoto = async (caller: Caller, petId = 1, body = png(40, 40)): Promise<Answer> =>
  await caller.call(`/pets/${petId}/photos`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'image/png' },
  })
