import { Button, Loader, Modal } from '@mantine/core'
import { IconAlertTriangle, IconBulb, IconBulbOff, IconPhoto } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { findVin, hasValidCheckDigit } from '#domain/rigs/barcode-vin.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { ACCEPT } from '#web/api/uploads/resize-image.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { ImageChoice } from '#web/ui/images/image-chooser.tsx'
import styles from './scan-dialog.module.css'
import { NO_VIN_FOUND, scanMessage, UNREADABLE_PHOTO } from './scan-messages.ts'
import { useBarcodeReader } from './use-barcode-reader.ts'
import { useCamera } from './use-camera.ts'

import { useReadPhoto } from './use-read-photo.ts'
import { useScanLoop } from './use-scan-loop.ts'

/** Milliseconds until the user gets a hint. */
const DELAY_MS = 15_000

/** Whether scanning takes too long. */
function useDelay(isRunning: boolean): boolean {
  const [isElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setElapsed(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [isRunning])
  return isElapsed
}

type ScanDialogProps = {
  onRead: (vin: string) => void
  onClose: () => void
}

const VIBRATION_MS = 80

/** The camera's image with a frame, until a VIN is read. Mounted only while scanning. */
export function ScanDialog({ onRead, onClose }: ScanDialogProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const [unverifiedVin, setUnverifiedVin] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const { reader, isFailed, onBroken, onRetry } = useBarcodeReader()
  const isWanted = photo === null && unverifiedVin === null && !isFailed
  const camera = useCamera(isWanted)
  const isScanning = isWanted && camera.isLive && reader !== null
  const isLate = useDelay(isScanning)
  const previousVin = useRef<string | null>(null)

  function handleVin(vin: string) {
    navigator.vibrate?.(VIBRATION_MS)
    if (hasValidCheckDigit(vin)) onRead(vin)
    else setUnverifiedVin(vin)
  }

  useScanLoop({
    video: camera.video,
    reader: isScanning ? reader : null,
    onBroken,
    onTexts: texts => {
      const vin = findVin(texts)
      if (vin === null) return
      // Code 39 has no checksum: the same misread rarely occurs twice, while a VIN that is really odd does.
      if (hasValidCheckDigit(vin) || vin === previousVin.current) handleVin(vin)
      previousVin.current = vin
    },
  })
  useReadPhoto({
    photo,
    reader,
    onBroken,
    onTexts: texts => {
      setPhoto(null)
      const vin = texts === null ? null : findVin(texts)
      if (vin !== null) return handleVin(vin)
      setNote(texts === null ? UNREADABLE_PHOTO : NO_VIN_FOUND)
    },
  })

  const message = scanMessage({
    isReaderFailed: isFailed,
    isReaderReady: reader !== null,
    isPhoto: photo !== null,
    cameraError: camera.error,
    isLive: camera.isLive,
    isLate,
    note,
  })
  const retry = { label: 'Try again', onClick: isFailed ? onRetry : camera.onRetry }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Scan the VIN"
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
      size="30rem"
      xOffset="0.5rem"
      transitionProps={{ duration: 0 }}
    >
      {unverifiedVin !== null ? (
        <UnverifiedVin
          vin={unverifiedVin}
          onUse={() => onRead(unverifiedVin)}
          onRetry={() => {
            previousVin.current = null
            setUnverifiedVin(null)
            setNote(null)
          }}
        />
      ) : (
        <>
          <Viewfinder camera={camera} />
          <div className={styles.words}>
            {message.isWaiting && <Loader size={16} aria-hidden />}
            <FieldNote
              {...(message.isError ? { icon: IconAlertTriangle, tone: 'amber' as const } : {})}
              actions={message.isError ? [retry] : []}
            >
              {message.text}
            </FieldNote>
          </div>
          <div className={styles.alternatives}>
            <ImageChoice
              accept={ACCEPT}
              icon={<IconPhoto size={20} aria-hidden />}
              label="Use a photo instead"
              onChoose={([first]) => {
                setNote(null)
                if (first !== undefined) setPhoto(first)
              }}
            />
            <Button size="md" onClick={ignoreDoubleClick(onClose)}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

/** The live image. Without one its space stays, so that nothing moves. */
function Viewfinder({
  camera: { video, isLive, isTorchOn, onToggleTorch },
}: {
  camera: ReturnType<typeof useCamera>
}) {
  const Bulb = isTorchOn ? IconBulbOff : IconBulb
  return (
    <div className={styles.viewfinder} data-live={isLive || undefined}>
      <video
        ref={video}
        className={styles.video}
        aria-label="What the camera sees"
        autoPlay
        playsInline
        muted
      />
      <span className={styles.aimFrame} />
      {isTorchOn !== null && (
        <Button
          className={styles.torch ?? ''}
          leftSection={<Bulb size={20} aria-hidden />}
          aria-pressed={isTorchOn}
          onClick={ignoreDoubleClick(onToggleTorch)}
        >
          Light
        </Button>
      )}
    </div>
  )
}

type UnverifiedVinProps = { vin: string; onUse: () => void; onRetry: () => void }

/** A VIN that may be misread, or foreign: only the user can tell. */
function UnverifiedVin({ vin, onUse, onRetry }: UnverifiedVinProps) {
  const retryButton = useRef<HTMLButtonElement>(null)
  const resultId = useId()
  useEffect(() => retryButton.current?.focus(), [])
  return (
    <>
      <div id={resultId}>
        <p className={styles.read}>
          Read: <strong className={styles.vin}>{vin}</strong>
        </p>
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {vinWarning(vin)}
        </FieldNote>
      </div>
      <div className={styles.alternatives}>
        <Button size="md" ref={retryButton} aria-describedby={resultId} onClick={ignoreDoubleClick(onRetry)}>
          Scan again
        </Button>
        <Button size="md" onClick={ignoreDoubleClick(onUse)}>
          Use this VIN
        </Button>
      </div>
    </>
  )
}
