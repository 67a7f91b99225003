import {
  chunked,
  closed,
  counted,
  creation,
  cut,
  ended,
  get,
  head,
  joined,
  jsonType,
  open,
  petJson,
  refused,
  type WireCases,
} from '../case.ts'

const mixed = joined(chunked(), chunked(), counted(), get(), chunked(), get())
const expecting = 'Expect: 100-continue'
const h2c = ['Connection: Upgrade', 'Upgrade: h2c'] as const
const webSocket = ['Connection: Upgrade', 'Upgrade: websocket'] as const

export const ofConnection: WireCases = {
  Pipelining: [
    ...open('RFC 9112, 9.3.2', '200, 404 pet_not_found, 405 method_not_allowed', {
      'three requests at once': joined(
        get(),
        head('GET /v1/pets/404 HTTP/1.1'),
        head('DELETE /v1/pets HTTP/1.1'),
      ),
    }),
    ...open('RFC 9112, 9.3.2', '201, 201, 201, 200, 201, 200', {
      'creates with all kinds of bodies, and reads in between': mixed,
      'the same, split in the middle of lines and bodies': cut(89, mixed),
    }),
    ...open('RFC 9112, 2.2', '200, 200', {
      'an empty line between requests': joined(get(), '\r\n', get()),
    }),
    ...closed('RFC 9112, 2.2', '200, 400 malformed_request', {
      'two empty lines between requests': joined(get(), '\r\n\r\n', get()),
    }),
    ...closed('RFC 9112, 2.2', '201, 400 malformed_request', {
      'two empty lines after a chunked body': joined(chunked(), '\r\n\r\n', get()),
    }),
    ...closed('RFC 9112, 9.3.2', '200, 200, 400 malformed_request', {
      'an error after two valid requests': joined(get(), get(), 'nonsense\r\n\r\n'),
    }),
    ...closed('RFC 9112, 9.3.2', '201, 400 malformed_request', {
      'bytes that are not HTTP after a create': joined(counted(), 'nonsense\r\n\r\n'),
    }),
    ...ended('RFC 9112, 9.3.2', '201, 400 malformed_request', {
      'the same, then the client ends its side': joined(counted(), 'nonsense\r\n\r\n'),
    }),
    ...closed('RFC 9112, 9.3.2', '201, 201, 201, 400 malformed_request', {
      'bytes that are not HTTP after creates with all kinds of fields': joined(
        counted('TE: x'),
        chunked(),
        counted('TE: x'),
        '\0\0\0\0',
      ),
    }),
    ...ended('RFC 9112, 8', '201, 400 malformed_request', {
      'half a request after a create, then the client ends its side': joined(
        counted(),
        'GET /v1/pe',
      ),
    }),
    ...closed('RFC 9112, 3', '200, 400 malformed_request', {
      'two spaces in the request line of the second request': joined(
        get(),
        head('GET  /v1/pets HTTP/1.1'),
      ),
    }),
    // The service reads nothing after a refusal.
    ...refused('RFC 9112, 9.6', {
      'a valid request after an error': joined(head('GET * HTTP/1.1'), get()),
    }),
    ...closed('RFC 9112, 9.6', '200', {
      'a request after one with Connection: close': joined(get('Connection: close'), get()),
    }),
  ],
  'Expect, Upgrade, Connection': [
    ...open('RFC 9110, 10.1.1', '100, 201', {
      'Expect: 100-continue, the body after the 100': [
        creation('', 'Content-Length: 27', expecting),
        petJson,
      ],
    }),
    // The service asks only an admitted client for the body. It cannot know whether the body comes, so it closes the connection.
    ...closed('RFC 9110, 10.1.1', '401 missing_api_key', {
      'Expect: 100-continue without a key': `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${jsonType}\r\nContent-Length: 27\r\n${expecting}\r\n\r\n`,
    }),
    ...closed('RFC 9110, 10.1.1', '413 body_too_large', {
      'Expect: 100-continue for a body that is too large': creation(
        '',
        'Content-Length: 70000',
        expecting,
      ),
    }),
    ...closed('RFC 9110, 10.1.1', '415 unsupported_media_type', {
      'Expect: 100-continue for a body of another media type': head(
        'POST /v1/pets HTTP/1.1',
        'Content-Type: text/plain',
        'Content-Length: 5',
        expecting,
      ),
    }),
    ...closed('RFC 9110, 10.1.1', '201', {
      'Expect: 100-continue in HTTP/1.0': (key) =>
        counted(expecting)(key).replace('HTTP/1.1', 'HTTP/1.0'),
    }),
    // A server may answer 417. Ignoring the expectation harms nobody.
    ...open('RFC 9110, 10.1.1', '201', { 'an unknown expectation': counted('Expect: 200-ok') }),
    // A server may ignore it, and the service does.
    ...open('RFC 9110, 7.8', '200', {
      'Upgrade: h2c': get(
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ),
      'Upgrade: websocket': get(
        ...webSocket,
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ),
    }),
    // The protocol does not change, so the bytes that follow are an ordinary request.
    ...open('RFC 9110, 7.8', '200, 200', {
      'Upgrade, and another request in the same packet': joined(get(...h2c), get()),
    }),
    ...open('RFC 9110, 7.8', '200, 400 invalid_json', {
      'Upgrade, and another request whose body comes later and looks like a third': [
        joined(get(...h2c), (key) => creation('', `Content-Length: ${get()(key).length}`)(key)),
        get(),
      ],
    }),
    ...open('RFC 9110, 7.8', '201, 200', {
      'Upgrade on a request whose body comes with another request': [
        creation('', 'Content-Length: 27', ...webSocket),
        joined(petJson, get()),
      ],
    }),
    ...open('RFC 9110, 7.8', '201', { 'Upgrade on a request with a body': counted(...webSocket) }),
    ...closed('RFC 9112, 9.6', '200', { 'Connection: close': get('Connection: close') }),
  ],
  'Connections that end early': [
    ...ended('RFC 9112, 9.6', '200', { 'a whole request, then the client ends its side': get() }),
    ...ended('RFC 9112, 8', '400 malformed_request', {
      'half a request line, then the client ends its side': 'GET /v1/pe',
      'half a header, then the client ends its side': 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n',
    }),
    ...ended('RFC 9112, 9.6', '', { 'nothing, then the client ends its side': [] }),
  ],
}
