import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { SignInsPanel } from './sign-ins-panel.tsx'

const AUDIT_TABS = [
  { value: 'entries', label: 'Who did what' },
  { value: 'sign-ins', label: 'Who signed in' },
]

/** The company's own trail, for its owner: nobody can change a line of it. */
export function AuditPage() {
  const { show = 'entries' } = useSearch({ from: '/signed-in/company/trail' })
  const navigate = useNavigate()
  return (
    <Page
      title="Trail"
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
