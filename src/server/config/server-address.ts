// Where the server is reached, for commands that run beside it and write links.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from '#server/lib/read-text-file.ts'
import type { Settings } from './settings.ts'

type AddressSettings = Pick<Settings, 'baseUrl' | 'dataDir' | 'host' | 'port'>

const fileIn = (dataDir: string): string => join(dataDir, 'address')

/** Notes the address that this server listens on. */
export const writeServerAddress = (dataDir: string, url: string): void =>
  writeFileSync(fileIn(dataDir), url, { mode: 0o600 })

/** BASE_URL, or where the server of this folder was started last, or where these settings would start it. */
export const readServerAddress = ({ baseUrl, dataDir, host, port }: AddressSettings): string =>
  baseUrl ?? readTextFile(fileIn(dataDir)) ?? `http://${host}:${port}`
