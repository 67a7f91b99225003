import {
  chunked,
  creation,
  head,
  jsonType,
  malformed,
  petJson,
  refused,
  type WireCase,
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
    {
      sent: 'a body with Content-Length',
      rule: 'RFC 9112, 6.2',
      packets: (key) => [sized('27')(key)],
      answers: ['201'],
      connection: 'open',
    },
    {
      sent: 'Content-Length with leading zeros',
      rule: 'RFC 9110, 8.6',
      packets: (key) => [sized('00027')(key)],
      answers: ['201'],
      connection: 'open',
    },
    {
      sent: 'no body, and neither field',
      rule: 'RFC 9112, 6.3',
      packets: (key) => [head('POST /v1/pets HTTP/1.1', key, jsonType)],
      answers: ['400 invalid_json'],
      connection: 'open',
    },
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
    {
      sent: 'Content-Length of 2^64 - 1',
      rule: 'RFC 9110, 15.5.14',
      packets: (key) => [sized('18446744073709551615')(key)],
      answers: ['413 body_too_large'],
      connection: 'closed',
    },
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
    {
      sent: 'Chunked, with a capital',
      rule: 'RFC 9112, 7',
      packets: (key) => [coded('Chunked')(key)],
      answers: ['201'],
      connection: 'open',
    },
    ...refused('RFC 9110, 9.3.1', {
      'GET with a body': (key) => head('GET /v1/pets HTTP/1.1', key, 'Content-Length: 2') + '{}',
      'GET with a chunked body': (key) =>
        head('GET /v1/pets HTTP/1.1', key, 'Transfer-Encoding: chunked') + '0\r\n\r\n',
      'GET with a Content-Length, but no body': (key) =>
        head('GET /v1/pets HTTP/1.1', key, 'Content-Length: 2'),
    }).map((row) => ({
      ...row,
      note: 'The body has no meaning, and a proxy that overlooks it would read it as another request.',
    })),
    {
      sent: 'GET with Content-Length: 0',
      rule: 'RFC 9110, 8.6',
      packets: (key) => [head('GET /v1/pets HTTP/1.1', key, 'Content-Length: 0')],
      answers: ['200'],
      connection: 'open',
    },
    {
      sent: 'DELETE with a body',
      rule: 'RFC 9110, 9.3.5',
      packets: (key) => [
        head('DELETE /v1/pets HTTP/1.1', key, jsonType, 'Content-Length: 2') + '{}',
      ],
      answers: ['405 method_not_allowed'],
      connection: 'open',
      note: 'The path takes no DELETE. The service reads and discards the body.',
    },
    {
      sent: 'DELETE with a body, on a path that takes DELETE',
      rule: 'RFC 9110, 9.3.5',
      packets: (key) => [
        head('DELETE /v1/categories/1 HTTP/1.1', key, jsonType, 'Content-Length: 2') + '{}',
      ],
      answers: ['400 invalid_body'],
      connection: 'open',
      note: 'The body has no meaning, and the service drops nothing silently.',
    },
  ],
}

const ok = `1b\r\n${petJson}\r\n0\r\n\r\n`
const created = (sent: string, rule: string, body: string): WireCase => ({
  sent,
  rule,
  packets: (key) => [chunked(key, body)],
  answers: ['201'],
  connection: 'open',
})
/** A body that holds the bytes of a request, after an empty line. */
const disguised = '26\r\n\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n\r\n0\r\n\r\n'
const broken = (rule: string, rows: Readonly<Record<string, string>>): readonly WireCase[] =>
  Object.entries(rows).map(([sent, body]) => ({
    sent,
    rule,
    packets: (key) => [chunked(key, body)],
    ...malformed,
  }))

