import { closed, counted, cut, get, open, refused, type WireCases } from '../case.ts'

const long = get(`A: ${'b'.repeat(60_000)}`)

const withHost =
  (...lines: readonly string[]) =>
  (key: string) =>
    ['GET /v1/pets HTTP/1.1', `Authorization: Bearer ${key}`, ...lines, '', ''].join('\r\n')

export const ofFields: WireCases = {
  'Header fields': [
    ...refused('RFC 9112, 2.2', {
      'a bare LF after a field': get('A: b\nC: d'),
      'a bare LF in place of the empty line': (key) =>
        `GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\n`,
      'a bare CR in a value': get('A: b\rc'),
      'a bare CR after a field': get('A: b\rC: d'),
      'white space before the first field': 'GET /v1/pets HTTP/1.1\r\n Host: a\r\n\r\n',
    }),
    ...refused('RFC 9112, 5.2', {
      'obsolete folding with a space': get('A: b\r\n c'),
      'obsolete folding with a tab': get('A: b\r\n\tc'),
      'obsolete folding of an empty value': get('A:\r\n b'),
    }),
    ...refused('RFC 9112, 5.1', {
      'a space before the colon': get('A : b'),
      'a tab before the colon': get('A\t: b'),
    }),
    ...refused('RFC 9110, 5.1', {
      'an empty name': get(': b'),
      'a line without a colon': get('Abc'),
      'a space in a name': get('A b: c'),
      'a ( in a name': get('A(b: c'),
      'an @ in a name': get('A@b: c'),
      'a " in a name': get('A"b: c'),
      'NUL in a name': get('A\0b: c'),
      'UTF-8 in a name': get('\xc3\xa9: c'),
    }),
    ...refused('RFC 9110, 5.5', {
      'NUL in a value': get('A: b\0c'),
      'a control character in a value': get('A: b\x01c'),
      'a vertical tab in a value': get('A: b\x0bc'),
      'DEL in a value': get('A: b\x7fc'),
    }),
    ...open('RFC 9110, 5.5', '200', {
      'UTF-8 in a value': get('User-Agent: caf\xc3\xa9'),
      'a tab in a value': get('User-Agent: a\tb'),
      'an empty value': get('User-Agent:'),
    }),
    ...open('RFC 9112, 5', '200', { 'white space around a value': get('User-Agent: \t a \t') }),
    ...open('RFC 9110, 5.4', '200', { '3,000 fields': get('a:\r\n'.repeat(2_999) + 'a:') }),
    ...open('RFC 6585, 5', '200', { '16,000 bytes of fields': get(`A: ${'b'.repeat(15_900)}`) }),
    ...closed('RFC 6585, 5', '431 header_fields_too_large', {
      '17,000 bytes in one field': get(`A: ${'b'.repeat(17_000)}`),
      '17,000 bytes in many fields': get('A: bcdefg\r\n'.repeat(1_545) + 'A: b'),
      '17,000 bytes of white space after a colon': get(`A:${' '.repeat(17_000)}b`),
      '60,000 bytes in one field': long,
      'a name of 60,000 bytes': get(`${'b'.repeat(60_000)}: a`),
      '60,000 bytes in one field, in packets of 1,000': cut(1_000, long),
    }),
    ...closed('RFC 6585, 5', '200, 431 header_fields_too_large', {
      'a field that never ends, after a valid request': [get(), long],
    }),
  ],
  'Host, and fields that come once': [
    ...refused('RFC 9112, 3.2', {
      'no Host': withHost(),
      'two Hosts, the same': withHost('Host: a', 'Host: a'),
      'two Hosts, different': withHost('Host: a', 'host: b'),
      'Host with user information': withHost('Host: user@a'),
      'Host with a space': withHost('Host: a b'),
      'Host with a list': withHost('Host: a, b'),
      'Host with a path': withHost('Host: a/b'),
      'Host with a scheme': withHost('Host: http://a'),
      'Host with a port that is not a number': withHost('Host: a:b'),
      'Host with port 65536': withHost('Host: a:65536'),
      'Host with a broken IPv6 address': withHost('Host: [::1'),
      'Host with an IPv6 address without brackets': withHost('Host: ::1'),
      'Host with UTF-8': withHost('Host: caf\xc3\xa9'),
      'Host with a broken % encoding': withHost('Host: a%zz'),
      'absolute-form with an invalid Host': (key) =>
        `GET http://a/v1/pets HTTP/1.1\r\nHost: b c\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    }),
    ...[
      'Host: a:8080',
      'Host: [::1]:8080',
      'Host: 127.0.0.1',
      'Host: a:',
      'Host: [v1.a:b]',
    ].flatMap((host) => open('RFC 9110, 7.2', '200', { [host]: withHost(host) })),
    // It is valid, and the service does not use the name.
    ...open('RFC 9112, 3.3', '200', { 'Host with an empty value': withHost('Host:') }),
    ...refused('RFC 9110, 5.3', {
      'two Authorization fields': get('Authorization: Bearer other'),
      'two Content-Type fields': counted('Content-Type: text/plain'),
    }),
    ...open('RFC 6750, 3', '401 missing_api_key', {
      'a key in another scheme':
        'GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\n\r\n',
    }),
    ...open('RFC 6750, 3', '401 invalid_api_key', {
      'a key with characters that no key has':
        'GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \xff\xfe\r\n\r\n',
    }),
  ],
}
