// The small photos of the bay's tickets, which its service worker shows (static/bay-service-worker.js). They belong to
// the account whose bay is stored on this device, and are deleted with it (persisted-cache.ts).

import { fetchWithTimeout } from '#web/api/fetch-with-timeout.ts'
import { PHOTOS_CACHE } from '#web/api/persisted-cache.ts'

/** The service worker reads from this that the device has a bay. */
export const openPhotoCache = (): Promise<Cache> => caches.open(PHOTOS_CACHE)

/** Stores exactly these: fetches what is missing, and deletes the others. */
export async function storePhotos(urls: readonly string[]): Promise<void> {
  if (!(await caches.has(PHOTOS_CACHE))) return
  const cache = await openPhotoCache()
  const pathOf = ({ url }: Request): string => url.slice(location.origin.length)
  const stored = await cache.keys()
  await Promise.all(stored.filter(request => !urls.includes(pathOf(request))).map(old => cache.delete(old)))
  const known = new Set(stored.map(pathOf))
  // One at a time: the page's own requests come first. One that is gone leaves a gap.
  for (const url of urls) if (!known.has(url)) await addPhoto(cache, url).catch(() => {})
}

/** With a timeout: a connection that was dropped silently must not hold up what is fetched later. */
async function addPhoto(cache: Cache, url: string): Promise<void> {
  const response = await fetchWithTimeout(url)
  if (response.ok) await cache.put(url, response)
}
