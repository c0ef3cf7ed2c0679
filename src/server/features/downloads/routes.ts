// The Android customer app over HTTP, complete or as a range: the operator's file takes precedence over the bundled
// one. Without any, the path is a missing file.

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { ANDROID_APP_FILE, type ApkFinder } from '#server/files/apk-finder.ts'

export const ANDROID_APP_URL = `/files/${ANDROID_APP_FILE}`

/** Without a file, continues with the next handler. */
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

export function downloadRoutes({ customPath, bundledPath }: ApkFinder) {
  const routes = new Hono()
  routes.get(ANDROID_APP_URL, serveFile(customPath), serveFile(bundledPath))
  return routes
}
