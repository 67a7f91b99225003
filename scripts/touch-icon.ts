// Draws the icon of the console as iOS wants it on a home screen: without corners and transparency, which it makes itself.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const file = (name: string): string =>
  fileURLToPath(new URL(`../console/reference/${name}`, import.meta.url))

await sharp(file('icon.svg'), { density: 405 })
  .resize(180, 180)
  .flatten({ background: '#0f766e' })
  .png({ palette: true, colours: 32, effort: 10 })
  .toFile(file('touch-icon.png'))
