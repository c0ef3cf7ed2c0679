// Opens the bay without a connection: its pages as a shell, their files, and small photos of its tickets. Any other page
// comes from the network, or says that it needs a connection. The build adds the files (scripts/bay-files.mjs).

const BUILD = { version: '', files: [] }

const FILES_CACHE_PREFIX = 'rigwright-bay-files '
const FILES_CACHE = FILES_CACHE_PREFIX + BUILD.version
/** Filled and deleted by pages (web/bay/start-bay.ts). Without it, this device has no bay. */
const PHOTOS_CACHE = 'rigwright-bay-photos'
const SHELL = '/bay-shell'
const NO_CONNECTION_PAGE = '/no-connection.html'
const BAY_PAGE = /^\/bay(\/[1-9]\d{5})?\/?$/
/** The installed app starts at `/`, and must not wait for a connection that is hardly there. */
const START_TIMEOUT_MS = 4000

/** How a request is answered; null: as if there were no service worker. */
function answerKindOf({ method, mode, url }) {
  const { origin, pathname, searchParams } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/rpc/')) return null
  const isTicketImage = pathname.startsWith('/api/images/tickets/')
  // A large photo, opened on its own.
  if (mode === 'navigate' && isTicketImage) return 'page'
  if (isTicketImage) return searchParams.get('size') === 'large' ? null : 'photo'
  if (pathname.startsWith('/api/')) return null
  if (mode === 'navigate') return BAY_PAGE.test(pathname) ? 'bay' : 'page'
  return pathname.startsWith('/assets/') || BUILD.files.includes(pathname) ? 'file' : null
}

const findFile = async path => (await caches.open(FILES_CACHE)).match(path, { ignoreVary: true })

/** Of any version: a page that is still open may load a file of its own. */
const sendFile = async request => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

async function sendPhoto(request) {
  // Opening it would create it.
  const photos = (await caches.has(PHOTOS_CACHE)) ? await caches.open(PHOTOS_CACHE) : null
  return (await photos?.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function fetchPage(request, timeout) {
  const timedOut = new Promise((_, reject) => timeout !== null && setTimeout(reject, timeout))
  const response = await Promise.race([fetch(request), timedOut])
  // A proxy answers for a server that is down.
  if (response.status >= 502 && response.status <= 504) throw new Error(String(response.status))
  return response
}

async function sendPage(request) {
  const isStart = new URL(request.url).pathname === '/' && (await caches.has(PHOTOS_CACHE))
  try {
    return await fetchPage(request, isStart ? START_TIMEOUT_MS : null)
  } catch {
    return isStart ? Response.redirect('/bay') : ((await findFile(NO_CONNECTION_PAGE)) ?? Response.error())
  }
}

const ANSWERS = {
  bay: async request => (await findFile(SHELL)) ?? sendPage(request),
  page: sendPage,
  file: sendFile,
  photo: sendPhoto,
}

/** What an earlier version has is not fetched again: a file with a hash in its name never changes. */
async function storeFile(cache, file) {
  const isHashed = file.startsWith('/assets/')
  const earlier = isHashed ? await caches.match(file, { ignoreVary: true }) : undefined
  if (earlier !== undefined) return cache.put(file, earlier)
  return cache.add(new Request(file, { cache: isHashed ? 'default' : 'reload' }))
}

async function install() {
  const cache = await caches.open(FILES_CACHE)
  await Promise.all(BUILD.files.map(file => storeFile(cache, file)))
}

async function activate() {
  const earlier = (await caches.keys()).filter(
    name => name.startsWith(FILES_CACHE_PREFIX) && name !== FILES_CACHE,
  )
  // A page of the version before may still be open.
  await Promise.all(earlier.slice(0, -1).map(name => caches.delete(name)))
  await self.clients.claim()
}

self.addEventListener('install', event => {
  // Where the browser has them: else a request at the moment of a takeover starts the version before again.
  event.addRoutes?.(
    ['/rpc/*', '/api/live'].map(urlPattern => ({ condition: { urlPattern }, source: 'network' })),
  )
  event.waitUntil(install())
})
self.addEventListener('activate', event => event.waitUntil(activate()))
// Where the browser has background sync, open pages hear that there is a connection again.
self.addEventListener('sync', event => {
  const tellPages = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    for (const page of pages) page.postMessage(event.tag)
  }
  event.waitUntil(tellPages())
})
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') self.skipWaiting()
})
self.addEventListener('fetch', event => {
  const kind = answerKindOf(event.request)
  if (kind !== null) event.respondWith(ANSWERS[kind](event.request))
})
