import { Buffer } from 'node:buffer'
import type { default as SharpModule, Metadata, Sharp } from 'sharp'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import type { ImageJob, MadeImage } from '../base/images.ts'

/** Maximum number of pixels of a picture. */
const maxPixels = 50_000_000

/** The decoder of each media type. libvips has many more; the others are blocked to reduce the attack surface. */
const loaders = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
} as const

/** @param library the package to import: `sharp` */
const load = async (library: string) => {
  const { default: sharp } = (await import(library)) as { readonly default: typeof SharpModule }
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: Object.values(loaders) })
  return sharp
}

/** Decodes a picture, and encodes it in each width, upright and without metadata. */
export const convert = async (
  { bytes, type, widths }: ImageJob,
  library: string,
): Promise<readonly MadeImage[] | Refusal> => {
  const sharp = await load(library).catch(() => undefined)
  if (sharp === undefined) return notSupported
  const check = async () =>
    faultOf(await sharp(bytes, { limitInputPixels: false }).metadata(), type, bytes)
  const reason = await check().catch(() => notAnImage)
  if (reason !== undefined) return invalid(reason)
  try {
    const options = { limitInputPixels: maxPixels, sequentialRead: true }
    const source = sharp(bytes, options).autoOrient()
    return await imagesOf(source, widths, sharp)
  } catch {
    return invalid('The picture is damaged or cut off.')
  }
}

const notAnImage = 'The body is not a JPEG, PNG, WebP or AVIF picture.'

const invalid = (reason: string): Refusal => refusal('invalid_image', reason)

const notSupported = refusal(
  'images_not_supported',
  'This installation cannot decode pictures: its package sharp is missing. Ask the operator to install it.',
)

/** Returns what is wrong with a picture according to its headers; undefined if nothing is. */
const faultOf = (
  { mediaType, width, height, pages = 1 }: Metadata,
  type: string,
  bytes: Uint8Array,
): string | undefined => {
  if (mediaType === undefined || !Object.hasOwn(loaders, mediaType)) return notAnImage
  const [sent = ''] = type.toLowerCase().split(';')
  if (sent.trim() !== mediaType) return `The picture is ${mediaType}, and was sent as another type.`
  if (width * height > maxPixels) {
    return `The picture has ${width} × ${height} pixels; at most ${maxPixels} are allowed.`
  }
  return pages > 1 || isSequence(mediaType, bytes)
    ? 'The picture is animated; send a still one.'
    : undefined
}

/** Whether a picture is animated although libvips takes it for a single one. */
const isSequence = (type: string, bytes: Uint8Array): boolean => {
  const text = (mark: string): number => Buffer.from(bytes.buffer).indexOf(mark, bytes.byteOffset)
  // A PNG has its animation control before its picture data; an AVIF has its brand at the beginning.
  if (type === 'image/png') return text('acTL') !== -1 && text('acTL') < text('IDAT')
  return type === 'image/avif' && text('avis') !== -1 && text('avis') - bytes.byteOffset < 64
}

/** @param widths the widest first, since each size is made from the one before */
const imagesOf = async (
  picture: Sharp,
  widths: readonly number[],
  sharp: typeof SharpModule,
): Promise<readonly MadeImage[]> => {
  const images: MadeImage[] = []
  let source = picture
  for (const width of widths) {
    const { data, info } = await source
      .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
      // A higher effort takes three times as long to save a tenth of the size.
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    images.push({ bytes: data, width: info.width, height: info.height })
    source = sharp(data)
  }
  return images
}
