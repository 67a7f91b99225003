import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import type { Refusal } from '../../src/base/errors/api-error.ts'
import type { MadeImage } from '../../src/base/images.ts'
import { convert } from '../../src/images/convert.ts'
import { imageProcesses } from '../../src/images/index.ts'
import { processorTime } from '../helpers/processor-time.ts'
import { metadataOfJpeg, picture, png } from '../helpers/pictures.ts'

const widths = [2_048, 640, 160]

type Made = readonly MadeImage[] | Refusal

const make = async (bytes: Uint8Array, type: string): Promise<Made> =>
  await convert({ bytes, type, widths }, 'sharp')

const imagesOf = (made: Made): readonly MadeImage[] => {
  assert.ok(!('code' in made), JSON.stringify(made))
  return made
}

/** The code of a refusal, or the number of images. */
const outcomeOf = (made: Made) => ('code' in made ? made.code : made.length)

for (const [type, bytes] of [
  ['image/jpeg', picture('jpeg')],
  ['image/png', png(40, 20)],
  ['image/webp', picture('webp')],
  ['image/avif', picture('avif')],
] as const) {
  test(`a picture in ${type} becomes WebP without metadata`, async () => {
    for (const { bytes: made } of imagesOf(await make(bytes, type))) {
      const text = Buffer.from(made).toString('latin1')
      assert.match(text, /^RIFF[^]{4}WEBP/)
      for (const mark of ['EXIF', 'XMP ', 'ICCP', ...metadataOfJpeg]) {
        assert.ok(!text.includes(mark), mark)
      }
    }
  })
}

for (const [what, bytes, type, sizes] of [
  ['turned upright and not enlarged', picture('jpeg'), 'image/jpeg', '20×40 20×40 20×40'],
  ['made smaller', png(3_000, 1_500), 'image/png', '2048×1024 640×320 160×80'],
  ['at most twice as high as wide', png(300, 3_000), 'image/png', '300×3000 128×1280 32×320'],
] as const) {
  test(`a picture is ${what}`, async () => {
    const made = imagesOf(await make(bytes, type))
    assert.equal(made.map(({ width, height }) => `${width}×${height}`).join(' '), sizes)
  })
}

const jpeg = picture('jpeg')
const apng = png(40, 20, { isAnimated: true })
const avifSequence = Buffer.from(picture('avif'))
avifSequence.write('avis', 8, 'latin1')

/** What is refused, and the beginning of the reason. */
const refused: ReadonlyArray<readonly [name: string, bytes: Uint8Array, type: string, RegExp]> = [
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', /is not a JPEG/],
  ['a GIF', picture('gif'), 'image/png', /is not a JPEG/],
  ['a header of many pixels', png(1, 1, { claims: [7_072, 7_072] }), 'image/png', /7072 × 7072/],
  ['the largest header', png(1, 1, { claims: [2 ** 31 - 1, 2 ** 31 - 1] }), 'image/png', /./],
  ['a bomb', png(20_000, 20_000), 'image/png', /20000 × 20000/],
  ['a JPEG that is cut off', jpeg.subarray(0, -10), 'image/jpeg', /damaged/],
  ['a PNG that is cut off', png(900, 900).subarray(0, -40), 'image/png', /damaged/],
  [
    'a PNG with fewer pixels than it claims',
    png(9, 9, { claims: [99, 99] }),
    'image/png',
    /damaged/,
  ],
  ['a WebP that is cut off', picture('webp').subarray(0, -20), 'image/webp', /not a JPEG|damaged/],
  ['an AVIF that is cut off', picture('avif').subarray(0, -20), 'image/avif', /not a JPEG|damaged/],
  ['an animated WebP', picture('animatedWebp'), 'image/webp', /animated/],
  ['an animated PNG', apng, 'image/png', /animated/],
  ['a sequence in AVIF', avifSequence, 'image/avif', /animated|not a JPEG/],
]

test('what is no single sound picture is refused in 200 ms of processor', async () => {
  await make(png(40, 20), 'image/png')
  for (const [name, bytes, type, reason] of refused) {
    const milliseconds = await processorTime(async () => {
      const made = await make(bytes, type)
      assert.ok('code' in made && made.code === 'invalid_image', name)
      assert.match(made.message, reason, name)
    })
    assert.ok(milliseconds <= 200, `${name}: ${milliseconds} ms`)
  }
})

/** A library in place of sharp, which runs this. */
const running = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`

test('a picture that crashes the decoder is refused, and the next has a process of its own', async (t) => {
  const images = imageProcesses(running("process.kill(process.pid, 'SIGSEGV')"))
  t.after(() => images.close())
  const job = { bytes: png(40, 20), type: 'image/png', widths }
  const made = await Promise.all([images.make(job), images.make(job)])
  assert.deepEqual(made.map(outcomeOf), ['invalid_image', 'invalid_image'])
})

test('a service that ends does not wait for a picture', async () => {
  const images = imageProcesses(running('await new Promise(() => setInterval(() => {}, 1e6))'))
  const made = images.make({ bytes: png(40, 20), type: 'image/png', widths })
  await new Promise((resolve) => setImmediate(resolve))
  images.close()
  await assert.rejects(made, { code: 'service_unavailable' })
})

test('while the system starts no process, a picture is refused for now, and the next ones are made, each by itself', async (t) => {
  const images = imageProcesses()
  t.after(() => images.close())
  const job = (bytes: Uint8Array) => images.make({ bytes, type: 'image/png', widths })
  const fork = t.mock.method(process.getBuiltinModule('node:child_process'), 'fork', () => {
    throw Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })
  })
  await assert.rejects(job(png(40, 20)), { code: 'service_unavailable' })
  fork.mock.restore()
  const made = await Promise.all([job(png(40, 20)), job(Buffer.from('?')), job(png(20, 10))])
  assert.deepEqual(made.map(outcomeOf), [3, 'invalid_image', 3])
})
