import {
  chunked,
  closed,
  creation,
  ended,
  head,
  jsonType,
  open,
  petJson,
  type WireGroup,
} from '../case.ts'

const get = (key: string): string => head('GET /v1/pets HTTP/1.1', key)

const counted = (key: string): string => creation(key, petJson, 'Content-Length: 27')
const coded = (key: string): string => chunked(key, `1b\r\n${petJson}\r\n0\r\n\r\n`)
const mixed = (key: string): string =>
  [coded, coded, counted, get, coded, get].map((make) => make(key)).join('')

export const pipelining: WireGroup = {
  title: 'Pipelining',
  cases: [
    ...open('RFC 9112, 9.3.2', '200, 404 pet_not_found, 405 method_not_allowed', {
      'three requests at once': (key) =>
        get(key) + head('GET /v1/pets/404 HTTP/1.1', key) + head('DELETE /v1/pets HTTP/1.1', key),
    }),
    ...open('RFC 9112, 9.3.2', '201, 201, 201, 200, 201, 200', {
      'creates with all kinds of bodies, and reads in between': mixed,
      'the same, split in the middle of lines and bodies': (key) =>
        mixed(key).match(/[^]{1,89}/g) ?? [],
    }),
    ...open('RFC 9112, 2.2', '200, 200', {
      'an empty line between requests': (key) => `${get(key)}\r\n${get(key)}`,
    }),
    ...closed('RFC 9112, 2.2', '200, 400 malformed_request', {
      'two empty lines between requests': (key) => `${get(key)}\r\n\r\n${get(key)}`,
    }),
    ...closed('RFC 9112, 2.2', '201, 400 malformed_request', {
      'two empty lines after a chunked body': (key) => `${coded(key)}\r\n\r\n${get(key)}`,
    }),
    ...closed('RFC 9112, 9.3.2', '200, 200, 400 malformed_request', {
      'an error after two valid requests': (key) => `${get(key)}${get(key)}nonsense\r\n\r\n`,
    }),
    ...closed('RFC 9112, 9.3.2', '201, 400 malformed_request', {
      'bytes that are not HTTP after a create': (key) => `${counted(key)}nonsense\r\n\r\n`,
    }),
    ...ended('RFC 9112, 9.3.2', '201, 400 malformed_request', {
      'the same, then the client ends its side': (key) => `${counted(key)}nonsense\r\n\r\n`,
    }),
    ...closed('RFC 9112, 9.3.2', '201, 201, 201, 400 malformed_request', {
      'bytes that are not HTTP after creates with all kinds of fields': (key) => {
        const odd = creation(key, petJson, 'Content-Length: 27', 'TE: x')
        return `${odd}${coded(key)}${odd}\0\0\0\0`
      },
    }),
    ...ended('RFC 9112, 8', '201, 400 malformed_request', {
      'half a request after a create, then the client ends its side': (key) =>
        `${counted(key)}GET /v1/pe`,
    }),
    ...closed('RFC 9112, 3', '200, 400 malformed_request', {
      'two spaces in the request line of the second request': (key) =>
        get(key) + get(key).replace(' ', '  '),
    }),
    ...closed(
      'RFC 9112, 9.6',
      '400 malformed_request',
      {
        'a valid request after an error': (key) => `${head('GET * HTTP/1.1', key)}${get(key)}`,
      },
      { note: 'The service reads nothing after a refusal.' },
    ),
    ...closed('RFC 9112, 9.6', '200', {
      'a request after one with Connection: close': (key) =>
        head('GET /v1/pets HTTP/1.1', key, 'Connection: close') + get(key),
    }),
  ],
}

