import { useCallback, useEffect, useRef, useState } from 'react'
import { currentOutbox } from '#web/bay/bay-outbox.ts'

const NEARBY = '300px 0px'

/**
 * The address of a waiting photo while its place, which `ref` marks, is near the screen; null before and elsewhere:
 * 2,000 pictures would not fit into a phone's memory.
 */
export function usePhotoUrl(key: string): {
  readonly ref: (place: Element | null) => void
  readonly url: string | null
} {
  const [isNear, setNear] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const observer = useRef<IntersectionObserver>(null)
  const ref = useCallback((place: Element | null) => {
    observer.current?.disconnect()
    observer.current = null
    if (place === null) return
    observer.current = new IntersectionObserver(
      records => setNear(records.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEARBY },
    )
    observer.current.observe(place)
  }, [])
  useEffect(() => {
    if (!isNear) return
    let created: string | null = null
    let isGone = false
    const load = async (): Promise<void> => {
      const photo = await currentOutbox()?.photo(key)
      if (photo === null || photo === undefined || isGone) return
      created = URL.createObjectURL(photo)
      setUrl(created)
    }
    load().catch(() => {})
    return () => {
      isGone = true
      if (created !== null) URL.revokeObjectURL(created)
      setUrl(null)
    }
  }, [key, isNear])
  return { ref, url }
}
