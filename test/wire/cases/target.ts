import { closed, head, open, refused, type WireCase, type WireGroup } from '../case.ts'

const get = (target: string) => (key: string) => head(`GET ${target} HTTP/1.1`, key)

type Row = readonly [sent: string, target: string, answer: string, rule: string, note?: string]

const answered = (rows: readonly Row[]): readonly WireCase[] =>
  rows.flatMap(([sent, target, answer, rule, note]) =>
    open(rule, answer, { [sent]: get(target) }, note === undefined ? {} : { note }),
  )

export const targetForms: WireGroup = {
  title: 'The form of the request target',
  cases: [
    ...answered([
      ['absolute-form', 'http://other.example/v1/pets', '200', 'RFC 9112, 3.2.2'],
      [
        'absolute-form, scheme in capitals',
        'HTTP://other.example:80/v1/pets',
        '200',
        'RFC 9110, 4.2.3',
      ],
      ['absolute-form with an IPv6 address', 'http://[::1]:8080/v1/pets', '200', 'RFC 3986, 3.2.2'],
      [
        'absolute-form with a query and no path',
        'http://other.example?a=b',
        '200',
        'RFC 9110, 4.2.3',
      ],
    ]),
    ...refused('RFC 9110, 4.2', {
      'absolute-form with user information': get('http://user:word@other.example/v1/pets'),
      'absolute-form without a host': get('http:///v1/pets'),
      'absolute-form with a port but no host': get('http://:80/v1/pets'),
      'absolute-form with port 99999': get('http://other.example:99999/v1/pets'),
      'absolute-form of another scheme': get('ftp://other.example/v1/pets'),
    }),
    ...open('RFC 9112, 3.2.4', '204', {
      'OPTIONS *': (key) => head('OPTIONS * HTTP/1.1', key),
      'OPTIONS in absolute-form without a path': (key) =>
        head('OPTIONS http://other.example HTTP/1.1', key),
    }),
    ...refused('RFC 9112, 3.2.4', {
      'GET *': get('*'),
      'POST *': (key) => head('POST * HTTP/1.1', key),
    }),
    ...refused('RFC 9112, 3.2.3', {
      'authority-form with GET': get('other.example:443'),
      'CONNECT with an authority': (key) => head('CONNECT other.example:443 HTTP/1.1', key),
      'CONNECT with a path': (key) => head('CONNECT /v1/pets HTTP/1.1', key),
    }),
  ],
}

export const targetBytes: WireGroup = {
  title: 'The characters of the request target',
  cases: [
    ...refused('RFC 3986, 2', {
      'NUL in the target': get('/v1/pets\0'),
      'a control character in the target': get('/v1/pets\x01'),
      'DEL in the target': get('/v1/pets\x7f'),
      'UTF-8 that is not encoded': get('/v1/pets/\xc3\xa9'),
      'a fragment': get('/v1/pets#top'),
      'a quotation mark': get('/v1/pets?a="'),
      'a < and a >': get('/v1/pets?a=<b>'),
      'a backslash': get('/v1\\pets'),
      'a ^': get('/v1/pets?a=^'),
      'a {': get('/v1/pets/{petId}'),
      'a |': get('/v1/pets?a=|'),
    }),
    ...refused('RFC 3986, 2.1', {
      '%zz': get('/v1/pets/%zz'),
      'a % at the end': get('/v1/pets/1%'),
      'a % with one digit': get('/v1/pets?limit=%4'),
      'encoded bytes that are not UTF-8': get('/v1/pets/%ff'),
      'an overlong encoding of /': get('/v1/pets/%c0%af'),
      'an encoded lone surrogate': get('/v1/pets/%ed%a0%80'),
    }),
    ...answered([
      ['a letter of the path encoded', '/v1/%70ets', '200', 'RFC 3986, 6.2.2.2'],
      ['a digit of petId encoded', '/v1/pets/%34', '404 pet_not_found', 'RFC 3986, 6.2.2.2'],
      [
        '%2F in petId',
        '/v1/pets/1%2F2',
        '404 pet_not_found',
        'RFC 3986, 2.2',
        'An encoded slash does not separate segments, and 1/2 is not an int64.',
      ],
      [
        '%2F in place of a slash',
        '/v1/pets%2F1',
        '404 route_not_found',
        'RFC 3986, 2.2',
        'An encoded slash does not separate segments.',
      ],
      [
        '%3F in place of a question mark',
        '/v1/pets%3Flimit=1',
        '404 route_not_found',
        'RFC 3986, 2.2',
      ],
      ['%00 in petId', '/v1/pets/%00', '404 pet_not_found', 'RFC 3986, 7.3'],
      ['an encoded line end in petId', '/v1/pets/%0d%0aX:1', '404 pet_not_found', 'RFC 3986, 7.3'],
      [
        '.. as a segment',
        '/v1/x/../pets',
        '404 route_not_found',
        'RFC 3986, 5.2.4',
        'Only a client that resolves a reference removes dot segments. The service takes them as names, and no route has them.',
      ],
    ]),
    ...open('RFC 3986, 5.2.4', '401 missing_api_key', {
      '.. out of /v1, without a key': () => 'GET /v1/../healthz HTTP/1.1\r\nHost: a\r\n\r\n',
      '.. out of /v1, encoded, without a key': () =>
        'GET /v1/%2e%2e/healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    }),
    ...answered([
      ['an empty first segment', '//v1/pets', '404 route_not_found', 'RFC 3986, 3.3'],
      ['a parameter of a segment', '/v1/pets;a=b', '404 route_not_found', 'RFC 3986, 3.3'],
      [
        'a target of 8,192 bytes',
        `/v1/${'a'.repeat(8_188)}`,
        '404 route_not_found',
        'RFC 9110, 4.1',
      ],
    ]),
    ...closed('RFC 9110, 15.5.15', '414 uri_too_long', {
      'a target of 8,193 bytes': get(`/v1/${'a'.repeat(8_189)}`),
      'a target of 50,000 bytes': get(`/v1/${'a'.repeat(50_000)}`),
      'a target of 50,000 bytes, in packets of 1,000': (key) =>
        get(`/v1/${'a'.repeat(50_000)}`)(key).match(/[^]{1,1000}/g) ?? [],
    }),
    ...closed('RFC 9110, 15.5.15', '200, 414 uri_too_long', {
      'a target of 50,000 bytes with a key, after a valid request': (key) => [
        get('/v1/pets')(key),
        get(`/v1/${'a'.repeat(50_000)}`)(key),
      ],
    }),
    ...closed('RFC 9112, 3.2', '400 malformed_request', {
      'a space in the target': get('/v1/pets/1 2'),
    }),
  ],
}
