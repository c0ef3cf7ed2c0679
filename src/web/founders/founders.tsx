import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#web/ui/page.tsx'
import { CompaniesTab } from './companies-tab.tsx'
import { HistoriesTab } from './histories-tab.tsx'
import { TrailTab } from './trail-tab.tsx'

const TABS = [
  { value: 'companies', label: 'Companies' },
  { value: 'histories', label: 'Histories' },
  { value: 'trail', label: 'Trail' },
]

/** Where those who run the platform do what only they may, each act with its line in their trail. */
export function FoundersPage() {
  const { tab = 'companies' } = useSearch({ from: '/signed-in/founders' })
  const navigate = useNavigate()
  return (
    <Page title="Founders" dense>
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
      {tab === 'histories' ? <HistoriesTab /> : tab === 'trail' ? <TrailTab /> : <CompaniesTab />}
    </Page>
  )
}
