// Draws the console's icon for the iOS home screen: opaque and square, because iOS rounds the corners itself.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const file = (name: string): string =>
  fileURLToPath(new URL(`../console/reference/${name}`, import.meta.url))

await sharp(file('icon.svg'), { density: 405 })
  .resize(180, 180)
  .flatten({ background: '#0f766e' })
  .png({ palette: true, colours: 32, effort: 10 })
  .toFile(file('touch-icon.png'))
