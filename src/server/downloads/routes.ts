// The Android customer app over HTTP, whole or from where a broken download stopped. Where there is none,
// its address is a file of the web's that is not there.

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { ANDROID_APP_FILE, type AndroidApp } from '#server/outside/android-app.ts'

export const ANDROID_APP_URL = `/files/${ANDROID_APP_FILE}`

export function downloadRoutes({ path }: AndroidApp) {
  const routes = new Hono()
  const file = serveStatic({
    path,
    onFound: (_, c) => {
      c.header('Cache-Control', 'no-cache')
      c.header('Content-Type', 'application/vnd.android.package-archive')
      c.header('Content-Disposition', `attachment; filename="${ANDROID_APP_FILE}"`)
    },
  })
  routes.get(ANDROID_APP_URL, (c, next) => (path === '' ? next() : file(c, next)))
  return routes
}
