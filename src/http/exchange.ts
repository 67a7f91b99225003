import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from '../admission/request-id.ts'
import type { Operation } from '../contract/operation.ts'
import type { ApiError } from '../errors/api-error.ts'
import { jsonMediaType, renderError } from '../errors/render.ts'
import { type HeaderList, listOf, safetyHeaders } from '../wire/headers.ts'

/** What an operation or a page answers with. */
export type Reply = {
  readonly status: number
  /** Headers of its own. */
  readonly headers?: HeaderList
  /** Undefined where the answer has no body and no type. */
  readonly body?: string | Buffer | undefined
  /** How long the answer may be kept (`Cache-Control`); not at all where it is left out. */
  readonly keep?: string
  /** The media type of the body; JSON where it is left out. */
  readonly type?: string
}

/** One request and its answer, and what became known of them on the way. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** The target up to the question mark, as sent. */
  readonly path: string
  /** What stands behind the question mark, as sent. */
  readonly query: string
  /** When the request came, in milliseconds of the process's own clock. */
  readonly startedAt: number = performance.now()
  operation: Operation | undefined
  /** The public id of the API key that the request was admitted with. */
  keyId: string | undefined
  /** The error that the request is answered with. */
  error: ApiError | undefined
  /** Headers of every answer from here on, errors included. */
  readonly headers: string[]

  constructor(request: IncomingMessage, response: ServerResponse) {
    const target = request.url ?? ''
    const mark = target.indexOf('?')
    this.request = request
    this.response = response
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.requestId = requestIdOf(request.headers['x-request-id'])
    this.headers = ['X-Request-Id', this.requestId]
  }

  /** Whether the request announces a body, if only an empty one. */
  get hasBody(): boolean {
    const { headers } = this.request
    return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  }

  /** Answers, unless the client is gone. Node leaves the body out of an answer to HEAD. */
  reply({ status, headers = [], body, keep, type = jsonMediaType }: Reply): void {
    if (this.response.destroyed || this.response.headersSent) return
    const all = this.headers.concat(headers, keep === undefined ? safety : safetyOfKept(keep))
    if (body === undefined) {
      this.response.writeHead(status, all).end()
      return
    }
    const length = Buffer.byteLength(body)
    all.push('Content-Type', type, 'Content-Length', String(length))
    // Text of ASCII alone goes out in one write with its headers, byte for byte.
    const encoding = length === body.length ? 'latin1' : 'utf8'
    this.response.writeHead(status, all).end(body, encoding)
  }

  /** Answers with an error of the catalogue. */
  refuse(error: ApiError): void {
    this.error = error
    this.reply({ status: error.status, headers: listOf(error.headers), body: renderError(error) })
  }
}

const safety = listOf(safetyHeaders)

const safetyOfKept = (keep: string): HeaderList =>
  listOf({ ...safetyHeaders, 'Cache-Control': keep })
