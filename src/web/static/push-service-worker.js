// Shows the server's notifications on this phone, and opens the page on a click. It intercepts no requests.

/** The path of a customer's ticket in `url`; null for anything else. */
const placeOf = url => {
  if (typeof url !== 'string' || !URL.canParse(url, location.origin)) return null
  const { origin, pathname } = new URL(url, location.origin)
  return origin === location.origin && pathname.startsWith('/follow/') ? pathname : null
}

const noteIn = data => {
  try {
    return data.json() ?? {}
  } catch {
    return {}
  }
}

// Browsers show their own text if nothing is shown, so there is always a notification.
const say = data => {
  const { title = 'Rigwright', text = 'There is news of your RV.', url, tag } = noteIn(data)
  return self.registration.showNotification(String(title), {
    body: String(text),
    icon: '/icons/icon-192.png',
    ...(typeof tag === 'string' && { tag, renotify: true }),
    data: { place: placeOf(url) },
  })
}

async function open(place) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(page => new URL(page.url).pathname === place)
  await (there === undefined ? self.clients.openWindow(place ?? '/') : there.focus())
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', event => event.waitUntil(say(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.place))
})
