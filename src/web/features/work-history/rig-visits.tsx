import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconAlertTriangle, IconNote } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Contract } from '#contract/index.ts'
import { qualificationLine } from '#domain/employees/qualification.ts'
import { dayOf, formatDateTime, formatDayWithYear } from '#domain/lib/company-time.ts'
import { addendumLabel } from '#domain/tickets/addendum.ts'
import { techniciansLine } from '#domain/tickets/assignment.ts'
import { formatPublicEntry } from '#domain/work-history/format-public-entry.ts'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './rig-visits.module.css'

type Visit = InferContractRouterOutputs<Contract>['rigClaims']['get']['visits'][number]
/** Being saved until the server confirms: not editable meanwhile. */
type Note = Visit['notes'][number] & { readonly isSaving?: true }
export type RigVisit = Omit<Visit, 'notes'> & { readonly notes: readonly Note[] }

/** Ticket ids are unique only within a company, and a rig may have been to several. */
export const visitKey = ({ companyUUID, ticketId }: RigVisit): string => `${companyUUID} ${ticketId}`

type RigVisitsProps = {
  visits: readonly RigVisit[]
  /** The owner's notes on a visit, with their actions. */
  footer: (visit: RigVisit) => ReactNode
}

/** A rig's full history, newest first. */
export const RigVisits = ({ visits, footer }: RigVisitsProps) => (
  <ol className={styles.visits}>
    {visits.map(visit => (
      <li key={visitKey(visit)} className={styles.visit}>
        <WhatWasDone visit={visit} />
        {footer(visit)}
      </li>
    ))}
  </ol>
)

function WhatWasDone({ visit }: { visit: RigVisit }) {
  const { completedTimestamp, companyName, isOpen, work, qualifications, addenda } = visit
  const { technician, totalBalance, note } = formatPublicEntry(visit)
  return (
    <>
      <header className={styles.head}>
        <h3 className={styles.company}>{companyName}</h3>
        <p className={styles.facts}>
          <time dateTime={completedTimestamp.toISOString()}>
            {formatDateTime(completedTimestamp, visit.timeZone)}
          </time>
          <span className={styles.technician}>{technician}</span>
          <span>
            Total Balance <MoneyText strong amount={totalBalance} />
          </span>
        </p>
        {note !== '' && <p className={styles.muted}>{note}</p>}
      </header>
      {work.map(({ problem, cause, correction, technicians, photos }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
        <section key={index} className={styles.line}>
          <h4 className={styles.problem}>{problem}</h4>
          {(cause !== '' || correction !== '' || technicians.length > 0) && (
            <dl className={styles.findings}>
              <LabeledText label="Cause" value={cause} />
              <LabeledText label="Correction" value={correction} />
              <LabeledText {...techniciansLine(technicians)} />
            </dl>
          )}
          {photos.length > 0 && <PhotoRow problem={problem} photos={photos} />}
        </section>
      ))}
      {qualifications.map(qualification => (
        <p key={qualification.technician} className={styles.muted}>
          {qualificationLine(qualification)}
        </p>
      ))}
      {addenda.map(({ addendumId, addedAt, text, photos }) => (
        <section key={addendumId} className={styles.line}>
          <h4 className={styles.problem}>{addendumLabel(addedAt, visit.timeZone)}</h4>
          <p className={styles.words}>{text}</p>
          {photos.length > 0 && <PhotoRow problem={text} photos={photos} />}
        </section>
      ))}
      {!isOpen && <p className={styles.muted}>Details of this visit aren’t available here.</p>}
    </>
  )
}

const LabeledText = ({ label, value }: { label: string; value: string }) =>
  value === '' ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )

const NOTE_ICONS = { note: IconNote, dispute: IconAlertTriangle }
const NOTE_LABELS = { note: 'Owner’s note', dispute: 'Disputed by the owner' }

/** A note of a rig's owner on a visit. */
export function RigNote({ note, children }: { note: Note; children?: ReactNode }) {
  const NoteIcon = NOTE_ICONS[note.kind]
  return (
    <div className={styles.note} data-kind={note.kind} aria-busy={note.isSaving}>
      <p className={styles.noteHead}>
        <NoteIcon size={16} aria-hidden />
        <strong>{NOTE_LABELS[note.kind]}</strong>
        <time dateTime={note.writtenAt.toISOString()}>{formatDayWithYear(dayOf(note.writtenAt, 'UTC'))}</time>
      </p>
      <p className={styles.words}>{note.words}</p>
      {children}
    </div>
  )
}
