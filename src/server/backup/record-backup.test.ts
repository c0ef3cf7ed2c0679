import { expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { recordBackup } from './record-backup.ts'

test('a nightly backup records its error, its next attempt and its success, but not that the server stopped', async () => {
  const { database, close } = createDatabase(await freshDatabase(), () => {})
  const stop = new AbortController()
  const [failedAt, madeAt] = [new Date('2025-11-20T07:10:00Z'), new Date('2025-11-20T07:25:00Z')]
  let clock = failedAt
  const backUp = (run: () => Promise<unknown>) =>
    recordBackup(
      database,
      { timeZone: 'America/Indiana/Indianapolis', now: () => clock, signal: stop.signal },
      run,
    )
  const row = () =>
    database.selectFrom('backgroundJob').selectAll().where('name', '=', 'back-up').executeTakeFirst()

  const failure = () => Promise.reject(new Error('The disk is full.'))
  await expect(backUp(failure)).rejects.toThrow('The disk is full.')
  expect(await row()).toEqual({
    name: 'back-up',
    lastRunAt: failedAt,
    lastSucceededAt: null,
    nextRunAt: madeAt,
    failures: 1,
    lastError: 'The disk is full.',
  })
  clock = madeAt
  await backUp(async () => {})
  const made = {
    name: 'back-up',
    lastRunAt: madeAt,
    lastSucceededAt: madeAt,
    nextRunAt: new Date('2025-11-21T07:00:00Z'),
    failures: 0,
    lastError: null,
  }
  expect(await row()).toEqual(made)
  stop.abort()
  await expect(backUp(failure)).rejects.toThrow('The disk is full.')
  expect(await row()).toEqual(made)
  await close()
})
