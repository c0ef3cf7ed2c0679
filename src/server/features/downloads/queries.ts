// What may be downloaded besides the files that come with the web.

import { allow } from '#server/db/unit-of-work.ts'
import { lookup } from '#server/rpc/procedures.ts'
import { ANDROID_APP_URL } from './routes.ts'

export const findAndroidApp = lookup.downloads.androidApp.handler(async ({ context }) => {
  allow(context.occasion, 'download.see')
  const file = await context.outside.androidApp.find()
  return { file: file === null ? null : { url: ANDROID_APP_URL, ...file } }
})
