import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { auditSentence, signInSentence } from '#domain/audit/audit-sentences.ts'
import { api } from '#web/api/client.ts'
import { newestFirst } from '#web/api/infinite-pages.ts'
import { EntriesByDayPanel } from '#web/features/panels/entries-by-day-panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { SettingsPage } from './settings-page.tsx'

const AUDIT_TABS = [
  { value: 'entries', label: 'Activity' },
  { value: 'sign-ins', label: 'Logins' },
]

/** The company's activity log, for its owner; entries cannot be changed. */
export function AuditPage() {
  const search = useSearch({ from: '/signed-in/company/activity' })
  const show = search.show === 'sign-ins' ? 'sign-ins' : 'entries'
  const navigate = useNavigate()
  return (
    <SettingsPage title={PAGES.audit.title}>
      <SegmentedControl
        fullWidth
        aria-label="What to show"
        mb="md"
        data={AUDIT_TABS}
        value={show}
        onChange={value =>
          navigate({
            to: '/company/activity',
            search: value === 'sign-ins' ? { show: value } : {},
            replace: true,
          })
        }
      />
      {show === 'entries' ? <AuditPanel /> : <SignInsPanel />}
    </SettingsPage>
  )
}

function SignInsPanel() {
  const query = useInfiniteQuery(api.audit.listSignIns.infiniteOptions(newestFirst))
  return (
    <EntriesByDayPanel
      title="Logins"
      loading="Loading logins..."
      query={query}
      linesOf={page => page.signIns}
      timeZone={query.data?.pages[0]?.timeZone ?? 'UTC'}
      keyOf={({ id }) => id}
      renderLine={({ name, event, address }) =>
        `${signInSentence(name, event)}${address === '' ? '' : `, from ${address}`}`
      }
    />
  )
}

function AuditPanel() {
  const query = useInfiniteQuery(api.audit.list.infiniteOptions(newestFirst))
  return (
    <EntriesByDayPanel
      title="Activity"
      loading="Loading activity..."
      query={query}
      linesOf={page => page.entries}
      timeZone={query.data?.pages[0]?.timeZone ?? 'UTC'}
      keyOf={({ version, seq }) => `${version} ${seq}`}
      renderLine={entry => (
        <>
          {auditSentence(entry)}
          {entry.kind === 'ticket' && (
            <>
              {' '}
              (<TextLink to={`/service-ticket/${entry.id}`}>ticket {entry.id}</TextLink>)
            </>
          )}
        </>
      )}
    />
  )
}
