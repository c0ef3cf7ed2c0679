import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { wasCalledOff } from '#domain/customer-view/progress.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { CODE_REVOKED } from '#domain/rig-claims/claim-code.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { countsEstimatedTime } from '#domain/tickets/job.ts'
import { rigVisitFacts } from '#domain/tickets/rig-visit.ts'
import { billedParts } from '#domain/tickets/totals.ts'
import { CONDITION_TITLE, printedWalkaround } from '#domain/walkarounds/walkaround.ts'
import { toAppError } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { CompanyHeader } from '#web/features/companies/company-header.tsx'
import { TrackedDocumentLink } from '#web/features/documents/document-link.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { AddendumList } from '#web/features/photos/addendum-list.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { MoneyText, Totals } from '#web/ui/numbers.tsx'
import { Approvals } from './approvals.tsx'
import { CustomerMessages } from './messages.tsx'
import { isOwed, MoneyPanel } from './money-panel.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ReviewForm } from './review-form.tsx'
import styles from './track.module.css'
import { TrackedJobLines } from './tracked-job-lines.tsx'
import {
  type CompanyView,
  previewQuery,
  type TrackedTicket,
  trackedTicketQuery,
} from './tracked-ticket-query.ts'

const Signatures = lazy(() => import('./signatures.tsx').then(module => ({ default: module.Signatures })))