export const negotiation: WireGroup = {
  title: 'Expect, Upgrade, Connection',
  cases: [
    ...open('RFC 9110, 10.1.1', '100, 201', {
      'Expect: 100-continue, the body after the 100': (key) => [
        creation(key, '', 'Content-Length: 27', 'Expect: 100-continue'),
        petJson,
      ],
    }),
    ...closed(
      'RFC 9110, 10.1.1',
      '401 missing_api_key',
      {
        'Expect: 100-continue without a key': () =>
          `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${jsonType}\r\nContent-Length: 27\r\nExpect: 100-continue\r\n\r\n`,
      },
      {
        note: 'The service asks only an admitted client for the body. It cannot know whether the body comes, so it closes the connection.',
      },
    ),
    ...closed('RFC 9110, 10.1.1', '413 body_too_large', {
      'Expect: 100-continue for a body that is too large': (key) =>
        creation(key, '', 'Content-Length: 70000', 'Expect: 100-continue'),
    }),
    ...closed('RFC 9110, 10.1.1', '415 unsupported_media_type', {
      'Expect: 100-continue for a body of another media type': (key) =>
        head(
          'POST /v1/pets HTTP/1.1',
          key,
          'Content-Type: text/plain',
          'Content-Length: 5',
          'Expect: 100-continue',
        ),
    }),
    ...closed('RFC 9110, 10.1.1', '201', {
      'Expect: 100-continue in HTTP/1.0': (key) =>
        creation(key, petJson, 'Content-Length: 27', 'Expect: 100-continue').replace(
          'HTTP/1.1',
          'HTTP/1.0',
        ),
    }),
    ...open(
      'RFC 9110, 10.1.1',
      '201',
      {
        'an unknown expectation': (key) =>
          creation(key, petJson, 'Content-Length: 27', 'Expect: 200-ok'),
      },
      { note: 'A server may answer 417. Ignoring the expectation harms nobody.' },
    ),
    ...open(
      'RFC 9110, 7.8',
      '200',
      {
        'Upgrade: h2c': (key) =>
          head(
            'GET /v1/pets HTTP/1.1',
            key,
            'Connection: Upgrade, HTTP2-Settings',
            'Upgrade: h2c',
            'HTTP2-Settings: AAMAAABkAAQAAP__',
          ),
      },
      { note: 'A server may ignore it, and the service does.' },
    ),
    ...open('RFC 9110, 7.8', '200', {
      'Upgrade: websocket': (key) =>
        head(
          'GET /v1/pets HTTP/1.1',
          key,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ),
    }),
    ...open(
      'RFC 9110, 7.8',
      '200, 200',
      {
        'Upgrade, and another request in the same packet': (key) =>
          head('GET /v1/pets HTTP/1.1', key, 'Connection: Upgrade', 'Upgrade: h2c') + get(key),
      },
      { note: 'The protocol does not change, so the bytes that follow are an ordinary request.' },
    ),
    ...open('RFC 9110, 7.8', '200, 400 invalid_json', {
      'Upgrade, and another request whose body comes later and looks like a third': (key) => [
        head('GET /v1/pets HTTP/1.1', key, 'Connection: Upgrade', 'Upgrade: h2c') +
          creation(key, '', `Content-Length: ${get(key).length}`),
        get(key),
      ],
    }),
    ...open('RFC 9110, 7.8', '201, 200', {
      'Upgrade on a request whose body comes with another request': (key) => [
        creation(key, '', 'Content-Length: 27', 'Connection: Upgrade', 'Upgrade: websocket'),
        petJson + get(key),
      ],
    }),
    ...open('RFC 9110, 7.8', '201', {
      'Upgrade on a request with a body': (key) =>
        creation(key, petJson, 'Content-Length: 27', 'Connection: Upgrade', 'Upgrade: websocket'),
    }),
    ...closed('RFC 9112, 9.6', '200', {
      'Connection: close': (key) => head('GET /v1/pets HTTP/1.1', key, 'Connection: close'),
    }),
  ],
}

export const endings: WireGroup = {
  title: 'Connections that end early',
  cases: [
    ...ended('RFC 9112, 9.6', '200', {
      'a whole request, then the client ends its side': get,
    }),
    ...ended('RFC 9112, 8', '400 malformed_request', {
      'half a request line, then the client ends its side': () => 'GET /v1/pe',
      'half a header, then the client ends its side': () => 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n',
    }),
    ...ended('RFC 9112, 9.6', '', {
      'nothing, then the client ends its side': () => [],
    }),
  ],
}
