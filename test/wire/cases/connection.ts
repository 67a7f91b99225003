import { creation, head, jsonType, malformed, petJson, type WireGroup } from '../case.ts'

const get = (key: string): string => head('GET /v1/pets HTTP/1.1', key)

export const pipelining: WireGroup = {
  title: 'Pipelining',
  cases: [
    {
      sent: 'three requests at once',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => [
        get(key) + head('GET /v1/pets/404 HTTP/1.1', key) + head('DELETE /v1/pets HTTP/1.1', key),
      ],
      answers: ['200', '404 pet_not_found', '405 method_not_allowed'],
      connection: 'open',
    },
    {
      sent: 'creates with all kinds of bodies, and reads in between',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => {
        const counted = creation(key, petJson, 'Content-Length: 27')
        const coded = creation(key, `1b\r\n${petJson}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')
        return [coded + coded + counted + get(key) + coded + get(key)]
      },
      answers: ['201', '201', '201', '200', '201', '200'],
      connection: 'open',
    },
    {
      sent: 'the same, split in the middle of lines and bodies',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => {
        const counted = creation(key, petJson, 'Content-Length: 27')
        const coded = creation(key, `1b\r\n${petJson}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')
        return (coded + coded + counted + get(key) + coded + get(key)).match(/[^]{1,89}/g) ?? []
      },
      answers: ['201', '201', '201', '200', '201', '200'],
      connection: 'open',
    },
    {
      sent: 'an empty line between requests',
      rule: 'RFC 9112, 2.2',
      packets: (key) => [`${get(key)}\r\n${get(key)}`],
      answers: ['200', '200'],
      connection: 'open',
    },
    {
      sent: 'two empty lines between requests',
      rule: 'RFC 9112, 2.2',
      packets: (key) => [`${get(key)}\r\n\r\n${get(key)}`],
      answers: ['200', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'two empty lines after a chunked body',
      rule: 'RFC 9112, 2.2',
      packets: (key) => [
        `${creation(key, `1b\r\n${petJson}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')}\r\n\r\n${get(key)}`,
      ],
      answers: ['201', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'an error after two valid requests',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => [`${get(key)}${get(key)}nonsense\r\n\r\n`],
      answers: ['200', '200', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'bytes that are not HTTP after a create',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => [`${creation(key, petJson, 'Content-Length: 27')}nonsense\r\n\r\n`],
      answers: ['201', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'the same, then the client ends its side',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => [`${creation(key, petJson, 'Content-Length: 27')}nonsense\r\n\r\n`],
      client: 'ends its side',
      answers: ['201', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'bytes that are not HTTP after creates with all kinds of fields',
      rule: 'RFC 9112, 9.3.2',
      packets: (key) => {
        const odd = creation(key, petJson, 'Content-Length: 27', 'TE: x')
        const coded = creation(key, `1b\r\n${petJson}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')
        return [`${odd}${coded}${odd}\0\0\0\0`]
      },
      answers: ['201', '201', '201', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'half a request after a create, then the client ends its side',
      rule: 'RFC 9112, 8',
      packets: (key) => [`${creation(key, petJson, 'Content-Length: 27')}GET /v1/pe`],
      client: 'ends its side',
      answers: ['201', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'two spaces in the request line of the second request',
      rule: 'RFC 9112, 3',
      packets: (key) => [get(key) + get(key).replace(' ', '  ')],
      answers: ['200', '400 malformed_request'],
      connection: 'closed',
    },
    {
      sent: 'a valid request after an error',
      rule: 'RFC 9112, 9.6',
      packets: (key) => [`${head('GET * HTTP/1.1', key)}${get(key)}`],
      ...malformed,
      note: 'The service reads nothing after a refusal.',
    },
    {
      sent: 'a request after one with Connection: close',
      rule: 'RFC 9112, 9.6',
      packets: (key) => [head('GET /v1/pets HTTP/1.1', key, 'Connection: close') + get(key)],
      answers: ['200'],
      connection: 'closed',
    },
  ],
}

export const negotiation: WireGroup = {
  title: 'Expect, Upgrade, Connection',
  cases: [
    {
      sent: 'Expect: 100-continue, the body after the 100',
      rule: 'RFC 9110, 10.1.1',
      packets: (key) => [creation(key, '', 'Content-Length: 27', 'Expect: 100-continue'), petJson],
      answers: ['100', '201'],
      connection: 'open',
    },
    {
      sent: 'Expect: 100-continue without a key',
      rule: 'RFC 9110, 10.1.1',
      packets: () => [
        `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${jsonType}\r\nContent-Length: 27\r\nExpect: 100-continue\r\n\r\n`,
      ],
      answers: ['401 missing_api_key'],
      connection: 'closed',
      note: 'The service asks only an admitted client for the body. It cannot know whether the body comes, so it closes the connection.',
    },
    {
      sent: 'Expect: 100-continue for a body that is too large',
      rule: 'RFC 9110, 10.1.1',
      packets: (key) => [creation(key, '', 'Content-Length: 70000', 'Expect: 100-continue')],
      answers: ['413 body_too_large'],
      connection: 'closed',
    },
    {
      sent: 'Expect: 100-continue for a body of another media type',
      rule: 'RFC 9110, 10.1.1',
      packets: (key) => [
        head(
          'POST /v1/pets HTTP/1.1',
          key,
          'Content-Type: text/plain',
          'Content-Length: 5',
          'Expect: 100-continue',
        ),
      ],
      answers: ['415 unsupported_media_type'],
      connection: 'closed',
    },
    {
      sent: 'Expect: 100-continue in HTTP/1.0',
      rule: 'RFC 9110, 10.1.1',
      packets: (key) => [
        creation(key, petJson, 'Content-Length: 27', 'Expect: 100-continue').replace(
          'HTTP/1.1',
          'HTTP/1.0',
        ),
      ],
      answers: ['201'],
      connection: 'closed',
    },
    {
      sent: 'an unknown expectation',
      rule: 'RFC 9110, 10.1.1',
      packets: (key) => [creation(key, petJson, 'Content-Length: 27', 'Expect: 200-ok')],
      answers: ['201'],
      connection: 'open',
      note: 'A server may answer 417. Ignoring the expectation harms nobody.',
    },
    {
      sent: 'Upgrade: h2c',
      rule: 'RFC 9110, 7.8',
      packets: (key) => [
        head(
          'GET /v1/pets HTTP/1.1',
          key,
          'Connection: Upgrade, HTTP2-Settings',
          'Upgrade: h2c',
          'HTTP2-Settings: AAMAAABkAAQAAP__',
        ),
      ],
      answers: ['200'],
      connection: 'open',
      note: 'A server may ignore it, and the service does.',
    },
    {
      sent: 'Upgrade: websocket',
      rule: 'RFC 9110, 7.8',
      packets: (key) => [
        head(
          'GET /v1/pets HTTP/1.1',
          key,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ),
      ],
      answers: ['200'],
      connection: 'open',
    },
    {
      sent: 'Upgrade, and another request in the same packet',
      rule: 'RFC 9110, 7.8',
      packets: (key) => [
        head('GET /v1/pets HTTP/1.1', key, 'Connection: Upgrade', 'Upgrade: h2c') + get(key),
      ],
      answers: ['200', '200'],
      connection: 'open',
      note: 'The protocol does not change, so the bytes that follow are an ordinary request.',
    },
    {
      sent: 'Upgrade, and another request whose body comes later and looks like a third',
      rule: 'RFC 9110, 7.8',
      packets: (key) => [
        head('GET /v1/pets HTTP/1.1', key, 'Connection: Upgrade', 'Upgrade: h2c') +
          creation(key, '', `Content-Length: ${get(key).length}`),
        get(key),
      ],
      answers: ['200', '400 invalid_json'],
      connection: 'open',
    },
    {
      sent: 'Upgrade on a request whose body comes with another request',
      rule: 'RFC 9110, 7.8',
      packets: (key) => [
        creation(key, '', 'Content-Length: 27', 'Connection: Upgrade', 'Upgrade: websocket'),
        petJson + get(key),
      ],
      answers: ['201', '200'],
      connection: 'open',
    },
    {
      sent: 'Upgrade on a request with a body',
      rule: 'RFC 9110, 7.8',
      packets: (key) => [
        creation(key, petJson, 'Content-Length: 27', 'Connection: Upgrade', 'Upgrade: websocket'),
      ],
      answers: ['201'],
      connection: 'open',
    },
    {
      sent: 'Connection: close',
      rule: 'RFC 9112, 9.6',
      packets: (key) => [head('GET /v1/pets HTTP/1.1', key, 'Connection: close')],
      answers: ['200'],
      connection: 'closed',
    },
  ],
}

export const endings: WireGroup = {
  title: 'Connections that end early',
  cases: [
    {
      sent: 'a whole request, then the client ends its side',
      rule: 'RFC 9112, 9.6',
      packets: (key) => [get(key)],
      client: 'ends its side',
      answers: ['200'],
      connection: 'closed',
    },
    {
      sent: 'half a request line, then the client ends its side',
      rule: 'RFC 9112, 8',
      packets: () => ['GET /v1/pe'],
      client: 'ends its side',
      ...malformed,
    },
    {
      sent: 'half a header, then the client ends its side',
      rule: 'RFC 9112, 8',
      packets: () => ['GET /v1/pets HTTP/1.1\r\nHost: a\r\n'],
      client: 'ends its side',
      ...malformed,
    },
    {
      sent: 'nothing, then the client ends its side',
      rule: 'RFC 9112, 9.6',
      packets: () => [],
      client: 'ends its side',
      answers: [],
      connection: 'closed',
    },
  ],
}
