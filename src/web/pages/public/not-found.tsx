import { IconMapOff } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found" width="reading">
      <EmptyState
        icon={IconMapOff}
        sentence="There’s no page at this address."
        next="Check the address for a typo."
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
