import { IconMapOff } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found" width="reading">
      <EmptyState
        icon={IconMapOff}
        sentence="There is no page at this address."
        next="It may have moved, or the address may have a typing mistake in it."
        action={
          <>
            <LinkButton to="/">Home</LinkButton>
            <LinkButton to="/work-history">Work History</LinkButton>
          </>
        }
      />
    </Page>
  )
}
