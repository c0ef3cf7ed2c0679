import { ORPCError } from '@orpc/client'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNetworkError, toAppError } from '#web/api/client.ts'
import { BAY_KEY } from '#web/api/session.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

// The browsers' messages for a `fetch` or `import` that cannot reach the server; our own bugs have other messages.
const NETWORK_ERROR_PATTERN = /fetch|network|load failed|can.t reach/i

const POLL_INTERVAL_MS = 4000

/** Shown when a page fails to load or to render. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isRequestError =
    error instanceof ORPCError || (error instanceof Error && NETWORK_ERROR_PATTERN.test(error.message))
  const { message, requestId } = isRequestError
    ? toAppError(error)
    : { message: 'This page couldn’t be shown. Everything you saved is safe.', requestId: undefined }
  const isOffline = isRequestError && isNetworkError(error)
  // The bay is what works without a connection.
  const hasBay = isOffline && localStorage.getItem(BAY_KEY) !== null
  const title = hasBay ? 'This page needs a connection' : 'Can’t reach the server'
  const retry = () => {
    reset()
    void router.invalidate()
  }
  // A network error goes away by itself, so try again on a timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts after each failed try, which has a new error
  useEffect(() => {
    if (!isOffline) return
    const timer = setTimeout(retry, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [error])
  return (
    <Page title={isOffline ? title : 'Something went wrong'} width="reading">
      <ErrorState
        sentence={message}
        requestId={requestId}
        onRetry={retry}
        action={hasBay ? <LinkButton to="/bay">My Jobs</LinkButton> : <LinkButton to="/">Home</LinkButton>}
      />
    </Page>
  )
}
