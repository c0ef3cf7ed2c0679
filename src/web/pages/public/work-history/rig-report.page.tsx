import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { RigNote, RigVisits } from '#web/features/work-history/rig-visits.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import styles from './work-history.module.css'

/** A rig's history for a buyer, opened by the link that its owner shared. */
export function RigReportPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useQuery(api.rigClaims.getReport.queryOptions({ input: { token } }))
  if (data === undefined)
    return (
      <Page title={PAGES.rigReport.title} width="reading">
        {error === null ? (
          <ListSkeleton rows={3} height={140} label="Loading the report…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { rig, visits, createdAt, endsAt } = data
  const day = (at: Date) => formatDayWithYear(dayOf(at, 'UTC'))
  return (
    <Page
      title={rigName(rig)}
      tabTitle={`${PAGES.rigReport.title} ${rig.vin}`}
      width="reading"
      lead={`VIN ${rig.vin}. Work recorded by shops on Rigwright, with the owner’s notes.`}
      actions={
        <span className={styles.tools}>
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </span>
      }
    >
      <p className={styles.muted}>{`Created ${day(createdAt)}. This link works until ${day(endsAt)}.`}</p>
      <RigVisits
        visits={visits}
        footer={visit =>
          visit.notes.map(note => <RigNote key={`${note.kind} ${note.writtenAt.getTime()}`} note={note} />)
        }
      />
    </Page>
  )
}
