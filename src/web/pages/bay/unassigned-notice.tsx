import { IconUserShare } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'

/** The ticket has left the technician while its page was open. */
export const UnassignedNotice = () => (
  <Panel>
    <div role="status">
      <EmptyState
        icon={IconUserShare}
        sentence="This ticket is not assigned to you now."
        next="The desk released it or gave it to another technician. What you saved stays on it."
        action={
          <LinkButton to="/bay" next>
            Back to Bay
          </LinkButton>
        }
      />
    </div>
  </Panel>
)
