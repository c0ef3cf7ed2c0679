// The Android customer app over HTTP, whole or from where a broken download stopped: the operator's before the
// product's own. Where there is none, its address is a file of the web's that is not there.

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { ANDROID_APP_FILE, type AndroidApp } from '#server/files/android-app.ts'

export const ANDROID_APP_URL = `/files/${ANDROID_APP_FILE}`

/** A file that is not there leaves the question to what comes next. */
function serveFile(path: string | null): MiddlewareHandler {
  if (path === null) return (_, next) => next()
  return serveStatic({
    path,
    onFound: (_, c) => {
      c.header('Cache-Control', 'no-cache')
      c.header('Content-Type', 'application/vnd.android.package-archive')
      c.header('Content-Disposition', `attachment; filename="${ANDROID_APP_FILE}"`)
    },
  })
}

export function downloadRoutes({ customFolder, bundledFolder }: AndroidApp) {
  const routes = new Hono()
  routes.get(ANDROID_APP_URL, serveFile(customFolder), serveFile(bundledFolder))
  return routes
}