/** The customer's ticket: what is owed and its status first, then what was found and done, and the total. */
export function TrackedTicketPanels({ token, company }: { token: string; company: CompanyView }) {
  const queries = useQueryClient()
  const { data: ticket, error, refetch } = useQuery(trackedTicketQuery(token))
  const isRefused = error !== null && toAppError(error).code === 'REFUSED'
  // The link was turned off, or needs verification again: the preview knows which.
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries({ queryKey: previewQuery(token).queryKey })
  }, [isRefused, queries, token])
  const tabTitle = `${PAGES.track.title} at ${company.companyName}`
  if (ticket === undefined || isRefused)
    return (
      <Page title={PAGES.track.title} tabTitle={tabTitle} width="reading">
        <CompanyHeader company={company} />
        {error === null || isRefused ? (
          <ListSkeleton rows={4} height={120} label="Loading your ticket…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const owes = isOwed(ticket)
  return (
    <Page title={`Your ${rigName(ticket.customerRV)}`} tabTitle={tabTitle} width="reading">
      <CompanyHeader company={ticket.company} />
      <Panels>
        {owes && <MoneyPanel token={token} ticket={ticket} />}
        <ProgressPanel token={token} ticket={ticket} />
        <Approvals token={token} jobs={ticket.jobs} />
        {(ticket.toSign !== null || ticket.signatures.length > 0) && (
          <LazyContent>
            <Signatures token={token} ticket={ticket} />
          </LazyContent>
        )}
        <TrackedJobLines token={token} ticket={ticket} />
        {ticket.addenda.length > 0 && (
          <Panel title="Added later">
            <AddendumList addenda={ticket.addenda} timeZone={ticket.timeZone} />
          </Panel>
        )}
        <PartsUsed ticket={ticket} />
        <RigVisit visit={ticket.rigVisit} />
        <Condition ticket={ticket} />
        <RunningTotal ticket={ticket} />
        {!owes && <MoneyPanel token={token} ticket={ticket} />}
        <TrackedDocumentLink token={token} />
        {ticket.claim !== null && <SaveHistoryPrompt claim={ticket.claim} vin={ticket.customerRV.vin} />}
        {ticket.progress === 'done' && <ReviewForm token={token} ticket={ticket} />}
        {ticket.canBookAgain && <BookAgain token={token} company={ticket.company} />}
        <CustomerMessages token={token} ticket={ticket} />
      </Panels>
    </Page>
  )
}

/** The parts on the ticket, in the order in which they were added. Those of declined jobs are not charged. */
function PartsUsed({ ticket }: { ticket: Pick<TrackedTicket, 'parts' | 'jobs'> }) {
  const { parts } = ticket
  const billed = new Set(billedParts(ticket))
  if (parts.length === 0) return null
  return (
    <Panel title="Parts" count={billed.size} flush>
      <ul className={styles.parts}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id here, and keeps its place
          <li key={index} className={styles.part}>
            <span className={styles.name}>{`${part.quantity} × ${part.description}`}</span>
            {!billed.has(part) ? (
              <span className={styles.muted}>Declined, not charged</span>
            ) : part.totalAmount === null ? (
              <span className={styles.muted}>No price yet</span>
            ) : (
              <MoneyText amount={formatMoney(part.totalAmount)} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Its meters, and when the shop had it; nothing as long as nothing was noted. */
function RigVisit({ visit }: { visit: TrackedTicket['rigVisit'] }) {
  const facts = rigVisitFacts(visit)
  return (
    facts.length > 0 && (
      <Panel title="Your RV">
        <KeyValues rows={facts} />
      </Panel>
    )
  )
}

/** What their rig was like when it came in; nothing unless it was recorded. */
const Condition = ({ ticket: { walkaround, timeZone } }: { ticket: TrackedTicket }) =>
  walkaround && (
    <Panel title={CONDITION_TITLE}>
      <KeyValues rows={printedWalkaround(walkaround, timeZone)} />
    </Panel>
  )

/** The total, marked as an estimate until the work is finished. */
function RunningTotal({ ticket }: { ticket: Pick<TrackedTicket, 'totals' | 'progress' | 'jobs'> }) {
  const { totals, progress, jobs } = ticket
  if (wasCalledOff(progress)) return null
  const { invoiced } = totals
  const isFinal = progress === 'ready' || progress === 'done'
  // A total of $0.00 would read as a promise.
  if (!isFinal && totals.totalBalance === 0)
    return (
      <Panel title="Current total">
        <p>No prices yet.</p>
      </Panel>
    )
  const row = (label: string, amount: Cents) => ({ label, amount: formatMoney(amount) })
  return (
    <Panel title={isFinal ? 'Total' : 'Current total'}>
      <Totals
        rows={[
          row('Parts', totals.totalPartsAmount),
          row('Shop supplies', totals.shopSupplies),
          row('Labor', totals.totalLaborBalance),
          {
            ...row(invoiced ? 'Total Balance' : isFinal ? 'Total' : 'Estimated total', totals.totalBalance),
            hint: totals.balanceHint,
            strong: invoiced === null,
          },
          ...(invoiced === null
            ? []
            : [
                { ...row(isFinal ? 'Invoice total' : 'Invoiced so far', invoiced.total), strong: true },
                row('Paid', invoiced.paid),
                { ...row('Due', invoiced.due), strong: true },
              ]),
        ]}
        notes={isFinal ? [] : countsEstimatedTime(jobs)}
      />
    </Panel>
  )
}

const BookAgain = ({ token, company }: { token: string; company: CompanyView }) => (
  <Panel title={`Need ${company.companyName} again?`}>
    <p className={styles.words}>Your name and your RV will be filled in.</p>
    <LinkButton to={`/companies/${company.companyUUID}/book`} search={{ follow: token }} variant="default">
      Book Again
    </LinkButton>
  </Panel>
)

type SaveHistoryPromptProps = { claim: NonNullable<TrackedTicket['claim']>; vin: string }

/** After the visit: how the rig's owner claims it, with or without an account. */
const SaveHistoryPrompt = ({ claim: { code }, vin }: SaveHistoryPromptProps) => (
  <Panel title="Keep this RV's history">
    {code === null ? (
      <p className={styles.words}>{CODE_REVOKED}</p>
    ) : (
      <ClaimInstructions code={code} vin={vin} />
    )}
  </Panel>
)

function ClaimInstructions({ code, vin }: { code: string; vin: string }) {
  const { data: actor } = useQuery(meQuery)
  const isNew = actor?.kind === 'visitor'
  return (
    <>
      <p
        className={styles.words}
      >{`Claim this rig to keep its full history in one place, from every shop. ${isNew ? 'All it takes is a free account. ' : ''}You’ll need its VIN, ${vin}, and this code:`}</p>
      <p className={styles.code}>{code}</p>
      {isNew ? (
        <LinkButton to="/join" search={{ to: `/my?vin=${vin}&code=${code}` }}>
          Create an Account
        </LinkButton>
      ) : (
        <LinkButton to="/my" search={{ vin, code }} variant="default">
          Claim this rig
        </LinkButton>
      )}
    </>
  )
}
