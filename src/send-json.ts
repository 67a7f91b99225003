import type { FastifyReply } from 'fastify'
import { jsonMediaType } from './errors/render.ts'

/**
 * Sends JSON text as exactly `application/json`: as bytes, since Fastify adds a charset to the type of
 * a string, and JSON has none (RFC 8259 section 11).
 */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('Content-Type', jsonMediaType).send(Buffer.from(json))
