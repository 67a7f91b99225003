import { closed, cut, get, head, joined, open, refused, type WireCases } from '../case.ts'

export const ofRequestLine: WireCases = {
  'The request line': [
    ...open('RFC 9112, 3', '200', { 'a request with a key': get() }),
    ...open('RFC 9112, 2.2', '200', {
      'the same, a byte at a time': cut(1, get()),
      'one empty line before it': joined('\r\n', get()),
      'one empty line before it, in a packet for each byte': ['\r', '\n', get()],
    }),
    ...refused('RFC 9112, 2.2', {
      'two empty lines before it': joined('\r\n\r\n', get()),
      'a bare LF before it': joined('\n', get()),
      'a bare CR before it': joined('\r', get()),
      'white space before it': joined(' ', get()),
      'a bare LF after it': 'GET /v1/pets HTTP/1.1\nHost: a\r\n\r\n',
      'a bare CR after it': 'GET /v1/pets HTTP/1.1\rHost: a\r\n\r\n',
      'CR CR LF after it': 'GET /v1/pets HTTP/1.1\r\r\nHost: a\r\n\r\n',
    }),
    ...refused('RFC 9112, 3', {
      'two spaces after the method': head('GET  /v1/pets HTTP/1.1'),
      'two spaces before the version': head('GET /v1/pets  HTTP/1.1'),
      'a space after the version': head('GET /v1/pets HTTP/1.1 '),
      'tabs in place of spaces': head('GET\t/v1/pets\tHTTP/1.1'),
      'a tab before the version': head('GET /v1/pets\tHTTP/1.1'),
      'a vertical tab before the version': head('GET /v1/pets\x0bHTTP/1.1'),
      'no target': head('GET HTTP/1.1'),
      'two targets': head('GET /v1/pets /v1/pets HTTP/1.1'),
      'no method': head('/v1/pets HTTP/1.1'),
      'a method of 50,000 letters': head(`${'A'.repeat(50_000)} /v1/pets HTTP/1.1`),
      'words that are no request line': 'HELO shop.example.com\r\n\r\n',
    }),
    // Node's parser stops at a method that it does not know, so the connection ends.
    ...closed('RFC 9110, 9.1', '501 method_not_implemented', {
      'an unknown method (FOO)': head('FOO /v1/pets HTTP/1.1'),
      'a method in lower case': head('get /v1/pets HTTP/1.1'),
      'a method that begins with a known one': head('GETS /v1/pets HTTP/1.1'),
    }),
    ...open('RFC 9110, 9.1', '501 method_not_implemented', {
      'a registered method that the service does not know (PROPFIND)': head(
        'PROPFIND /v1/pets HTTP/1.1',
      ),
    }),
    ...open('RFC 9110, 15.5.6', '405 method_not_allowed', {
      'a method of RFC 9110 that the path does not take (DELETE)': head('DELETE /v1/pets HTTP/1.1'),
    }),
    // The service reflects nothing that a client sends.
    ...open('RFC 9110, 9.3.8', '405 method_not_allowed', {
      TRACE: head('TRACE /v1/pets HTTP/1.1'),
    }),
  ],
  'The version': [
    ...closed('RFC 9112, 2.3', '200', {
      'HTTP/1.0, without Host': (key) =>
        `GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    }),
    ...open('RFC 9112, C.2.2', '200', {
      'HTTP/1.0 with Connection: keep-alive': head(
        'GET /v1/pets HTTP/1.0',
        'Connection: keep-alive',
      ),
    }),
    // A recipient should read it as HTTP/1.1. Node’s parser does not, and no such version exists.
    ...refused('RFC 9110, 2.5', { 'HTTP/1.2': head('GET /v1/pets HTTP/1.2') }),
    ...refused('RFC 9112, 2.3', {
      'HTTP/0.9, with a version': head('GET /v1/pets HTTP/0.9'),
      'HTTP/0.9, without a version': 'GET /v1/pets\r\n\r\n',
      'HTTP/2.0 in a request line': head('GET /v1/pets HTTP/2.0'),
      'HTTP/3.0 in a request line': head('GET /v1/pets HTTP/3.0'),
      'HTTP/1.10': head('GET /v1/pets HTTP/1.10'),
      'HTTP/01.1': head('GET /v1/pets HTTP/01.1'),
      'HTTP/1': head('GET /v1/pets HTTP/1'),
      'http/1.1': head('GET /v1/pets http/1.1'),
      'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'the first bytes of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'RTSP/1.0 with one of its own methods': head('DESCRIBE /v1/pets RTSP/1.0'),
      'RTSP/1.0 with GET': head('GET /v1/pets RTSP/1.0'),
      'ICE/1.0': head('SOURCE /v1/pets ICE/1.0'),
    }),
  ],
}
