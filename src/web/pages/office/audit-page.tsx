import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { signInSentence } from '#domain/audit/entry.ts'
import { api } from '#web/api/client.ts'
import { beforeInput, infinitePages } from '#web/api/infinite-pages.ts'
import { DayPanel } from '#web/features/schedule/day-panel.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { AuditPanel } from './audit-panel.tsx'

const AUDIT_TABS = [
  { value: 'entries', label: 'Activity' },
  { value: 'sign-ins', label: 'Logins' },
]

/** The company's activity log, for its owner; entries cannot be changed. */
export function AuditPage() {
  const { show = 'entries' } = useSearch({ from: '/signed-in/company/trail' })
  const navigate = useNavigate()
  return (
    <Page
      title="Activity Log"
      width="reading"
      dense
      actions={<LinkButton to="/company">Back to Company</LinkButton>}
    >
      <SegmentedControl
        fullWidth
        aria-label="What to show"
        mb="md"
        data={AUDIT_TABS}
        value={show}
        onChange={value =>
          navigate({
            to: '/company/trail',
            search: value === 'sign-ins' ? { show: value } : {},
            replace: true,
          })
        }
      />
      {show === 'entries' ? <AuditPanel /> : <SignInsPanel />}
    </Page>
  )
}

function SignInsPanel() {
  const query = useInfiniteQuery(
    api.audit.listSignIns.infiniteOptions({ input: beforeInput, ...infinitePages }),
  )
  return (
    <DayPanel
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
