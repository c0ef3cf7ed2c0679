import { Button, Loader, Modal } from '@mantine/core'
import { IconAlertTriangle, IconBulb, IconBulbOff, IconPhoto } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { findVin, isChecked } from '#domain/rigs/barcode-vin.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { VinLine } from '#web/features/rigs/vin-label.tsx'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { PictureChoice } from '#web/ui/images/image-chooser.tsx'
import { ACCEPT } from '#web/ui/images/resize-image.ts'
import styles from './scan-dialog.module.css'
import { NO_PHOTO, NO_VIN, saying } from './scan-messages.ts'
import { useReader } from './use-barcode-reader.ts'
import { useCamera } from './use-camera.ts'
import { useLate } from './use-delay.ts'
import { useReadPhoto } from './use-read-photo.ts'
import { useLook } from './use-scan-loop.ts'

type ScanDialogProps = {
  onRead: (vin: string) => void
  onClose: () => void
}

const BUZZ_MS = 80

/** The camera's picture with a frame to aim at, until a VIN is read. On only while it is on the page. */
export function ScanDialog({ onRead, onClose }: ScanDialogProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const [doubtful, setDoubtful] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const { reader, isFailed, onBroken, onAgain } = useReader()
  const isWanted = photo === null && doubtful === null && !isFailed
  const camera = useCamera(isWanted)
  const isLooking = isWanted && camera.isLive && reader !== null
  const isLate = useLate(isLooking)
  const before = useRef<string | null>(null)

  function take(vin: string) {
    navigator.vibrate?.(BUZZ_MS)
    if (isChecked(vin)) onRead(vin)
    else setDoubtful(vin)
  }

  useLook({
    video: camera.video,
    reader: isLooking ? reader : null,
    onBroken,
    onTexts: texts => {
      const vin = findVin(texts)
      if (vin === null) return
      // Code 39 has no check of its own: a slip of the reader is rarely made twice, a doubtful VIN is.
      if (isChecked(vin) || vin === before.current) take(vin)
      before.current = vin
    },
  })
  useReadPhoto({
    photo,
    reader,
    onBroken,
    onTexts: texts => {
      setPhoto(null)
      const vin = texts === null ? null : findVin(texts)
      if (vin !== null) return take(vin)
      setNote(texts === null ? NO_PHOTO : NO_VIN)
    },
  })

  const said = saying({
    ...{ isReaderFailed: isFailed, isReaderThere: reader !== null, isPhoto: photo !== null },
    ...{ cameraFault: camera.fault, isLive: camera.isLive, isLate, note },
  })
  const tryAgain = { label: 'Try again', onClick: isFailed ? onAgain : camera.onAgain }

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
      {doubtful !== null ? (
        <Doubtful
          vin={doubtful}
          onUse={() => onRead(doubtful)}
          onAgain={() => {
            before.current = null
            setDoubtful(null)
            setNote(null)
          }}
        />
      ) : (
        <>
          <Finder camera={camera} />
          <div className={styles.words}>
            {said.isWaiting && <Loader size={16} aria-hidden />}
            <VinLine
              {...(said.isFault ? { icon: IconAlertTriangle, tone: 'amber' as const } : {})}
              actions={said.isFault ? [tryAgain] : []}
            >
              {said.words}
            </VinLine>
          </div>
          <div className={styles.ways}>
            <PictureChoice
              accept={ACCEPT}
              icon={<IconPhoto size={20} aria-hidden />}
              words="Use a photo instead"
              onChoose={([first]) => {
                setNote(null)
                if (first !== undefined) setPhoto(first)
              }}
            />
            <Button size="md" onClick={firstClick(onClose)}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

/** The live picture. Without one it keeps its place, so that nothing jumps. */
function Finder({ camera: { video, isLive, isLit, onLight } }: { camera: ReturnType<typeof useCamera> }) {
  const Bulb = isLit ? IconBulbOff : IconBulb
  return (
    <div className={styles.finder} data-live={isLive || undefined}>
      <video
        ref={video}
        className={styles.picture}
        aria-label="What the camera sees"
        autoPlay
        playsInline
        muted
      />
      <span className={styles.aim} />
      {isLit !== null && (
        <Button
          className={styles.light ?? ''}
          leftSection={<Bulb size={20} aria-hidden />}
          aria-pressed={isLit}
          onClick={firstClick(onLight)}
        >
          Light
        </Button>
      )}
    </div>
  )
}

type DoubtfulProps = { vin: string; onUse: () => void; onAgain: () => void }

/** A VIN that may be misread, or of a rig from elsewhere: only who stands beside it can tell. */
function Doubtful({ vin, onUse, onAgain }: DoubtfulProps) {
  const again = useRef<HTMLButtonElement>(null)
  const wordsId = useId()
  useEffect(() => again.current?.focus(), [])
  return (
    <>
      <div id={wordsId}>
        <p className={styles.read}>
          Read: <strong className={styles.vin}>{vin}</strong>
        </p>
        <VinLine icon={IconAlertTriangle} tone="amber">
          {vinWarning(vin)}
        </VinLine>
      </div>
      <div className={styles.ways}>
        <Button size="md" ref={again} aria-describedby={wordsId} onClick={firstClick(onAgain)}>
          Scan again
        </Button>
        <Button size="md" onClick={firstClick(onUse)}>
          Use this VIN
        </Button>
      </div>
    </>
  )
}
