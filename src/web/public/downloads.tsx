import { IconDeviceMobile } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function DownloadsPage() {
  return (
    <Page title="Downloads" width="reading">
      <Panel title="Android customer app">
        <EmptyState
          icon={IconDeviceMobile}
          sentence="The Android app for customers is not ready yet."
          next="You do not need it to use Rigwright: this web app works on any phone, tablet or computer, with nothing to install. When the app is ready, its file will be here."
          action={<LinkButton to="/work-history">Work History</LinkButton>}
        />
      </Panel>
    </Page>
  )
}
