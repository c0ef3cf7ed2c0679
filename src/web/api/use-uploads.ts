// The pictures that are on their way from this page: two at a time, each tried again by itself for a
// while, and then whenever the person says so. None is let go of before it has arrived or was removed.

import { useEffect, useRef, useState } from 'react'
import { PICTURE_TYPES, UnusablePicture } from '#domain/photos/photo.ts'
import { sendPicture, UploadFailed, type UploadTarget } from './upload.ts'

const AT_ONCE = 2
const TRIES = 4
const delayOf = (tries: number): number => 500 * 2 ** tries

export type Picture = {
  /** The key under which it is sent. */
  readonly key: string
  readonly file: File
  /** An object URL; revoked with the picture. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  readonly share: number
  /** Why it failed. */
  readonly sentence: string | null
  /** Whether trying again could help. */
  readonly canRetry: boolean
}

const isPicture = ({ type }: File): boolean =>
  type === '' || (PICTURE_TYPES as readonly string[]).includes(type)

function waiting(file: File): Picture {
  const base = { key: crypto.randomUUID(), file, preview: URL.createObjectURL(file), share: 0 }
  return isPicture(file)
    ? { ...base, state: 'waiting', sentence: null, canRetry: true }
    : { ...base, state: 'failed', sentence: new UnusablePicture('not-a-picture').message, canRetry: false }
}

async function sendPatiently(
  target: UploadTarget,
  { key, file }: Picture,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendPicture({ target, picture: file, key, signal, onProgress })
    } catch (error) {
      const isWorthATry = error instanceof UploadFailed && error.isUnreached && tries < TRIES
      if (!isWorthATry || signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, delayOf(tries)))
    }
  }
}

/**
 * Sends pictures to `target`. A picture leaves the list once `onUploaded`, which gets the server's
 * answer, has resolved: until then its preview stands in for it.
 */
export function useUploads(target: UploadTarget, onUploaded: (answer: unknown) => void | Promise<void>) {
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const sending = useRef(new Map<string, AbortController>())
  const latest = useRef({ target, onUploaded, pictures })
  latest.current = { target, onUploaded, pictures }

  const change = (key: string, changes: Partial<Picture>) =>
    setPictures(all => all.map(picture => (picture.key === key ? { ...picture, ...changes } : picture)))

  function remove(key: string): void {
    sending.current.get(key)?.abort(new DOMException('Removed.', 'AbortError'))
    setPictures(all => {
      const gone = all.find(picture => picture.key === key)
      if (gone !== undefined) URL.revokeObjectURL(gone.preview)
      return all.filter(picture => picture.key !== key)
    })
  }

  async function send(picture: Picture): Promise<void> {
    const { key } = picture
    const stop = new AbortController()
    sending.current.set(key, stop)
    change(key, { state: 'sending', share: 0, sentence: null })
    try {
      const { target, onUploaded } = latest.current
      await onUploaded(await sendPatiently(target, picture, stop.signal, share => change(key, { share })))
      remove(key)
    } catch (error) {
      if (stop.signal.aborted) return
      const sentence = error instanceof Error ? error.message : String(error)
      const canRetry = !(error instanceof UploadFailed) || error.fault.code !== 'INVALID'
      change(key, { state: 'failed', sentence, canRetry })
    } finally {
      sending.current.delete(key)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` reads what it needs when it runs
  useEffect(() => {
    const free = AT_ONCE - sending.current.size
    const next = pictures.filter(({ state, key }) => state === 'waiting' && !sending.current.has(key))
    for (const picture of next.slice(0, Math.max(0, free))) void send(picture)
  }, [pictures])

  const isBusy = pictures.some(({ state, canRetry }) => state !== 'failed' || canRetry)
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])

  // What is being sent when the page changes goes on; only the previews end with it.
  useEffect(
    () => () => {
      for (const { preview } of latest.current.pictures) URL.revokeObjectURL(preview)
    },
    [],
  )

  return {
    pictures,
    add: (files: readonly File[]) => setPictures(all => [...all, ...files.map(waiting)]),
    retry: (key: string) => change(key, { state: 'waiting', sentence: null }),
    remove,
  }
}
