import { IconBuildingStore } from '@tabler/icons-react'
import { toAppError } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'

/** Shown for an unknown company, or one that could not be loaded. */
export function CompanyNotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, message, reason } = toAppError(error)
  if (code !== 'NOT_FOUND') return <QueryError error={error} onRetry={onRetry} />
  return (
    <EmptyState
      icon={IconBuildingStore}
      sentence={message}
      next={
        reason === 'company.suspended' && 'Its links still open your tickets, and your RV’s history is kept.'
      }
      action={
        <LinkButton next to="/">
          Find Another Company
        </LinkButton>
      }
    />
  )
}
