import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { telOf } from '#domain/lib/phone.ts'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import {
  AnsweredApprovalLine,
  type ApprovalLineView,
  type ApprovalsView,
  OpenApprovalLine,
} from './approval-line.tsx'
import styles from './approvals.module.css'
import lineStyles from './job-lines.module.css'
import type { TrackedJob } from './tracked-ticket-query.ts'

type ApprovalsProps = { token: string; jobs: readonly TrackedJob[] }

/** The approvals that the company requested, answered line by line; nothing if there are none. */
export function Approvals({ token, jobs }: ApprovalsProps) {
  const container = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery(api.customerView.listApprovals.queryOptions({ input: { token } }))
  if (data === undefined)
    return error === null ? null : (
      <Panel title="Needs your approval">
        <QueryError error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  const open = data.lines.filter(({ state }) => state === 'open')
  const answered = data.lines.filter(({ state }) => state !== 'open')
  // The tapped button goes away with its line; keyboard focus stays here.
  const onAnswered = () => container.current?.focus({ preventScroll: true })
  if (data.lines.length === 0) return null
  return (
    <div ref={container} className={styles.stack} tabIndex={-1}>
      {open.length > 0 && (
        <OpenApprovals token={token} jobs={jobs} view={data} open={open} onAnswered={onAnswered} />
      )}
      {answered.length > 0 && (
        <Panel title="Your answers" count={answered.length} flush>
          <ul className={lineStyles.lines}>
            {answered.map(line => (
              <AnsweredApprovalLine
                key={line.jobNumber}
                token={token}
                line={line}
                totalHint={data.totalHint}
                timeZone={data.timeZone}
                onAnswered={onAnswered}
              />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

type OpenApprovalsProps = ApprovalsProps & {
  view: ApprovalsView
  open: readonly ApprovalLineView[]
  onAnswered: () => void
}

function OpenApprovals({ token, jobs, view, open, onAnswered }: OpenApprovalsProps) {
  const { companyName, companyPhone, closed } = view
  const notes = [...new Set(open.map(({ note }) => note).filter(note => note !== ''))]
  return (
    <Panel title="Needs your approval" count={open.length} flush>
      <div className={styles.lead}>
        {closed === null ? (
          <p>
            <span>{`${companyName} needs your approval to do this work. You’re approving the price shown. You can change your answer until work on the job starts. To talk first, call `}</span>
            <a href={telOf(companyPhone)}>{companyPhone}</a>.
          </p>
        ) : (
          <p role="status">
            <span>{`${closed} You can’t answer here anymore. Call ${companyName} at `}</span>
            <a href={telOf(companyPhone)}>{companyPhone}</a>.
          </p>
        )}
        {notes.map(note => (
          <blockquote key={note} className={styles.note}>
            {note}
          </blockquote>
        ))}
      </div>
      <ul className={lineStyles.lines}>
        {open.map(line => (
          <OpenApprovalLine
            key={line.jobNumber}
            token={token}
            line={line}
            photos={jobs.find(({ jobNumber }) => jobNumber === line.jobNumber)?.photos ?? []}
            totalHint={view.totalHint}
            isClosed={closed !== null}
            onAnswered={onAnswered}
          />
        ))}
      </ul>
    </Panel>
  )
}
