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
  oneChunk,
  open,
  petJson,
  refused,
  type WireCases,
} from '../case.ts'

const sized = (length: string, body = petJson) => creation(body, `Content-Length: ${length}`)
const coded = (...codings: readonly string[]) =>
  creation(oneChunk, ...codings.map((coding) => `Transfer-Encoding: ${coding}`))
const byteByByte = `${petJson.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`
/** A body that holds the bytes of a request, after an empty line. */
const disguised = '26\r\n\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n\r\n0\r\n\r\n'
/** A body whose trailer has a field. */
const trailing = (field: string) => chunked(`1b\r\n${petJson}\r\n0\r\n${field}\r\n\r\n`)
/** A body whose chunk says more than its size. */
const extended = (extension: string) => chunked(oneChunk.replace('\r', `${extension}\r`))

export const ofBody: WireCases = {
  'Content-Length and Transfer-Encoding': [
    ...open('RFC 9112, 6.2', '201', { 'a body with Content-Length': counted() }),
    ...open('RFC 9110, 8.6', '201', { 'Content-Length with leading zeros': sized('00027') }),
    ...open('RFC 9112, 6.3', '400 invalid_json', {
      'no body, and neither field': head('POST /v1/pets HTTP/1.1', jsonType),
    }),
    ...refused('RFC 9112, 6.3', {
      'two Content-Lengths, the same': counted('Content-Length: 27'),
      'two Content-Lengths, different': counted('Content-Length: 28'),
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
      'Content-Length, then Transfer-Encoding': creation(
        oneChunk,
        'Content-Length: 27',
        'Transfer-Encoding: chunked',
      ),
      'Transfer-Encoding, then Content-Length': creation(
        `0\r\n\r\n`,
        'Transfer-Encoding: chunked',
        'Content-Length: 5',
      ),
      'gzip as the transfer coding': coded('gzip'),
      'gzip, chunked': coded('gzip, chunked'),
      'chunked, gzip': coded('chunked, gzip'),
      'chunked twice': coded('chunked, chunked'),
      'chunked in two fields': coded('chunked', 'chunked'),
      'identity as the transfer coding': coded('identity'),
      'an unknown transfer coding': coded('xchunked'),
      'chunked in quotation marks': coded('"chunked"'),
      'chunked with a parameter': coded('chunked;q=1'),
      'chunked after an empty element': coded(', chunked'),
      'an empty transfer coding': coded(''),
      'a vertical tab before chunked': coded('\x0bchunked'),
      'chunked in HTTP/1.0': (key) => chunked()(key).replace('HTTP/1.1', 'HTTP/1.0'),
    }),
    ...open('RFC 9112, 7', '201', { 'Chunked, with a capital': coded('Chunked') }),
    // The body has no meaning, and a proxy that overlooks it would read it as another request.
    ...refused('RFC 9110, 9.3.1', {
      'GET with a body': joined(get('Content-Length: 2'), '{}'),
      'GET with a chunked body': joined(get('Transfer-Encoding: chunked'), '0\r\n\r\n'),
      'GET with a Content-Length, but no body': get('Content-Length: 2'),
    }),
    ...open('RFC 9110, 8.6', '200', { 'GET with Content-Length: 0': get('Content-Length: 0') }),
    // The path takes no DELETE. The service reads and discards the body.
    ...open('RFC 9110, 9.3.5', '405 method_not_allowed', {
      'DELETE with a body': joined(
        head('DELETE /v1/pets HTTP/1.1', jsonType, 'Content-Length: 2'),
        '{}',
      ),
    }),
    // The body has no meaning, and the service drops nothing silently.
    ...open('RFC 9110, 9.3.5', '400 invalid_body', {
      'DELETE with a body, on a path that takes DELETE': joined(
        head('DELETE /v1/categories/1 HTTP/1.1', jsonType, 'Content-Length: 2'),
        '{}',
      ),
    }),
  ],
  'Chunked bodies': [
    ...open('RFC 9112, 7.1', '201', {
      'one chunk': chunked(),
      'a size in capitals': chunked(oneChunk.replace('1b', '1B')),
      'a size with leading zeros': chunked(`0000${oneChunk}`),
      'a chunk for each byte': chunked(byteByByte),
      'a chunk for each byte, in a packet for each byte': [chunked(''), ...byteByByte.split('')],
    }),
    ...refused('RFC 9112, 7.1', {
      'a size with 0x': chunked(`0x${oneChunk}`),
      'a size with +': chunked(`+${oneChunk}`),
      'a negative size': chunked('-1\r\n'),
      'a size that is not a number': chunked('zz\r\n'),
      'no size': chunked('\r\n'),
      'a size over 64 bits': chunked('fffffffffffffffff\r\n'),
      'a space before the size': chunked(` ${oneChunk}`),
      'a space after the size': extended(' '),
      'a tab after the size': extended('\t'),
      'a bare LF after the size': chunked(oneChunk.replace('\r\n', '\n')),
      'a bare LF after the data': chunked(`1b\r\n${petJson}\n0\r\n\r\n`),
      'nothing after the data': chunked(`1b\r\n${petJson}0\r\n\r\n`),
      'data longer than the size': chunked(`1a\r\n${petJson}\r\n0\r\n\r\n`),
      'a bare LF after the last size': chunked(`1b\r\n${petJson}\r\n0\n\r\n`),
      'a bare LF at the end': chunked(`1b\r\n${petJson}\r\n0\r\n\n`),
    }),
    ...open('RFC 9112, 7.1.1', '201', {
      'an extension': extended(';a=b'),
      'an extension in quotation marks': extended(';a="b;c"'),
    }),
    ...refused('RFC 9112, 7.1.1', {
      'a bare LF in an extension': extended(';a\nb'),
      'a bare CR in an extension': extended(';a\rb'),
      'NUL in an extension': extended(';a\0b'),
      'an empty extension': extended(';'),
    }),
    ...closed('RFC 9112, 7.1.1', '413 body_too_large', {
      'an extension of 20,000 bytes': extended(`;a=${'b'.repeat(20_000)}`),
      'extensions of 1,000,000 bytes, over many chunks': chunked(
        `1;a=${'b'.repeat(10_000)}\r\n \r\n`.repeat(100) + oneChunk,
      ),
    }),
    ...open('RFC 9112, 7.1.2', '201', { 'a trailer field': trailing('A: b') }),
    ...open('RFC 9110, 6.5.1', '201', {
      'a trailer field that has a meaning as a header': trailing('Authorization: Bearer other'),
    }),
    ...open('RFC 9112, 7.1', '400 invalid_json, 200', {
      'a valid request after a body that contains a request': joined(
        chunked(disguised),
        head('GET /healthz HTTP/1.1'),
      ),
      'empty lines as data, in packets of three bytes, and a request after them': [
        chunked(''),
        ...cut(3, '8\r\n\r\n\r\n\r\n\r\n\r\n4\r\n\r\n\r\n\r\n0\r\nA: b\r\n\r\n')(''),
        get(),
      ],
    }),
    // The service had answered the request when its body broke. It can read nothing after that.
    ...closed('RFC 9112, 7.1', '401 invalid_api_key, 400 malformed_request', {
      'a broken chunk after a request that is refused for its key': chunked(`zz\r\n${petJson}`)(
        'wrong',
      ),
    }),
    ...refused('RFC 9110, 6.5.1', {
      'Content-Length in the trailer': trailing('Content-Length: 3'),
      'Transfer-Encoding in the trailer': trailing('Transfer-Encoding: chunked'),
      'a trailer field without a colon': trailing('Abc'),
    }),
    ...closed('RFC 6585, 5', '431 header_fields_too_large', {
      'trailer fields of 30,000 bytes': trailing(`A: ${'b'.repeat(30_000)}`),
    }),
  ],
  'The size of a body': [
    ...open('RFC 9110, 15.5.14', '201', {
      'a body of 65,536 bytes': sized('65536', petJson + ' '.repeat(65_509)),
    }),
    // The service discards further bytes for a while, so that no reset overtakes the answer.
    ...closed('RFC 9110, 15.5.14', '413 body_too_large', {
      'a body of 65,537 bytes': sized('65537', ' '.repeat(65_537)),
      'a body of 1,000,000 bytes': sized('1000000', ' '.repeat(1_000_000)),
      'a chunked body of 70,000 bytes': chunked(`11170\r\n${' '.repeat(70_000)}\r\n0\r\n\r\n`),
    }),
    ...closed('RFC 9110, 15.5.6', '405 method_not_allowed', {
      'a body of 70,000 bytes on a path that takes none': joined(
        head('DELETE /v1/pets HTTP/1.1', 'Content-Length: 70000'),
        ' '.repeat(70_000),
      ),
    }),
    // The rest of the body is read as another request.
    ...closed('RFC 9112, 6.3', '201, 400 malformed_request', {
      'a body longer than Content-Length': sized('27', `${petJson}more`),
    }),
    ...ended('RFC 9112, 8', '400 malformed_request', {
      'a body shorter than Content-Length, then the client ends its side': sized('28'),
      'a chunked body without its last chunk, then the client ends its side': chunked(
        `1b\r\n${petJson}\r\n`,
      ),
    }),
  ],
}
