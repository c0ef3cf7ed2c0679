import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconMessage, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Contract } from '#contract/index.ts'
import { changedSentence } from '#domain/approvals/approval.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { countsSuggestedTime } from '#domain/tickets/job.ts'
import { api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { ANSWER_BADGES } from '#web/features/approvals/approval-badge.tsx'
import { LineChanges } from '#web/features/approvals/line-changes.tsx'
import { formatPrice, LinePrice } from '#web/features/approvals/line-price.tsx'
import { MessageForm } from '#web/features/messages/message-form.tsx'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './approvals.module.css'
import lineStyles from './job-lines.module.css'
import type { TrackedJob } from './tracked-ticket-query.ts'

/** Open and answered approvals, as the customer’s link shows them. */
export type ApprovalsView = InferContractRouterOutputs<Contract>['customerView']['listApprovals']
export type ApprovalLineView = ApprovalsView['lines'][number]

type OpenApprovalLineProps = {
  token: string
  line: ApprovalLineView
  totalHint: string | null
  isClosed: boolean
  onAnswered: () => void
}

type QuestionProps = OpenApprovalLineProps & {
  /** Of the job, which show why it is asked. */
  photos: TrackedJob['photos']
}

/** A job line that needs an answer, at its current price. */
export function OpenApprovalLine({ token, line, photos, totalHint, isClosed, onAnswered }: QuestionProps) {
  const problemId = useId()
  const { jobNumber, problem, isChanged, changedSince, canAnswer } = line
  return (
    <li className={lineStyles.line} aria-labelledby={problemId}>
      <h3 id={problemId} className={lineStyles.problem}>
        {`${jobNumber}. ${problem}`}
      </h3>
      {changedSince !== null && <LineChanges text={changedSentence(changedSince, 'you')} />}
      {isChanged && <LineChanges text="We’ve changed this job. Here’s the new price." role="status" />}
      {photos.length > 0 && <PhotoRow problem={problem} photos={photos} />}
      <LinePrice line={line} total="Total for this job" totalHint={totalHint} />
      {line.hoursInTotals !== null && (
        <p className={styles.muted}>{countsSuggestedTime(line.hours, line.hoursInTotals)}</p>
      )}
      {canAnswer ? (
        <>
          <AnswerButtons token={token} line={line} totalHint={totalHint} onAnswered={onAnswered} />
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
        Ask about this<VisuallyHidden>{` job ${jobNumber}`}</VisuallyHidden>
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

type AnswerButtonsProps = Omit<OpenApprovalLineProps, 'isClosed'>
type Choice = 'approved' | 'declined'

/** What each answer is called, when it is asked for, and while it is sent. */
const CHOICES = {
  approved: { verb: 'Approve', sending: 'Approving…', icon: IconThumbUp },
  declined: { verb: 'Decline', sending: 'Declining…', icon: IconThumbDown },
} as const

/** The two answers, of which an answered line offers the other one. Each is asked once more, with the amount. */
function AnswerButtons({ token, line, totalHint, onAnswered }: AnswerButtonsProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const [choice, setChoice] = useState<Choice>('approved')
  const { jobNumber, state } = line
  if (isOpen)
    return (
      <AnswerForm
        token={token}
        line={line}
        totalHint={totalHint}
        choice={choice}
        onAnswered={onAnswered}
        onClose={() => setOpen(false)}
      />
    )
  const propsOf = (answer: Choice) => ({
    ref: choice === answer ? opener : null,
    size: 'md',
    leftSection:
      answer === 'approved' ? <IconThumbUp size={20} aria-hidden /> : <IconThumbDown size={20} aria-hidden />,
    onClick: ignoreDoubleClick(() => {
      setChoice(answer)
      setOpen(true)
    }),
  })
  const jobSuffix = <VisuallyHidden>{` job ${jobNumber}`}</VisuallyHidden>
  if (state !== 'open') {
    const other = state === 'approved' ? 'declined' : 'approved'
    return (
      <Button {...propsOf(other)} variant="subtle" className={styles.change}>
        <span>{`${CHOICES[other].verb} instead`}</span>
        {jobSuffix}
      </Button>
    )
  }
  return (
    <div className={styles.answers}>
      <PrimaryButton {...propsOf('approved')}>Approve{jobSuffix}</PrimaryButton>
      <Button {...propsOf('declined')}>Decline{jobSuffix}</Button>
    </div>
  )
}

/** "Approve $330.00?", with the name of who answers. It is kept for the next line. */
function AnswerForm({
  token,
  line,
  totalHint,
  choice,
  onAnswered,
  onClose,
}: AnswerButtonsProps & { choice: Choice; onClose: () => void }) {
  const queries = useQueryClient()
  const questionId = useId()
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    initialValues: { typedName: '' },
    validate: { typedName: typed => (typed.trim() === '' ? 'Type your name.' : null) },
  })
  useDraft(form, `name ${token}`)
  useEffect(() => field.current?.focus(), [])
  const { jobNumber, requestId, version, state } = line
  const refetch = () => queries.invalidateQueries({ queryKey: api.customerView.key() })
  const { run, isRunning } = useMutationOnce(client.customerView.answerLine, {
    basis: `${requestId} ${version}`,
    onDone: async () => {
      const answered = field.current?.closest('li')
      notify.success('Thank you. We have your answer.')
      onClose()
      await refetch()
      // After closing, the focus was on the button that is gone now; the customer may be on the next line already.
      const { activeElement } = document
      if (activeElement === document.body || answered?.contains(activeElement)) onAnswered()
    },
    onError: error => {
      if (error.fields.typedName !== undefined) return form.setErrors(error.fields)
      notify.failure(error.message, { requestId: error.requestId })
      onClose()
      void refetch()
    },
  })
  const { verb, sending, icon: ChoiceIcon } = CHOICES[choice]
  const amount = formatPrice(line.total)
  return (
    <form
      aria-labelledby={questionId}
      className={styles.question}
      noValidate
      onKeyDown={onEscape(onClose)}
      onSubmit={form.onSubmit(
        ({ typedName }) =>
          run({ token, jobNumber, requestId, version, answer: choice, typedName, again: state !== 'open' }),
        () => field.current?.focus(),
      )}
    >
      <p id={questionId} className={styles.questionText}>
        <TextWithAmounts
          text={`${verb} ${amount}${totalHint && choice === 'approved' ? ` ${totalHint.toLowerCase()}` : ''}?`}
        />
      </p>
      <TextInput
        ref={field}
        label="Your Name"
        autoComplete="name"
        maxLength={160}
        readOnly={isRunning}
        {...form.getInputProps('typedName')}
      />
      <div className={styles.answers}>
        <PrimaryButton
          type="submit"
          size="md"
          leftSection={<ChoiceIcon size={20} aria-hidden />}
          loading={isRunning}
          loadingText={sending}
        >
          <TextWithAmounts text={`${verb} ${amount}`} />
          <VisuallyHidden>{` for job ${jobNumber}`}</VisuallyHidden>
        </PrimaryButton>
        <Button size="md" variant="subtle" disabled={isRunning} onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}

type AnsweredApprovalLineProps = AnswerButtonsProps & { timeZone: string }

/** An answered line, with its text and price at the time of the answer. */
export function AnsweredApprovalLine(props: AnsweredApprovalLineProps) {
  const { token, line, totalHint, timeZone, onAnswered } = props
  const now = useNow()
  const { jobNumber, problem, state, answeredAt, how, total, changedSince } = line
  return (
    <li className={lineStyles.line}>
      <div className={styles.head}>
        <h3 className={lineStyles.problem}>{`${jobNumber}. ${problem}`}</h3>
        <StateBadge {...ANSWER_BADGES[state]} />
      </div>
      {answeredAt !== null && (
        <p className={styles.muted}>
          <TextWithAmounts
            text={`You ${state === 'approved' ? `approved this: ${formatPrice(total)} total` : 'declined this'}${how === 'phone' ? ', by phone' : ''}, `}
          />
          <time dateTime={answeredAt.toISOString()}>{formatWhen(answeredAt, timeZone, now)}</time>
          <span>{state === 'declined' ? '. It won’t be done or charged.' : '.'}</span>
        </p>
      )}
      {changedSince !== null && <LineChanges text={changedSentence(changedSince, 'you')} />}
      <details className={styles.details}>
        <summary>{state === 'approved' ? 'What you approved' : 'What it would have cost'}</summary>
        <LinePrice line={line} total="Total for this job" totalHint={totalHint} />
      </details>
      {line.canChange && (
        <AnswerButtons token={token} line={line} totalHint={totalHint} onAnswered={onAnswered} />
      )}
    </li>
  )
}
