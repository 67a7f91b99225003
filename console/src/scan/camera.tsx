import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Dialog } from '../parts/dialog.tsx'

/** The browser's barcode detector, for which the compiler has no types. */
declare const BarcodeDetector: new () => {
  readonly detect: (picture: HTMLVideoElement) => Promise<ReadonlyArray<{ rawValue: string }>>
}

/** Milliseconds between two scans of the camera picture. */
const pause = 200

/** Shows the camera picture until it contains a code. */
export const Camera = ({
  onCode,
  onClose,
}: {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}) => {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const stop = (): void => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const fail = (error: unknown): void =>
      setFault(
        error instanceof DOMException && error.name === 'NotAllowedError'
          ? t(
              'This page is not allowed to use the camera. Allow it in the browser, or type the number.',
            )
          : t('The camera cannot be used. Type the number.'),
      )
    const look = async (detector: InstanceType<typeof BarcodeDetector>): Promise<void> => {
      const [found] = video.current ? await detector.detect(video.current) : []
      if (isOver) return
      if (found) onCode(found.rawValue.trim())
      else timer = setTimeout(() => void look(detector).catch(fail), pause)
    }
    const start = async (): Promise<void> => {
      const facing = { video: { facingMode: 'environment' } }
      stream = await navigator.mediaDevices.getUserMedia(facing)
      // Somebody may have closed it in the meantime.
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look(new BarcodeDetector())
    }
    start().catch(fail)
    return stop
  }, [])
  return (
    <Dialog title={t('Scan a code')} onClose={onClose}>
      {fault ? (
        <p class="fault" role="alert">
          {fault}
        </p>
      ) : (
        <>
          <video ref={video} muted playsInline aria-label={t('What the camera sees')} />
          <p class="hint">{t('The bar code of a chip, or the code on a kennel card.')}</p>
        </>
      )}
      <p class="actions">
        <button type="button" onClick={onClose}>
          {t('Cancel')}
        </button>
      </p>
    </Dialog>
  )
}
