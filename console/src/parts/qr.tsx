import { qrCode } from './qr-code.ts'

/** The width of the light quiet zone around a code, in modules. */
const border = 4

/** A text as a QR code, dark on light in every theme, so that cameras read it. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const code = qrCode(text)
  const size = code.length + 2 * border
  const path = code
    .flatMap((row, y) => row.map((cell, x) => (cell ? `M${x + border} ${y + border}h1v1h-1z` : '')))
    .join('')
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}
