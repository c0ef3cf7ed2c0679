import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'

function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('requestId' in error)) return undefined
  return typeof error.requestId === 'string' ? error.requestId : undefined
}

/** The last net: a page that broke while it was drawn or fetched. */
export function WentWrongPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong" width="reading">
      <ErrorState
        sentence="This page could not be shown. What was saved before is safe."
        requestId={requestIdOf(error)}
        onRetry={reset}
        action={<LinkButton to="/">Home</LinkButton>}
      />
    </Page>
  )
}
