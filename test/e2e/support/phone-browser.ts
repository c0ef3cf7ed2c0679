// A phone's browser that keeps its profile on disk: it can be killed, and opened again as it was.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { PERSON_OPTIONS, PHONE, waitForReaction, watchErrors } from './fixtures.ts'

export type PhoneBrowser = {
  /** Opens the browser; returns its only page. */
  readonly open: () => Promise<Page>
  /** As a person closes it: everything is written to disk. */
  readonly close: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Deletes its profile, too. */
  readonly remove: () => Promise<void>
}

/** `options`: the project's. */
export async function createPhoneBrowser(
  app: { readonly url: string },
  options: LaunchOptions = {},
): Promise<PhoneBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'rigwright-profile-'))
  let context: BrowserContext | undefined
  const close = async (): Promise<void> => context?.close()
  return {
    open: async () => {
      context = await chromium.launchPersistentContext(profile, {
        ...options,
        ...PERSON_OPTIONS,
        baseURL: app.url,
        viewport: PHONE,
      })
      watchErrors(context)
      return waitForReaction(context.pages()[0] ?? (await context.newPage()))
    },
    close,
    kill: async () => {
      const session = await context?.browser()?.newBrowserCDPSession()
      const info = await session?.send('SystemInfo.getProcessInfo')
      const browserProcess = info?.processInfo.find(({ type }) => type === 'browser')
      if (browserProcess === undefined) throw new Error('The browser has no process.')
      const closed = context?.waitForEvent('close')
      process.kill(browserProcess.id, 'SIGKILL')
      await closed
    },
    remove: async () => {
      await close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
