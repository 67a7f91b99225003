import { closed, cut, get, head, open, refused, type WireCases } from '../case.ts'

const to = (target: string) => head(`GET ${target} HTTP/1.1`)
const long = to(`/v1/${'a'.repeat(50_000)}`)

export const ofTarget: WireCases = {
  'The form of the request target': [
    ...open('RFC 9112, 3.2.2', '200', { 'absolute-form': to('http://other.example/v1/pets') }),
    ...open('RFC 3986, 3.2.2', '200', {
      'absolute-form with an IPv6 address': to('http://[::1]:8080/v1/pets'),
    }),
    ...open('RFC 9110, 4.2.3', '200', {
      'absolute-form, scheme in capitals': to('HTTP://other.example:80/v1/pets'),
      'absolute-form with a query and no path': to('http://other.example?a=b'),
    }),
    ...refused('RFC 9110, 4.2', {
      'absolute-form with user information': to('http://user:word@other.example/v1/pets'),
      'absolute-form without a host': to('http:///v1/pets'),
      'absolute-form with a port but no host': to('http://:80/v1/pets'),
      'absolute-form with port 99999': to('http://other.example:99999/v1/pets'),
      'absolute-form of another scheme': to('ftp://other.example/v1/pets'),
    }),
    ...open('RFC 9112, 3.2.4', '204', {
      'OPTIONS *': head('OPTIONS * HTTP/1.1'),
      'OPTIONS in absolute-form without a path': head('OPTIONS http://other.example HTTP/1.1'),
    }),
    ...refused('RFC 9112, 3.2.4', { 'GET *': to('*'), 'POST *': head('POST * HTTP/1.1') }),
    ...refused('RFC 9112, 3.2.3', {
      'authority-form with GET': to('other.example:443'),
      'CONNECT with an authority': head('CONNECT other.example:443 HTTP/1.1'),
      'CONNECT with a path': head('CONNECT /v1/pets HTTP/1.1'),
    }),
  ],
  'The characters of the request target': [
    ...refused('RFC 3986, 2', {
      'NUL in the target': to('/v1/pets\0'),
      'a control character in the target': to('/v1/pets\x01'),
      'DEL in the target': to('/v1/pets\x7f'),
      'UTF-8 that is not encoded': to('/v1/pets/\xc3\xa9'),
      'a fragment': to('/v1/pets#top'),
      'a quotation mark': to('/v1/pets?a="'),
      'a < and a >': to('/v1/pets?a=<b>'),
      'a backslash': to('/v1\\pets'),
      'a ^': to('/v1/pets?a=^'),
      'a {': to('/v1/pets/{petId}'),
      'a |': to('/v1/pets?a=|'),
    }),
    ...refused('RFC 3986, 2.1', {
      '%zz': to('/v1/pets/%zz'),
      'a % at the end': to('/v1/pets/1%'),
      'a % with one digit': to('/v1/pets?limit=%4'),
      'encoded bytes that are not UTF-8': to('/v1/pets/%ff'),
      'an overlong encoding of /': to('/v1/pets/%c0%af'),
      'an encoded lone surrogate': to('/v1/pets/%ed%a0%80'),
    }),
    ...open('RFC 3986, 6.2.2.2', '200', { 'a letter of the path encoded': to('/v1/%70ets') }),
    ...open('RFC 3986, 6.2.2.2', '404 pet_not_found', {
      'a digit of petId encoded': to('/v1/pets/%34'),
    }),
    // An encoded slash does not separate segments, and 1/2 is not an int64.
    ...open('RFC 3986, 2.2', '404 pet_not_found', { '%2F in petId': to('/v1/pets/1%2F2') }),
    ...open('RFC 3986, 2.2', '404 route_not_found', {
      '%2F in place of a slash': to('/v1/pets%2F1'),
      '%3F in place of a question mark': to('/v1/pets%3Flimit=1'),
    }),
    ...open('RFC 3986, 7.3', '404 pet_not_found', {
      '%00 in petId': to('/v1/pets/%00'),
      'an encoded line end in petId': to('/v1/pets/%0d%0aX:1'),
    }),
    // Only a client that resolves a reference removes dot segments. The service takes them as names, and no route has them.
    ...open('RFC 3986, 5.2.4', '404 route_not_found', { '.. as a segment': to('/v1/x/../pets') }),
    ...open('RFC 3986, 5.2.4', '401 missing_api_key', {
      '.. out of /v1, without a key': 'GET /v1/../healthz HTTP/1.1\r\nHost: a\r\n\r\n',
      '.. out of /v1, encoded, without a key': 'GET /v1/%2e%2e/healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    }),
    ...open('RFC 3986, 3.3', '404 route_not_found', {
      'an empty first segment': to('//v1/pets'),
      'a parameter of a segment': to('/v1/pets;a=b'),
    }),
    ...open('RFC 9110, 4.1', '404 route_not_found', {
      'a target of 8,192 bytes': to(`/v1/${'a'.repeat(8_188)}`),
    }),
    ...closed('RFC 9110, 15.5.15', '414 uri_too_long', {
      'a target of 8,193 bytes': to(`/v1/${'a'.repeat(8_189)}`),
      'a target of 50,000 bytes': long,
      'a target of 50,000 bytes, in packets of 1,000': cut(1_000, long),
    }),
    ...closed('RFC 9110, 15.5.15', '200, 414 uri_too_long', {
      'a target of 50,000 bytes with a key, after a valid request': [get(), long],
    }),
    ...refused('RFC 9112, 3.2', { 'a space in the target': to('/v1/pets/1 2') }),
  ],
}
