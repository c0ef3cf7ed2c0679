import { ORPCError } from '@orpc/client'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { faultOf, isUnreached } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

// What each browser's `fetch` and `import` say when nobody answers; a bug of ours says other things.
const NOBODY_ANSWERED = /fetch|network|load failed|cannot be reached/i

const LOOK_AGAIN_MS = 4000

/** The last net: a page that broke while it was drawn or fetched. */
export function WentWrongPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isFault =
    error instanceof ORPCError || (error instanceof Error && NOBODY_ANSWERED.test(error.message))
  const { message, requestId } = isFault
    ? faultOf(error)
    : { message: 'This page could not be shown. What was saved before is safe.', requestId: undefined }
  const retry = () => {
    reset()
    void router.invalidate()
  }
  // What only has to be waited for is looked at again by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed try is an error of its own
  useEffect(() => {
    if (!isFault || !isUnreached(error)) return
    const timer = setTimeout(retry, LOOK_AGAIN_MS)
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
