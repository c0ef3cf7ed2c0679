import { IconFolder } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** For a link on a server without email. `hours`: how long the link works. */
export const EmailNotDeliverable = ({ hours }: { hours: number }) => (
  <EmptyState
    icon={IconFolder}
    sentence="Email isn’t set up on this server."
    next={`Ask your administrator for your link. It expires in ${hours === 1 ? '1 hour' : `${hours} hours`}.`}
  />
)
