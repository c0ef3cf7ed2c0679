import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { checkFiles } from '#web/api/uploads/check-files.ts'
import { UploadTile } from '#web/api/uploads/image-uploader.tsx'
import { ACCEPT, resizeImage } from '#web/api/uploads/resize-image.ts'
import { jobPhotos } from '#web/api/uploads/upload-image.ts'
import { useUploads } from '#web/api/uploads/use-uploads.ts'
import type { BayInputs } from '#web/bay/bay-commands.ts'
import { currentOutbox, subscribeToOutbox, tapInBay } from '#web/bay/bay-outbox.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { reasonOf } from '#web/bay/outbox/refusal-reason.ts'
import { roomForPhoto } from '#web/bay/outbox/storage-room.ts'
import { unsentPhotos } from '#web/bay/shown.ts'
import { AddPhotos, type AddPhotosProps, type PhotoAdderProps } from '#web/features/photos/add-photos.tsx'
import { useRefetchTicket } from '#web/features/tickets/ticket-context.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ImageChooser } from '#web/ui/images/image-chooser.tsx'
import { fileLabel, ImageTile } from '#web/ui/images/image-tile.tsx'
import { ImageTiles } from '#web/ui/images/image-tiles.tsx'
import styles from './unsent.module.css'
import { UnsentMark } from './unsent-mark.tsx'
import { useOutboxEntries, usePerson } from './use-bay-outbox.ts'
import { usePhotoUrl } from './use-photo-url.ts'

const savingStatus = (count: number): string => {
  if (count === 0) return ''
  return count === 1 ? 'Saving 1 photo on this phone…' : `Saving ${count} photos on this phone…`
}

/** Keeps photos on this device until they have arrived, and shows those. */
export const AddOutboxPhotos = (props: AddPhotosProps) => <AddPhotos {...props} Adder={OutboxPhotos} />

function OutboxPhotos({ label, ticketId, jobNumber, moment, limit }: PhotoAdderProps) {
  const queries = useQueryClient()
  const user = usePerson()
  const ofJob = unsentPhotos(useOutboxEntries(), ticketId, jobNumber)
  const waiting = ofJob.filter(({ input }) => (input as BayInputs['addPhoto']).moment === moment)
  const { hasRoom, checkRoom } = useHasRoom()
  const [problems, setProblems] = useState<readonly string[]>([])
  const [savingCount, setSavingCount] = useState(0)
  // Those that this device cannot store.
  const direct = useUploads(jobPhotos(ticketId, jobNumber, moment), useRefetchTicket(ticketId))
  const roomLeft = useRef(0)
  roomLeft.current = limit.room - ofJob.length - direct.images.length

  const isSaving = savingCount > 0
  useEffect(() => {
    if (!isSaving) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isSaving])

  const addProblem = (file: File, sentence: string): void =>
    setProblems(before => [...before, `${fileLabel(file)}: ${sentence}`])

  /** One after the other: each is shown as taken once it is stored. */
  async function choose(files: readonly File[]) {
    if (user === null) return
    setProblems([])
    setSavingCount(count => count + files.length)
    const { accepted, refused } = await checkFiles(files, () => roomLeft.current, limit.full)
    setProblems(refused)
    setSavingCount(count => count - refused.length)
    for (const file of accepted) {
      const photo = await resizeImage(file)
      const input: BayInputs['addPhoto'] = { ticketId, jobNumber, moment }
      await tapInBay(
        queries,
        user,
        { ticketId, name: 'addPhoto', input, photo },
        {
          // A device that can store nothing can still send.
          onError: ({ message }) => (navigator.onLine ? direct.add([file]) : addProblem(file, message)),
        },
      )
      setSavingCount(count => count - 1)
    }
    checkRoom()
  }

  const tiles = waiting.length + direct.images.length > 0 && (
    <ImageTiles>
      {waiting.map((entry, index) => (
        <WaitingPhoto key={entry.key} entry={entry} name={`${label}, photo ${index + 1}`} />
      ))}
      {direct.images.map(image => (
        <UploadTile key={image.key} image={image} onRetry={direct.retry} onRemove={direct.remove} />
      ))}
    </ImageTiles>
  )
  return (
    <>
      {hasRoom ? (
        <ImageChooser
          label={label}
          accept={ACCEPT}
          multiple
          isQuiet
          refused={problems}
          onChoose={files => void choose(files)}
        >
          {tiles}
        </ImageChooser>
      ) : (
        <>
          {tiles}
          <FullPhone problems={problems} onCheck={checkRoom} />
        </>
      )}
      <p className={styles.saving} role="status">
        {savingStatus(savingCount)}
      </p>
    </>
  )
}

/** Said before the camera opens: a photo that cannot be kept should not be taken. */
const FullPhone = ({ problems, onCheck }: { problems: readonly string[]; onCheck: () => void }) => (
  <div className={styles.full} role="alert">
    {problems.map(problem => (
      <p key={problem}>{problem}</p>
    ))}
    <p>
      This phone is full, so it can’t keep another photo. Delete photos or apps that you don’t need. What is
      not sent yet stays.
    </p>
    <Button onClick={onCheck}>Check Again</Button>
  </div>
)

/** A photo that only this device has: its picture, and how much of it has arrived. */
function WaitingPhoto({ entry, name }: { entry: OutboxEntry; name: string }) {
  const { key, tappedAt, refusal, mayBeDone } = entry
  const { ref, url } = usePhotoUrl(key)
  const progress = useSyncExternalStore(
    subscribeToOutbox,
    () => currentOutbox()?.progress(key) ?? 0,
    () => 0,
  )
  const remove = (): void =>
    void currentOutbox()
      ?.remove(key)
      .catch(() => notify.failure('This photo is being sent right now. Remove it once it has arrived.'))
  return (
    <ImageTile
      src={url}
      name={name}
      uploadProgress={refusal === null && progress > 0 ? progress : null}
      errorMessage={refusal && reasonOf(refusal, mayBeDone)}
      onRetry={refusal === null ? undefined : () => void currentOutbox()?.retry(key)}
      onRemove={remove}
      note={
        <span ref={ref}>{refusal === null && <UnsentMark tappedAt={new Date(tappedAt)} of={name} />}</span>
      }
    />
  )
}

/** Room is not looked for again sooner without a reason: that writes. */
const CHECK_INTERVAL_MS = 60_000

let hasRoom = true
let checkedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

async function checkRoom(): Promise<void> {
  checkedAt = performance.now()
  const next = await roomForPhoto()
  if (next === hasRoom) return
  hasRoom = next
  for (const listener of listeners) listener()
}

const check = (): void => void checkRoom().catch(() => {})

const checkIfDue = (): void => {
  if (!hasRoom || performance.now() - checkedAt > CHECK_INTERVAL_MS) check()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('focus', checkIfDue)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('focus', checkIfDue)
  }
}

/** Whether this device can store another photo, as last checked: before the camera opens. */
function useHasRoom(): { readonly hasRoom: boolean; readonly checkRoom: () => void } {
  useEffect(checkIfDue, [])
  return {
    hasRoom: useSyncExternalStore(
      subscribe,
      () => hasRoom,
      () => true,
    ),
    checkRoom: check,
  }
}
