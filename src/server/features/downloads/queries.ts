// Downloads besides the web client's static files.

import { externalQuery } from '#server/rpc/procedures.ts'
import { ANDROID_APP_URL } from './routes.ts'

export const findAndroidApp = externalQuery.downloads.androidApp.handler(async ({ context }) => {
  const file = await context.externalServices.apkFinder.find()
  return { file: file === null ? null : { url: ANDROID_APP_URL, ...file } }
})
