import {
  chunked,
  closed,
  creation,
  ended,
  head,
  jsonType,
  open,
  petJson,
  refused,
  type WireGroup,
} from '../case.ts'

const sized =
  (length: string, body = petJson) =>
  (key: string) =>
    creation(key, body, `Content-Length: ${length}`)
const coded = (coding: string) => (key: string) =>
  creation(key, `1b\r\n${petJson}\r\n0\r\n\r\n`, `Transfer-Encoding: ${coding}`)

export const framing: WireGroup = {
  title: 'Content-Length and Transfer-Encoding',
  cases: [
    ...open('RFC 9112, 6.2', '201', { 'a body with Content-Length': sized('27') }),
    ...open('RFC 9110, 8.6', '201', { 'Content-Length with leading zeros': sized('00027') }),
    ...open('RFC 9112, 6.3', '400 invalid_json', {
      'no body, and neither field': (key) => head('POST /v1/pets HTTP/1.1', key, jsonType),
    }),
    ...refused('RFC 9112, 6.3', {
      'two Content-Lengths, the same': (key) =>
        creation(key, petJson, 'Content-Length: 27', 'Content-Length: 27'),
      'two Content-Lengths, different': (key) =>
        creation(key, petJson, 'Content-Length: 27', 'Content-Length: 28'),
      'a list of the same Content-Length': sized('27, 27'),
    }),
    ...refused('RFC 9110, 8.6', {
      'Content-Length with +': sized('+27'),
      'Content-Length with -': sized('-27'),
      'Content-Length in hexadecimal': sized('0x1b'),
      'Content-Length with a fraction': sized('27.0'),
      'Content-Length with white space inside': sized('2 7'),
      'an empty Content-Length': sized(''),
      'Content-Length over 64 bits': sized('99999999999999999999999'),
    }),
    ...closed('RFC 9110, 15.5.14', '413 body_too_large', {
      'Content-Length of 2^64 - 1': sized('18446744073709551615'),
    }),
    ...refused('RFC 9112, 6.1', {
      'Content-Length, then Transfer-Encoding': (key) =>
        chunked(key, `1b\r\n${petJson}\r\n0\r\n\r\n`).replace(
          'Transfer',
          'Content-Length: 27\r\nTransfer',
        ),
      'Transfer-Encoding, then Content-Length': (key) =>
        creation(key, `0\r\n\r\n`, 'Transfer-Encoding: chunked', 'Content-Length: 5'),
      'gzip as the transfer coding': coded('gzip'),
      'gzip, chunked': coded('gzip, chunked'),
      'chunked, gzip': coded('chunked, gzip'),
      'chunked twice': coded('chunked, chunked'),
      'chunked in two fields': (key) =>
        creation(key, '0\r\n\r\n', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
      'identity as the transfer coding': coded('identity'),
      'an unknown transfer coding': coded('xchunked'),
      'chunked in quotation marks': coded('"chunked"'),
      'chunked with a parameter': coded('chunked;q=1'),
      'chunked after an empty element': coded(', chunked'),
      'an empty transfer coding': coded(''),
      'a vertical tab before chunked': coded('\x0bchunked'),
      'chunked in HTTP/1.0': (key) => coded('chunked')(key).replace('HTTP/1.1', 'HTTP/1.0'),
    }),
    ...open('RFC 9112, 7', '201', { 'Chunked, with a capital': coded('Chunked') }),
    ...refused(
      'RFC 9110, 9.3.1',
      {
        'GET with a body': (key) => head('GET /v1/pets HTTP/1.1', key, 'Content-Length: 2') + '{}',
        'GET with a chunked body': (key) =>
          head('GET /v1/pets HTTP/1.1', key, 'Transfer-Encoding: chunked') + '0\r\n\r\n',
        'GET with a Content-Length, but no body': (key) =>
          head('GET /v1/pets HTTP/1.1', key, 'Content-Length: 2'),
      },
      {
        note: 'The body has no meaning, and a proxy that overlooks it would read it as another request.',
      },
    ),
    ...open('RFC 9110, 8.6', '200', {
      'GET with Content-Length: 0': (key) =>
        head('GET /v1/pets HTTP/1.1', key, 'Content-Length: 0'),
    }),
    ...open(
      'RFC 9110, 9.3.5',
      '405 method_not_allowed',
      {
        'DELETE with a body': (key) =>
          head('DELETE /v1/pets HTTP/1.1', key, jsonType, 'Content-Length: 2') + '{}',
      },
      { note: 'The path takes no DELETE. The service reads and discards the body.' },
    ),
    ...open(
      'RFC 9110, 9.3.5',
      '400 invalid_body',
      {
        'DELETE with a body, on a path that takes DELETE': (key) =>
          head('DELETE /v1/categories/1 HTTP/1.1', key, jsonType, 'Content-Length: 2') + '{}',
      },
      { note: 'The body has no meaning, and the service drops nothing silently.' },
    ),
  ],
}

const ok = `1b\r\n${petJson}\r\n0\r\n\r\n`
const byteByByte = `${petJson.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`
/** A body that holds the bytes of a request, after an empty line. */
const disguised = '26\r\n\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n\r\n0\r\n\r\n'
type Bodies = Readonly<Record<string, string>>
const rowsOf = (bodies: Bodies) =>
  Object.fromEntries(
    Object.entries(bodies).map(([sent, body]) => [sent, (key: string) => chunked(key, body)]),
  )
const created = (rule: string, bodies: Bodies) => open(rule, '201', rowsOf(bodies))
const broken = (rule: string, bodies: Bodies) => refused(rule, rowsOf(bodies))

export const chunks: WireGroup = {
  title: 'Chunked bodies',
  cases: [
    ...created('RFC 9112, 7.1', {
      'one chunk': ok,
      'a size in capitals': ok.replace('1b', '1B'),
      'a size with leading zeros': `0000${ok}`,
      'a chunk for each byte': byteByByte,
    }),
    ...open('RFC 9112, 7.1', '201', {
      'a chunk for each byte, in a packet for each byte': (key) => [
        chunked(key, ''),
        ...byteByByte.split(''),
      ],
    }),
    ...broken('RFC 9112, 7.1', {
      'a size with 0x': `0x${ok}`,
      'a size with +': `+${ok}`,
      'a negative size': '-1\r\n',
      'a size that is not a number': 'zz\r\n',
      'no size': '\r\n',
      'a size over 64 bits': 'fffffffffffffffff\r\n',
      'a space before the size': ` ${ok}`,
      'a space after the size': ok.replace('\r', ' \r'),
      'a tab after the size': ok.replace('\r', '\t\r'),
      'a bare LF after the size': ok.replace('\r\n', '\n'),
      'a bare LF after the data': `1b\r\n${petJson}\n0\r\n\r\n`,
      'nothing after the data': `1b\r\n${petJson}0\r\n\r\n`,
      'data longer than the size': `1a\r\n${petJson}\r\n0\r\n\r\n`,
      'a bare LF after the last size': `1b\r\n${petJson}\r\n0\n\r\n`,
      'a bare LF at the end': `1b\r\n${petJson}\r\n0\r\n\n`,
    }),
    ...created('RFC 9112, 7.1.1', {
      'an extension': ok.replace('\r', ';a=b\r'),
      'an extension in quotation marks': ok.replace('\r', ';a="b;c"\r'),
    }),
    ...broken('RFC 9112, 7.1.1', {
      'a bare LF in an extension': ok.replace('\r', ';a\nb\r'),
      'a bare CR in an extension': ok.replace('\r', ';a\rb\r'),
      'NUL in an extension': ok.replace('\r', ';a\0b\r'),
      'an empty extension': ok.replace('\r', ';\r'),
    }),
    ...closed('RFC 9112, 7.1.1', '413 body_too_large', {
      'an extension of 20,000 bytes': (key) =>
        chunked(key, ok.replace('\r', `;a=${'b'.repeat(20_000)}\r`)),
      'extensions of 1,000,000 bytes, over many chunks': (key) =>
        chunked(key, `1;a=${'b'.repeat(10_000)}\r\n \r\n`.repeat(100) + ok),
    }),
    ...created('RFC 9112, 7.1.2', { 'a trailer field': `1b\r\n${petJson}\r\n0\r\nA: b\r\n\r\n` }),
    ...created('RFC 9110, 6.5.1', {
      'a trailer field that has a meaning as a header': `1b\r\n${petJson}\r\n0\r\nAuthorization: Bearer other\r\n\r\n`,
    }),
    ...open('RFC 9112, 7.1', '400 invalid_json, 200', {
      'a valid request after a body that contains a request': (key) =>
        chunked(key, disguised) + head('GET /healthz HTTP/1.1', key),
      'empty lines as data, in packets of three bytes, and a request after them': (key) => [
        chunked(key, ''),
        ...(`8\r\n\r\n\r\n\r\n\r\n\r\n4\r\n\r\n\r\n\r\n0\r\nA: b\r\n\r\n`.match(/[^]{1,3}/g) ?? []),
        head('GET /v1/pets HTTP/1.1', key),
      ],
    }),
    ...closed(
      'RFC 9112, 7.1',
      '401 invalid_api_key, 400 malformed_request',
      {
        'a broken chunk after a request that is refused for its key': () =>
          chunked('wrong', `zz\r\n${petJson}`),
      },
      {
        note: 'The service had answered the request when its body broke. It can read nothing after that.',
      },
    ),
    ...broken('RFC 9110, 6.5.1', {
      'Content-Length in the trailer': `1b\r\n${petJson}\r\n0\r\nContent-Length: 3\r\n\r\n`,
      'Transfer-Encoding in the trailer': `1b\r\n${petJson}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`,
      'a trailer field without a colon': `1b\r\n${petJson}\r\n0\r\nAbc\r\n\r\n`,
    }),
    ...closed('RFC 6585, 5', '431 header_fields_too_large', {
      'trailer fields of 30,000 bytes': (key) =>
        chunked(key, `1b\r\n${petJson}\r\n0\r\nA: ${'b'.repeat(30_000)}\r\n\r\n`),
    }),
  ],
}

export const sizes: WireGroup = {
  title: 'The size of a body',
  cases: [
    ...open('RFC 9110, 15.5.14', '201', {
      'a body of 65,536 bytes': sized('65536', petJson + ' '.repeat(65_509)),
    }),
    ...closed(
      'RFC 9110, 15.5.14',
      '413 body_too_large',
      {
        'a body of 65,537 bytes': sized('65537', ' '.repeat(65_537)),
        'a body of 1,000,000 bytes': sized('1000000', ' '.repeat(1_000_000)),
      },
      {
        note: 'The service discards further bytes for a while, so that no reset overtakes the answer.',
      },
    ),
    ...closed('RFC 9110, 15.5.14', '413 body_too_large', {
      'a chunked body of 70,000 bytes': (key) =>
        chunked(key, `11170\r\n${' '.repeat(70_000)}\r\n0\r\n\r\n`),
    }),
    ...closed('RFC 9110, 15.5.6', '405 method_not_allowed', {
      'a body of 70,000 bytes on a path that takes none': (key) =>
        head('DELETE /v1/pets HTTP/1.1', key, 'Content-Length: 70000') + ' '.repeat(70_000),
    }),
    ...closed(
      'RFC 9112, 6.3',
      '201, 400 malformed_request',
      { 'a body longer than Content-Length': sized('27', `${petJson}more`) },
      { note: 'The rest of the body is read as another request.' },
    ),
    ...ended('RFC 9112, 8', '400 malformed_request', {
      'a body shorter than Content-Length, then the client ends its side': sized('28'),
      'a chunked body without its last chunk, then the client ends its side': (key) =>
        chunked(key, `1b\r\n${petJson}\r\n`),
    }),
  ],
}
