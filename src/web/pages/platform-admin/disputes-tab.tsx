import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { newestFirst } from '#web/api/infinite-pages.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { EntriesByDayPanel } from '#web/features/panels/entries-by-day-panel.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './platform-admin.module.css'

type Page = Awaited<ReturnType<typeof api.platformAdmin.listDisputes.call>>

const linesOf = ({ disputes }: Page) => disputes.map(dispute => ({ ...dispute, at: dispute.writtenAt }))

/** What RV owners dispute about visits, newest first. */
export function DisputesTab() {
  const query = useInfiniteQuery(
    api.platformAdmin.listDisputes.infiniteOptions({ ...newestFirst, staleTime: 0 }),
  )
  const timeZone = useBrowserTimeZone()
  if (query.data?.pages[0]?.disputes.length === 0)
    return <EmptyState sentence="No disputes." next="Visits disputed by RV owners are listed here." />
  return (
    <div className={styles.reading}>
      <EntriesByDayPanel
        title="Owner disputes"
        loading="Loading disputes…"
        query={query}
        linesOf={linesOf}
        timeZone={timeZone}
        keyOf={({ claimId, companyUUID, ticketId }) => `${claimId} ${companyUUID} ${ticketId}`}
        renderLine={({ vin, companyUUID, companyName, ticketId, words, isHeld }) => (
          <>
            <TextLink to="/founders" search={{ tab: 'histories', vin }}>
              {vin}
            </TextLink>
            , ticket {ticketId} of{' '}
            {companyName === null ? (
              'a company that has left'
            ) : (
              <TextLink to="/founders" search={{ company: companyUUID }}>
                {companyName}
              </TextLink>
            )}
            : <span className={styles.quote}>“{words}”</span>
            {!isHeld && ' (a former owner)'}
          </>
        )}
      />
    </div>
  )
}
