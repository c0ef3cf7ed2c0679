// The operator's commands, for tests.

import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { AdminContext } from '#server/app/cli/admin-arguments.ts'
import { parseCommand } from '#server/app/cli/admin-commands.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { maya } from '#server/seed/demo-accounts.ts'
import type { TestApp } from './test-app.ts'

/** Types a command while the server runs, and returns what it prints. */
export async function runAdmin(
  app: TestApp,
  args: readonly string[],
  changes: Partial<AdminContext> = {},
): Promise<string> {
  const lines: string[] = []
  const unused = () => {
    throw new Error('This command sends nothing itself.')
  }
  await parseCommand(args)?.({
    database: app.database,
    mailContext: { url: () => app.url, canDeliver: false, contactEmail: null, wake: () => {} },
    mailTransport: unused,
    images: async () => ({
      files: createFakeFileStore(),
      folder: await mkdtemp(join(inject('postgres').folder, 'journal-')),
    }),
    founders: [maya.email],
    now: () => app.now,
    print: line => lines.push(line),
    ask: null,
    ...changes,
  })
  return lines.join('\n')
}
