import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOB_NAMES, type JobName } from '#domain/platform-admin/background-jobs.ts'
import { recordRun } from '#server/jobs/job-runs.ts'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const MINUTE_MS = 60_000
/** Where it is not an hour. */
const INTERVALS: Partial<Record<JobName, number>> = {
  'start-planned-assignments': MINUTE_MS,
  'email-unread-messages': MINUTE_MS,
  'email-moved-promises': MINUTE_MS,
  'email-owners': MINUTE_MS,
  'ask-for-reviews': 5 * MINUTE_MS,
  'email-end-of-day': 5 * MINUTE_MS,
  'check-card-payments': 5 * MINUTE_MS,
}
/** They record what they did, not that there was nothing to do. */
const IDLE: readonly JobName[] = ['make-exports', 'back-up']
const SCHEDULED = JOB_NAMES.filter(name => !name.startsWith('send-') && !IDLE.includes(name))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ metricsAddress: { host: '127.0.0.1', port: 0 } })
})
afterAll(() => app.close())

const listJobs = async () => (await app.as('maya').platformAdmin.listBackgroundJobs()).jobs
const jobOf = async (name: JobName) => (await listJobs()).find(job => job.name === name)
const metrics = async () => (await fetch(app.metricsUrl ?? '')).text()

test('every background job of a new server runs, and founders see when it runs next', async () => {
  const succeeded = async () =>
    (await listJobs()).filter(({ lastSucceededAt }) => lastSucceededAt !== null).map(({ name }) => name)
  await expect.poll(succeeded).toEqual(expect.arrayContaining(SCHEDULED))
  const jobs = await listJobs()
  expect(jobs.map(({ name }) => name)).toEqual(JOB_NAMES)
  for (const name of SCHEDULED) {
    const intervalMs = INTERVALS[name] ?? 60 * MINUTE_MS
    expect(jobs.find(job => job.name === name)).toEqual({
      name,
      lastRunAt: app.now,
      lastSucceededAt: app.now,
      nextRunAt: new Date(app.now.getTime() + intervalMs),
      failures: 0,
      lastError: null,
    })
  }
  const neverRun = { lastRunAt: null, lastSucceededAt: null, nextRunAt: null, failures: 0, lastError: null }
  for (const name of IDLE) expect(await jobOf(name)).toEqual({ name, ...neverRun })
})

test('the metrics show the last success and the failures of each job that has run', async () => {
  const seconds = app.now.getTime() / 1000
  const success = `rigwright_job_last_success_timestamp_seconds{job="delete-sessions"} ${seconds}`
  await expect.poll(metrics).toContain(success)
  const nextRunAt = new Date(app.now.getTime() + 60_000)
  for (const error of [new Error('The disk is full.'), new Error('The disk is still full.')])
    await recordRun(app.database, 'delete-sessions', { startedAt: nextRunAt, nextRunAt, error })
  const text = await metrics()
  expect(text).toContain(success)
  expect(text).toContain('rigwright_job_failures{job="delete-sessions"} 2')
  expect(text).toContain('rigwright_job_failures{job="delete-emails"} 0')
  expect(text).not.toContain('{job="back-up"}')
  expect(await jobOf('delete-sessions')).toMatchObject({
    lastRunAt: nextRunAt,
    lastSucceededAt: app.now,
    failures: 2,
    lastError: 'The disk is still full.',
  })
})

test('founders see whether a mail server is set up', async () => {
  for (const isSetUp of [true, false]) {
    const server = await createTestApp({ mailTransport: createFakeTransport(isSetUp) })
    try {
      expect((await server.as('maya').platformAdmin.listBackgroundJobs()).isEmailSetUp).toBe(isSetUp)
    } finally {
      await server.close()
    }
  }
})

test.each(['dana', 'walt', 'rosa', 'june', 'visitor'] as const)(
  'the background jobs are refused to %s',
  async person => {
    const refusal = await errorOf(app.as(person).platformAdmin.listBackgroundJobs())
    expect(refusal.code).toBe(person === 'visitor' ? 'UNAUTHORIZED' : 'FORBIDDEN')
  },
)
