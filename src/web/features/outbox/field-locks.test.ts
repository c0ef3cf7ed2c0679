import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteField } from '#web/features/tickets/autosave/text-drafts.ts'
import { createFieldLocks } from './field-locks.ts'

const KEY = 'rosa 412873 1 cause'

beforeEach(() => {
  // As over plain http: without Web Locks.
  vi.stubGlobal('navigator', {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a draft is left to the tab that has its field, unless that is suspended', async () => {
  const tab = createFieldLocks()
  const tabWithField = createFieldLocks()
  const forget = noteField(KEY, 'waits')
  const task = vi.fn(async () => {})
  await tab.runWithoutField(KEY, task)
  expect(task).not.toHaveBeenCalled()
  // It answers no longer.
  tabWithField.stop()
  const running = tab.runWithoutField(KEY, task)
  await vi.advanceTimersByTimeAsync(3000)
  await running
  expect(task).toHaveBeenCalledOnce()
  tab.stop()
  forget()
})
