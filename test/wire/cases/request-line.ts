import { closed, head, open, refused, type WireGroup } from '../case.ts'

const line = (text: string) => (key: string) => head(text, key)

export const requestLine: WireGroup = {
  title: 'The request line',
  cases: [
    ...open('RFC 9112, 3', '200', {
      'a request with a key': (key) => head('GET /v1/pets HTTP/1.1', key),
    }),
    ...open('RFC 9112, 2.2', '200', {
      'the same, a byte at a time': (key) => head('GET /v1/pets HTTP/1.1', key).split(''),
      'one empty line before it': (key) => `\r\n${head('GET /v1/pets HTTP/1.1', key)}`,
      'one empty line before it, in a packet for each byte': (key) => [
        '\r',
        '\n',
        head('GET /v1/pets HTTP/1.1', key),
      ],
    }),
    ...refused('RFC 9112, 2.2', {
      'two empty lines before it': (key) => `\r\n\r\n${head('GET /v1/pets HTTP/1.1', key)}`,
      'a bare LF before it': (key) => `\n${head('GET /v1/pets HTTP/1.1', key)}`,
      'a bare CR before it': (key) => `\r${head('GET /v1/pets HTTP/1.1', key)}`,
      'white space before it': (key) => ` ${head('GET /v1/pets HTTP/1.1', key)}`,
      'a bare LF after it': () => 'GET /v1/pets HTTP/1.1\nHost: a\r\n\r\n',
      'a bare CR after it': () => 'GET /v1/pets HTTP/1.1\rHost: a\r\n\r\n',
      'CR CR LF after it': () => 'GET /v1/pets HTTP/1.1\r\r\nHost: a\r\n\r\n',
    }),
    ...refused('RFC 9112, 3', {
      'two spaces after the method': line('GET  /v1/pets HTTP/1.1'),
      'two spaces before the version': line('GET /v1/pets  HTTP/1.1'),
      'a space after the version': line('GET /v1/pets HTTP/1.1 '),
      'tabs in place of spaces': line('GET\t/v1/pets\tHTTP/1.1'),
      'a tab before the version': line('GET /v1/pets\tHTTP/1.1'),
      'a vertical tab before the version': line('GET /v1/pets\x0bHTTP/1.1'),
      'no target': line('GET HTTP/1.1'),
      'two targets': line('GET /v1/pets /v1/pets HTTP/1.1'),
      'no method': line('/v1/pets HTTP/1.1'),
    }),
    ...closed(
      'RFC 9110, 9.1',
      '501 method_not_implemented',
      {
        'an unknown method (FOO)': line('FOO /v1/pets HTTP/1.1'),
        'a method in lower case': line('get /v1/pets HTTP/1.1'),
        'a method that begins with a known one': line('GETS /v1/pets HTTP/1.1'),
      },
      { note: "Node's parser stops at a method that it does not know, so the connection ends." },
    ),
    ...refused('RFC 9112, 3', {
      'a method of 50,000 letters': line(`${'A'.repeat(50_000)} /v1/pets HTTP/1.1`),
      'words that are no request line': () => 'HELO shop.example.com\r\n\r\n',
    }),
    ...open('RFC 9110, 9.1', '501 method_not_implemented', {
      'a registered method that the service does not know (PROPFIND)': (key) =>
        head('PROPFIND /v1/pets HTTP/1.1', key),
    }),
    ...open('RFC 9110, 15.5.6', '405 method_not_allowed', {
      'a method of RFC 9110 that the path does not take (DELETE)': (key) =>
        head('DELETE /v1/pets HTTP/1.1', key),
    }),
    ...open(
      'RFC 9110, 9.3.8',
      '405 method_not_allowed',
      {
        TRACE: (key) => head('TRACE /v1/pets HTTP/1.1', key),
      },
      { note: 'The service reflects nothing that a client sends.' },
    ),
  ],
}

export const version: WireGroup = {
  title: 'The version',
  cases: [
    ...closed('RFC 9112, 2.3', '200', {
      'HTTP/1.0, without Host': (key) =>
        `GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    }),
    ...open('RFC 9112, C.2.2', '200', {
      'HTTP/1.0 with Connection: keep-alive': (key) =>
        head('GET /v1/pets HTTP/1.0', key, 'Connection: keep-alive'),
    }),
    ...closed(
      'RFC 9110, 2.5',
      '400 malformed_request',
      {
        'HTTP/1.2': (key) => head('GET /v1/pets HTTP/1.2', key),
      },
      {
        note: 'A recipient should read it as HTTP/1.1. Node’s parser does not, and no such version exists.',
      },
    ),
    ...refused('RFC 9112, 2.3', {
      'HTTP/0.9, with a version': line('GET /v1/pets HTTP/0.9'),
      'HTTP/0.9, without a version': () => 'GET /v1/pets\r\n\r\n',
      'HTTP/2.0 in a request line': line('GET /v1/pets HTTP/2.0'),
      'HTTP/3.0 in a request line': line('GET /v1/pets HTTP/3.0'),
      'HTTP/1.10': line('GET /v1/pets HTTP/1.10'),
      'HTTP/01.1': line('GET /v1/pets HTTP/01.1'),
      'HTTP/1': line('GET /v1/pets HTTP/1'),
      'http/1.1': line('GET /v1/pets http/1.1'),
      'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'the first bytes of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'RTSP/1.0 with one of its own methods': line('DESCRIBE /v1/pets RTSP/1.0'),
      'RTSP/1.0 with GET': line('GET /v1/pets RTSP/1.0'),
      'ICE/1.0': line('SOURCE /v1/pets ICE/1.0'),
    }),
  ],
}