export const chunks: WireGroup = {
  title: 'Chunked bodies',
  cases: [
    created('one chunk', 'RFC 9112, 7.1', ok),
    created('a size in capitals', 'RFC 9112, 7.1', ok.replace('1b', '1B')),
    created('a size with leading zeros', 'RFC 9112, 7.1', `0000${ok}`),
    created(
      'a chunk for each byte',
      'RFC 9112, 7.1',
      `${petJson.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`,
    ),
    {
      ...created('a chunk for each byte, in a packet for each byte', 'RFC 9112, 7.1', ''),
      packets: (key) => [
        chunked(key, ''),
        ...`${petJson.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`.split(''),
      ],
    },
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
    created('an extension', 'RFC 9112, 7.1.1', ok.replace('\r', ';a=b\r')),
    created('an extension in quotation marks', 'RFC 9112, 7.1.1', ok.replace('\r', ';a="b;c"\r')),
    ...broken('RFC 9112, 7.1.1', {
      'a bare LF in an extension': ok.replace('\r', ';a\nb\r'),
      'a bare CR in an extension': ok.replace('\r', ';a\rb\r'),
      'NUL in an extension': ok.replace('\r', ';a\0b\r'),
      'an empty extension': ok.replace('\r', ';\r'),
    }),
    {
      sent: 'an extension of 20,000 bytes',
      rule: 'RFC 9112, 7.1.1',
      packets: (key) => [chunked(key, ok.replace('\r', `;a=${'b'.repeat(20_000)}\r`))],
      answers: ['413 body_too_large'],
      connection: 'closed',
    },
    {
      sent: 'extensions of 1,000,000 bytes, over many chunks',
      rule: 'RFC 9112, 7.1.1',
      packets: (key) => [chunked(key, `1;a=${'b'.repeat(10_000)}\r\n \r\n`.repeat(100) + ok)],
      answers: ['413 body_too_large'],
      connection: 'closed',
    },
    created('a trailer field', 'RFC 9112, 7.1.2', `1b\r\n${petJson}\r\n0\r\nA: b\r\n\r\n`),
    created(
      'a trailer field that has a meaning as a header',
      'RFC 9110, 6.5.1',
      `1b\r\n${petJson}\r\n0\r\nAuthorization: Bearer other\r\n\r\n`,
    ),
    {
      sent: 'a valid request after a body that contains a request',
      rule: 'RFC 9112, 7.1',
      packets: (key) => [chunked(key, disguised) + head('GET /healthz HTTP/1.1', key)],
      answers: ['400 invalid_json', '200'],
      connection: 'open',
    },
    {
      sent: 'empty lines as data, in packets of three bytes, and a request after them',
      rule: 'RFC 9112, 7.1',
      packets: (key) => [
        chunked(key, ''),
        ...(`8\r\n\r\n\r\n\r\n\r\n\r\n4\r\n\r\n\r\n\r\n0\r\nA: b\r\n\r\n`.match(/[^]{1,3}/g) ?? []),
        head('GET /v1/pets HTTP/1.1', key),
      ],
      answers: ['400 invalid_json', '200'],
      connection: 'open',
    },
    {
      sent: 'a broken chunk after a request that is refused for its key',
      rule: 'RFC 9112, 7.1',
      packets: () => [chunked('wrong', `zz\r\n${petJson}`)],
      answers: ['401 invalid_api_key', '400 malformed_request'],
      connection: 'closed',
      note: 'The service had answered the request when its body broke. It can read nothing after that.',
    },
    ...broken('RFC 9110, 6.5.1', {
      'Content-Length in the trailer': `1b\r\n${petJson}\r\n0\r\nContent-Length: 3\r\n\r\n`,
      'Transfer-Encoding in the trailer': `1b\r\n${petJson}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`,
      'a trailer field without a colon': `1b\r\n${petJson}\r\n0\r\nAbc\r\n\r\n`,
    }),
    {
      sent: 'trailer fields of 30,000 bytes',
      rule: 'RFC 6585, 5',
      packets: (key) => [chunked(key, `1b\r\n${petJson}\r\n0\r\nA: ${'b'.repeat(30_000)}\r\n\r\n`)],
      answers: ['431 header_fields_too_large'],
      connection: 'closed',
    },
  ],
}

export const sizes: WireGroup = {
  title: 'The size of a body',
  cases: [
    {
      sent: 'a body of 65,536 bytes',
      rule: 'RFC 9110, 15.5.14',
      packets: (key) => [sized('65536', petJson + ' '.repeat(65_509))(key)],
      answers: ['201'],
      connection: 'open',
    },
    ...[
      ['a body of 65,537 bytes', 65_537],
      ['a body of 1,000,000 bytes', 1_000_000],
    ].map(([sent, length]): WireCase => ({
      sent: String(sent),
      rule: 'RFC 9110, 15.5.14',
      packets: (key) => [sized(String(length), ' '.repeat(Number(length)))(key)],
      answers: ['413 body_too_large'],
      connection: 'closed',
      note: 'The service discards further bytes for a while, so that no reset overtakes the answer.',
    })),
    {
      sent: 'a chunked body of 70,000 bytes',
      rule: 'RFC 9110, 15.5.14',
      packets: (key) => [chunked(key, `11170\r\n${' '.repeat(70_000)}\r\n0\r\n\r\n`)],
      answers: ['413 body_too_large'],
      connection: 'closed',
    },
    {
      sent: 'a body of 70,000 bytes on a path that takes none',
      rule: 'RFC 9110, 15.5.6',
      packets: (key) => [
        head('DELETE /v1/pets HTTP/1.1', key, 'Content-Length: 70000') + ' '.repeat(70_000),
      ],
      answers: ['405 method_not_allowed'],
      connection: 'closed',
    },
    {
      sent: 'a body longer than Content-Length',
      rule: 'RFC 9112, 6.3',
      packets: (key) => [sized('27', `${petJson}more`)(key)],
      answers: ['201', '400 malformed_request'],
      connection: 'closed',
      note: 'The rest of the body is read as another request.',
    },
    {
      sent: 'a body shorter than Content-Length, then the client ends its side',
      rule: 'RFC 9112, 8',
      packets: (key) => [sized('28')(key)],
      client: 'ends its side',
      ...malformed,
    },
    {
      sent: 'a chunked body without its last chunk, then the client ends its side',
      rule: 'RFC 9112, 8',
      packets: (key) => [chunked(key, `1b\r\n${petJson}\r\n`)],
      client: 'ends its side',
      ...malformed,
    },
  ],
}
