import type { FastifyReply } from 'fastify'
import { jsonMediaType } from './errors/render.ts'

/** JSON that is written already, in the place of a value that is still to be. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Sends JSON text as exactly `application/json`: as bytes, since Fastify adds a charset to the type of
 * a string, and JSON has none (RFC 8259 section 11).
 */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('Content-Type', jsonMediaType).send(Buffer.from(json))
