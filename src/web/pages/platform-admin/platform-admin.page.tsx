import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages/pages.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { AuditTab } from './audit-tab.tsx'
import { BackgroundJobsTab } from './background-jobs-tab.tsx'
import { CompaniesTab } from './companies-tab.tsx'
import { DisputesTab } from './disputes-tab.tsx'
import { HistoriesTab } from './histories-tab.tsx'

const TAB_CONTENT: Readonly<Record<string, () => ReactNode>> = {
  histories: HistoriesTab,
  disputes: DisputesTab,
  activity: AuditTab,
  system: BackgroundJobsTab,
}

const TABS = [
  { value: 'companies', label: 'Companies' },
  { value: 'histories', label: 'Histories' },
  { value: 'disputes', label: 'Disputes' },
  { value: 'activity', label: 'Activity Log' },
  { value: 'system', label: 'System' },
]

/** The founders' page; each action is logged. */
export function PlatformAdminPage() {
  const { tab = 'companies' } = useSearch({ from: '/signed-in/founders' })
  const navigate = useNavigate()
  const TabContent = TAB_CONTENT[tab] ?? CompaniesTab
  return (
    <Page title={PAGES.platformAdmin.title} dense>
      <SegmentedControl
        fullWidth
        aria-label="What to show"
        mb="md"
        data={TABS}
        value={tab}
        onChange={value =>
          navigate({ to: '/founders', search: value === 'companies' ? {} : { tab: value }, replace: true })
        }
      />
      <TabContent />
    </Page>
  )
}
