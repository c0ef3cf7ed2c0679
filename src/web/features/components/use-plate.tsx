import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { type PlateField, type PlateReading, readPlate } from '#domain/components/read-plate.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { toAppError } from '#web/api/client.ts'
import { checkFiles } from '#web/api/uploads/check-files.ts'
import { ACCEPT, resizeImage } from '#web/api/uploads/resize-image.ts'
import { plateUrl, sendPhotoInPieces } from '#web/bay/outbox/send-photo.ts'
import { readBarcodesOf } from '#web/features/rigs/scan/barcode-reader.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { ImageField } from '#web/ui/images/image-field.tsx'

const LABELS: Readonly<Record<PlateField, string>> = {
  maker: 'maker',
  model: 'model',
  serial: 'serial number',
}
const FIELDS = Object.keys(LABELS) as readonly PlateField[]

const NOTHING_READ = 'No barcode could be read. Type what is on the plate.'
const NO_READER = 'The barcode reader couldn’t be loaded. Type what is on the plate.'

const listOf = (texts: readonly string[]): string => new Intl.ListFormat('en-US').format(texts)

/** What the plate says that is not in the form. */
function differenceOf(reading: PlateReading, typed: PlateReading): string {
  const differing = FIELDS.filter(field => reading[field] !== undefined && reading[field] !== typed[field])
  return differing.length === 0
    ? 'The plate says the same.'
    : `The plate says: ${listOf(differing.map(field => `${LABELS[field]} ${reading[field]}`))}.`
}

/**
 * A photo of a component's plate, chosen or taken, whose barcodes fill the fields of `form` that are still empty. Returns
 * the photo as it is sent, its field, and what is said at a field that it filled.
 */
export function usePlate<Values extends Record<PlateField, string>>(form: UseFormReturnType<Values>) {
  const [file, setFile] = useState<File | null>(null)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [note, setNote] = useState<string | null>(null)
  const [filled, setFilled] = useState<PlateReading>({})
  const chosen = useRef<File | null>(null)

  function fill(reading: PlateReading): void {
    const typed = form.getValues()
    const empty = FIELDS.filter(field => reading[field] !== undefined && typed[field].trim() === '')
    for (const field of empty) form.setFieldValue(field as never, reading[field] as never)
    setFilled(Object.fromEntries(empty.map(field => [field, reading[field]])))
    if (Object.keys(reading).length === 0) setNote(NOTHING_READ)
    else if (empty.length === 0) setNote(differenceOf(reading, typed))
    else setNote(`Read: ${listOf(empty.map(field => LABELS[field]))}.`)
  }

  async function choose(image: File | null): Promise<void> {
    const { accepted, refused: problems } = await checkFiles(image === null ? [] : [image])
    setRefused(problems)
    const [next = null] = accepted
    if (image !== null && next === null) return
    chosen.current = next
    setFile(next)
    setPhoto(null)
    setNote(next && 'Reading the plate…')
    if (next === null) return
    const smaller = await resizeImage(next)
    if (chosen.current === next) setPhoto(smaller)
    // As it was taken: narrow bars need its pixels.
    const texts = await readBarcodesOf(next).catch(() => null)
    if (chosen.current !== next) return
    if (texts === null) setNote(NO_READER)
    else fill(readPlate(texts))
  }

  return {
    photo,
    /** It is made smaller: a moment. */
    isPreparing: file !== null && photo === null,
    field: (
      <div>
        <ImageField
          label="Photo of the Plate"
          accept={ACCEPT}
          value={file}
          refused={refused}
          onChange={image => void choose(image)}
        />
        {note !== null && <FieldNote>{note}</FieldNote>}
      </div>
    ),
    /** Beside a field; undefined once something else is typed. */
    noteOf: (field: PlateField): string | undefined =>
      filled[field] !== undefined && form.values[field] === filled[field]
        ? 'Read from the plate. Check it.'
        : undefined,
  }
}

/** Sends a photo of a component's plate at once; `error` says why the last one did not arrive. */
export function usePlateUpload(ticketId: number, componentId: string) {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** The same photo sent again is the same. */
  const sent = useRef<{ readonly photo: Blob; readonly key: string } | null>(null)
  async function send(photo: Blob): Promise<boolean> {
    if (sent.current?.photo !== photo) sent.current = { photo, key: randomUuid() }
    setRunning(true)
    setError(null)
    try {
      await sendPhotoInPieces({
        url: plateUrl(ticketId, componentId, sent.current.key),
        photo,
        onProgress: () => {},
        signal: new AbortController().signal,
      })
      return true
    } catch (failure) {
      setError(toAppError(failure).message)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { send, isRunning, error }
}
