import { Button, VisuallyHidden } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconMessage, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Contract } from '#contract/index.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { ANSWER_BADGES } from '#web/features/approvals/approval-badge.tsx'
import { formatLineChange, LineChanges } from '#web/features/approvals/line-changes.tsx'
import { formatDollars, LinePrice } from '#web/features/approvals/line-price.tsx'
import { MessageForm } from '#web/features/messages/message-form.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './approvals.module.css'
import lineStyles from './job-lines.module.css'

/** Open and answered approvals, as the customer’s link shows them. */
export type ApprovalsView = InferContractRouterOutputs<Contract>['customerView']['listApprovals']
export type ApprovalLineView = ApprovalsView['lines'][number]

const MINUTE_MS = 60_000

type OpenApprovalLineProps = {
  token: string
  line: ApprovalLineView
  isClosed: boolean
  onAnswered: () => void
}

/** A job line that needs an answer, at its current price. */
export function OpenApprovalLine({ token, line, isClosed, onAnswered }: OpenApprovalLineProps) {
  const problemId = useId()
  const { jobNumber, problem, isChanged, canAnswer } = line
  return (
    <li className={lineStyles.line} aria-labelledby={problemId}>
      <h3 id={problemId} className={lineStyles.problem}>
        {jobNumber}. {problem}
      </h3>
      {isChanged && <LineChanges text="We’ve changed this job. Here’s the new price." role="status" />}
      <LinePrice line={line} total="Total for this job" />
      {canAnswer ? (
        <>
          <AnswerButtons token={token} line={line} onAnswered={onAnswered} />
          <AskQuestionForm token={token} line={line} />
        </>
      ) : (
        !isClosed && <p className={styles.muted}>We’re still working on this price. You can answer soon.</p>
      )}
    </li>
  )
}

/** Sends a question about the line, which stays open for an answer. */
function AskQuestionForm({ token, line: { jobNumber } }: Pick<OpenApprovalLineProps, 'token' | 'line'>) {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking)
    return (
      <Button
        variant="subtle"
        leftSection={<IconMessage size={18} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Ask about this<VisuallyHidden> job {jobNumber}</VisuallyHidden>
      </Button>
    )
  return (
    <MessageForm
      label={`Your question about job ${jobNumber}`}
      draft={`question ${token} ${jobNumber}`}
      send={(text, options) => client.customerView.post({ token, text, jobNumber }, options)}
      onSent={async () => {
        setIsAsking(false)
        notify.success('Sent. The answer will appear under Messages.')
        await queries.invalidateQueries({ queryKey: api.customerView.listMessages.key({ input: { token } }) })
      }}
    />
  )
}

type AnswerButtonsProps = Pick<OpenApprovalLineProps, 'token' | 'line' | 'onAnswered'>

function AnswerButtons({ token, line, onAnswered }: AnswerButtonsProps) {
  const queries = useQueryClient()
  const [choice, setChoice] = useState<'approved' | 'declined' | null>(null)
  const { jobNumber, requestId, version } = line
  const refetch = () => queries.invalidateQueries({ queryKey: api.customerView.key() })
  const { run, isRunning } = useMutationOnce(client.customerView.answerLine, {
    basis: version,
    onDone: async () => {
      notify.success('Thank you. We have your answer.')
      onAnswered()
      await refetch()
    },
    onError: error => {
      notify.failure(error.message, { requestId: error.requestId })
      void refetch()
    },
  })

  function sendAnswer(answer: 'approved' | 'declined') {
    setChoice(answer)
    run({ token, jobNumber, requestId, version, answer })
  }

  const jobSuffix = <VisuallyHidden> job {jobNumber}</VisuallyHidden>
  return (
    <div className={styles.answers}>
      <PrimaryButton
        size="md"
        leftSection={<IconThumbUp size={20} aria-hidden />}
        loading={isRunning && choice === 'approved'}
        loadingText="Approving…"
        disabled={isRunning}
        onClick={() => sendAnswer('approved')}
      >
        Approve{jobSuffix}
      </PrimaryButton>
      <Button
        size="md"
        leftSection={<IconThumbDown size={20} aria-hidden />}
        disabled={isRunning}
        onClick={ignoreDoubleClick(() => sendAnswer('declined'))}
      >
        {isRunning && choice === 'declined' ? 'Declining…' : <>Decline{jobSuffix}</>}
      </Button>
    </div>
  )
}

/** An answered line, with its text and price at the time of the answer. */
export function AnsweredApprovalLine({ line, timeZone }: { line: ApprovalLineView; timeZone: string }) {
  const now = useNow(MINUTE_MS)
  const { jobNumber, problem, state, answeredAt, how, total, changedSince } = line
  return (
    <li className={lineStyles.line}>
      <div className={styles.head}>
        <h3 className={lineStyles.problem}>
          {jobNumber}. {problem}
        </h3>
        <StateBadge {...ANSWER_BADGES[state]} />
      </div>
      {answeredAt !== null && (
        <p className={styles.muted}>
          You {state === 'approved' ? `approved this: ${formatDollars(total)} total` : 'declined this'}
          {how === 'phone' ? ', by phone' : ''},{' '}
          <time dateTime={answeredAt.toISOString()}>{formatWhen(answeredAt, timeZone, now)}</time>.
          {state === 'declined' && ' It won’t be done or charged.'}
        </p>
      )}
      {changedSince !== null && <LineChanges text={formatLineChange(changedSince, 'you')} />}
      <details className={styles.details}>
        <summary>{state === 'approved' ? 'What you approved' : 'What it would have cost'}</summary>
        <LinePrice line={line} total="Total for this job" />
      </details>
    </li>
  )
}
