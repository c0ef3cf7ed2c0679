import { ORPCError } from '@orpc/client'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNetworkError, toAppError } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

// What each browser's `fetch` and `import` say when nobody answers; a bug of ours says other things.
const NETWORK_ERROR_PATTERN = /fetch|network|load failed|cannot be reached/i

const POLL_INTERVAL_MS = 4000

/** The last net: a page that broke while it was drawn or fetched. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isUnexpected =
    error instanceof ORPCError || (error instanceof Error && NETWORK_ERROR_PATTERN.test(error.message))
  const { message, requestId } = isUnexpected
    ? toAppError(error)
    : { message: 'This page could not be shown. What was saved before is safe.', requestId: undefined }
  const retry = () => {
    reset()
    void router.invalidate()
  }
  // What only has to be waited for is looked at again by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed try is an error of its own
  useEffect(() => {
    if (!isUnexpected || !isNetworkError(error)) return
    const timer = setTimeout(retry, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [error])
  return (
    <Page title="Something went wrong" width="reading">
      <ErrorState
        sentence={message}
        requestId={requestId}
        onRetry={retry}
        action={<LinkButton to="/">Home</LinkButton>}
      />
    </Page>
  )
}
