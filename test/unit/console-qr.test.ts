import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { qrCode } from '../../console/src/parts/qr-code.ts'

test('a QR code of each size is one of the eight that another program makes, and longer texts have none', () => {
  let size = 0
  let sizes = 0
  for (let length = 2; length <= 2_331; length += Math.ceil(length / 25)) {
    const text = 'x'.repeat(length - 2).padStart(length - 1, 'é')
    const code = qrCode(text)
    if (code.length === size) continue
    size = code.length
    sizes += 1
    const own = code.map((row) => row.join('')).join('\n')
    const others = Array.from({ length: 8 }, (_, maskPattern) =>
      encode(text, { ecc: 'M', boostEcc: false, border: 0, maskPattern })
        .data.map((row) => row.map(Number).join(''))
        .join('\n'),
    )
    assert.ok(others.includes(own), `${length} bytes`)
  }
  assert.equal(sizes, 40)
  assert.throws(() => qrCode('x'.repeat(2_332)), RangeError)
})
