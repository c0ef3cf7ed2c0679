// Writes an export into a folder: under a temporary name, and under its own once all of it is there.

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ExportError } from './stream-tree.ts'

export type ExportFile = { readonly name: string; readonly text: AsyncIterable<string> }

async function assertEmpty(folder: string): Promise<void> {
  const content = await readdir(folder).catch(error => {
    throw new ExportError(`${folder} is no folder that can be read: ${String(error)}`)
  })
  if (content.length > 0) throw new ExportError(`${folder} is not empty. Choose another folder.`)
}

/**
 * Writes the files into the folder, which is made if it is missing. Throws an ExportError if it is not empty; after any
 * error nothing is left in it.
 */
export async function writeFiles(folder: string, files: AsyncIterable<ExportFile>): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
    throw new ExportError(`${folder} cannot be made: ${String(error)}`)
  })
  await assertEmpty(folder)
  const names: string[] = []
  const partOf = (name: string) => join(folder, `${name}.part`)
  try {
    for await (const { name, text } of files) {
      names.push(name)
      // Names, addresses and money: only for who made it.
      await pipeline(Readable.from(text), createWriteStream(partOf(name), { flags: 'wx', mode: 0o600 }))
    }
    for (const name of names) await rename(partOf(name), join(folder, name))
  } catch (error) {
    for (const name of names) {
      await rm(partOf(name), { force: true })
      await rm(join(folder, name), { force: true })
    }
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw error
  }
}
