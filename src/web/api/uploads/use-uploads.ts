// The uploads in progress on this page: two at a time, each retried for a while, and then on request. None is dropped
// before it has arrived or was removed.

import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { UploadError, type UploadTarget, uploadImage } from './upload-image.ts'

const CONCURRENCY = 2
const MAX_ATTEMPTS = 4
const retryDelay = (attempts: number): number => 500 * 2 ** attempts

export type ImageUpload = {
  /** Its idempotency key. */
  readonly key: string
  readonly file: File
  /** An object URL; revoked with the image. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed. */
  readonly errorMessage: string | null
  /** Whether retrying could help. */
  readonly canRetry: boolean
}

const createUpload = (file: File): ImageUpload => ({
  key: randomUuid(),
  file,
  preview: URL.createObjectURL(file),
  state: 'waiting',
  progress: 0,
  errorMessage: null,
  canRetry: true,
})

async function uploadWithRetry(
  target: UploadTarget,
  { key, file }: ImageUpload,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<unknown> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await uploadImage({ target, image: file, key, signal, onProgress })
    } catch (error) {
      const shouldRetry = error instanceof UploadError && error.isNetworkError && attempts < MAX_ATTEMPTS
      if (!shouldRetry || signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, retryDelay(attempts)))
    }
  }
}

/**
 * Uploads images to `target`. An image leaves the list once `onUploaded`, which gets the response, has resolved:
 * until then its preview is shown.
 */
export function useUploads(target: UploadTarget, onUploaded: (result: unknown) => void | Promise<void>) {
  const [images, setImages] = useState<readonly ImageUpload[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const latest = useRef({ target, onUploaded, images })
  latest.current = { target, onUploaded, images }

  const change = (key: string, changes: Partial<ImageUpload>) =>
    setImages(all => all.map(image => (image.key === key ? { ...image, ...changes } : image)))

  function remove(key: string): void {
    controllers.current.get(key)?.abort(new DOMException('Removed.', 'AbortError'))
    setImages(all => {
      const removed = all.find(image => image.key === key)
      if (removed !== undefined) URL.revokeObjectURL(removed.preview)
      return all.filter(image => image.key !== key)
    })
  }

  async function send(image: ImageUpload): Promise<void> {
    const { key } = image
    const controller = new AbortController()
    controllers.current.set(key, controller)
    change(key, { state: 'sending', progress: 0, errorMessage: null })
    try {
      const { target, onUploaded } = latest.current
      await onUploaded(
        await uploadWithRetry(target, image, controller.signal, progress => change(key, { progress })),
      )
      remove(key)
    } catch (error) {
      if (controller.signal.aborted) return
      const errorMessage = error instanceof Error ? error.message : String(error)
      const canRetry = !(error instanceof UploadError) || error.error.code !== 'INVALID'
      change(key, { state: 'failed', errorMessage, canRetry })
    } finally {
      controllers.current.delete(key)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` reads what it needs when it runs
  useEffect(() => {
    const freeSlots = CONCURRENCY - controllers.current.size
    const next = images.filter(({ state, key }) => state === 'waiting' && !controllers.current.has(key))
    for (const image of next.slice(0, Math.max(0, freeSlots))) void send(image)
  }, [images])

  const isBusy = images.some(({ state, canRetry }) => state !== 'failed' || canRetry)
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])

  // Uploads continue after leaving the page; only previews are revoked.
  useEffect(
    () => () => {
      for (const { preview } of latest.current.images) URL.revokeObjectURL(preview)
    },
    [],
  )

  return {
    images,
    add: (files: readonly File[]) => setImages(all => [...all, ...files.map(createUpload)]),
    retry: (key: string) => change(key, { state: 'waiting', errorMessage: null }),
    remove,
  }
}
