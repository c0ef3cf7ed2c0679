import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { notificationList } from '#web/ui/feedback/notification-list.tsx'
import { useMutationOnce } from './use-mutation-once.ts'

const failure = vi.spyOn(notificationList, 'failure')

/** Runs a command that succeeds, with `onDone` after it; returns the errors that its form got. */
async function runCommand(onDone: () => Promise<void>): Promise<readonly string[]> {
  failure.mockClear()
  const errors: string[] = []
  const queryClient = new QueryClient()
  let run: ((input: string) => void) | undefined
  function Form() {
    run = useMutationOnce(async (input: string) => input, {
      onDone,
      onError: ({ message }) => errors.push(message),
    }).run
    return null
  }
  renderToString(createElement(QueryClientProvider, { client: queryClient }, createElement(Form)))
  run?.('Finalize')
  await expect.poll(() => queryClient.getMutationCache().getAll()[0]?.state.status).toBe('success')
  return errors
}

test('an error after a command that succeeded reads neither as the command’s nor as a lost connection', async () => {
  const errors = await runCommand(() => Promise.reject(new TypeError('ticket.jobs is undefined')))
  expect(errors).toEqual([])
  await expect.poll(() => failure.mock.lastCall?.[0]).toMatch(/^Done, but this page can’t show it/)
})

test('a command that succeeded shows no error', async () => {
  expect(await runCommand(() => Promise.resolve())).toEqual([])
  expect(failure).not.toHaveBeenCalled()
})
