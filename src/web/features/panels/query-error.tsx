import { toAppError } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { NoPermission } from '#web/ui/feedback/no-permission.tsx'

/** Shown when something could not be loaded: why, and what to do. */
export function QueryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, message, requestId } = toAppError(error)
  if (code === 'FORBIDDEN') return <NoPermission />
  const sentence =
    code === 'OFFLINE' ? 'Can’t reach the server. Your data is safe. Try again in a moment.' : message
  return <ErrorState sentence={sentence} requestId={requestId} onRetry={onRetry} />
}
