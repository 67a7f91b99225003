import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { later } from '../parts/later.tsx'

const Camera = later(async () => (await import('./camera.tsx')).Camera)

/**
 * A button that reads a code with the camera. It is absent if the browser cannot read codes, or the page was
 * loaded without TLS.
 */
export const ScanButton = ({ onCode }: { readonly onCode: (code: string) => void }) => {
  const [isOpen, setOpen] = useState(false)
  if (!('BarcodeDetector' in globalThis && 'mediaDevices' in navigator)) return null
  const close = (): void => setOpen(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('Scan')}
      </button>
      {isOpen && (
        <Camera
          onClose={close}
          onCode={(code) => {
            close()
            onCode(code)
          }}
        />
      )}
    </>
  )
}
