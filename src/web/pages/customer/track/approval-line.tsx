import { Button, VisuallyHidden } from '@mantine/core'
import { IconMessage, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { printWhen } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { ANSWER_SIGNS } from '#web/features/approvals/approval-badge.tsx'
import { ChangedSince, changedWords } from '#web/features/approvals/line-changes.tsx'
import { dollarWords, LinePrice } from '#web/features/approvals/line-price.tsx'
import { WriteMessage } from '#web/features/messages/message-form.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import styles from './approvals.module.css'
import type { QuestionView } from './approvals-view.ts'

const MINUTE_MS = 60_000

type OpenLineProps = { token: string; line: QuestionView; isClosed: boolean; onAnswered: () => void }

/** One line that waits for a yes or a no, at the price it has now. */
export function OpenLine({ token, line, isClosed, onAnswered }: OpenLineProps) {
  const problemId = useId()
  const { jobNumber, problem, isChanged, canAnswer } = line
  return (
    <li className={styles.line} aria-labelledby={problemId}>
      <h3 id={problemId} className={styles.problem}>
        {jobNumber}. {problem}
      </h3>
      {isChanged && (
        <ChangedSince words="We changed this line meanwhile; here is the new price." role="status" />
      )}
      <LinePrice line={line} total="All in" />
      {canAnswer ? (
        <>
          <Answers token={token} line={line} onAnswered={onAnswered} />
          <AskAbout token={token} line={line} />
        </>
      ) : (
        !isClosed && <p className={styles.soft}>We are still working on this price. You can answer soon.</p>
      )}
    </li>
  )
}

/** Whoever is not sure yet asks; the question stays open meanwhile. */
function AskAbout({ token, line: { jobNumber } }: Pick<OpenLineProps, 'token' | 'line'>) {
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
    <WriteMessage
      label={`Your question about job ${jobNumber}`}
      draft={`question ${token} ${jobNumber}`}
      send={(text, options) => client.follow.say({ token, text, jobNumber }, options)}
      onSent={async () => {
        setIsAsking(false)
        notify.success('Sent. The answer comes under Messages.')
        await queries.invalidateQueries({ queryKey: api.follow.messages.key({ input: { token } }) })
      }}
    />
  )
}

type AnswersProps = Pick<OpenLineProps, 'token' | 'line' | 'onAnswered'>

function Answers({ token, line, onAnswered }: AnswersProps) {
  const queries = useQueryClient()
  const [pressed, setPressed] = useState<'approved' | 'declined' | null>(null)
  const { jobNumber, requestId, version } = line
  const lookAgain = () => queries.invalidateQueries({ queryKey: api.follow.key() })
  const { run, isRunning } = useCommand(client.follow.answerLine, {
    basis: version,
    onDone: async () => {
      notify.success('Thank you. We have your answer.')
      onAnswered()
      await lookAgain()
    },
    onFault: ({ message, requestId: request }) => {
      notify.failure(message, { requestId: request })
      void lookAgain()
    },
  })

  function say(answer: 'approved' | 'declined') {
    setPressed(answer)
    run({ token, jobNumber, requestId, version, answer })
  }

  const ofJob = <VisuallyHidden> job {jobNumber}</VisuallyHidden>
  return (
    <div className={styles.answers}>
      <PrimaryButton
        size="md"
        leftSection={<IconThumbUp size={20} aria-hidden />}
        loading={isRunning && pressed === 'approved'}
        loadingText="Approving…"
        disabled={isRunning}
        onClick={() => say('approved')}
      >
        Approve{ofJob}
      </PrimaryButton>
      <Button
        size="md"
        leftSection={<IconThumbDown size={20} aria-hidden />}
        disabled={isRunning}
        onClick={firstClick(() => say('declined'))}
      >
        {isRunning && pressed === 'declined' ? 'Declining…' : <>Decline{ofJob}</>}
      </Button>
    </div>
  )
}

/** One line as it was answered: its words and its price stay as they were then. */
export function AnsweredLine({ line, timeZone }: { line: QuestionView; timeZone: string }) {
  const now = useNow(MINUTE_MS)
  const { jobNumber, problem, standing, answeredAt, how, total, changedSince } = line
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <h3 className={styles.problem}>
          {jobNumber}. {problem}
        </h3>
        <StateBadge {...ANSWER_SIGNS[standing]} />
      </div>
      {answeredAt !== null && (
        <p className={styles.soft}>
          You {standing === 'approved' ? `approved this at ${dollarWords(total)} all in` : 'declined this'}
          {how === 'phone' ? ' on the phone' : ''},{' '}
          <time dateTime={answeredAt.toISOString()}>{printWhen(answeredAt, timeZone, now)}</time>.
          {standing === 'declined' && ' It is not done, and costs nothing.'}
        </p>
      )}
      {changedSince !== null && <ChangedSince words={changedWords(changedSince, 'you')} />}
      <details className={styles.details}>
        <summary>{standing === 'approved' ? 'What you approved' : 'What it would have cost'}</summary>
        <LinePrice line={line} total="All in" />
      </details>
    </li>
  )
}
