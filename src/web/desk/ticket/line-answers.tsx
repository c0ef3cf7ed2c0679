import { Button, VisuallyHidden } from '@mantine/core'
import { IconPhone, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { api, client } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { notify } from '#web/ui/notify.ts'
import type { ApprovalLine } from './approvals-view.ts'
import styles from './ask-customer.module.css'
import { useEditing } from './use-editing.ts'

/** What else the desk may do about a line: write down what was said on the phone, or take its question back. */
export function LineAnswers({ ticketId, line }: { ticketId: number; line: ApprovalLine }) {
  const { isEditing, button, open, close } = useEditing()
  const { jobNumber, question } = line
  const lookAgain = useLookAgainAtApprovals(ticketId)
  const withdraw = useTicketCommand(ticketId, client.approvals.withdraw, {
    onDone: () => {
      lookAgain()
      notify.success('Question withdrawn.')
    },
  })
  const ofJob = <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
  if (isEditing) return <PhoneAnswer ticketId={ticketId} line={line} onClose={close} />
  return (
    <div className={styles.deeds}>
      <Button
        ref={button}
        size="compact-sm"
        leftSection={<IconPhone size={16} aria-hidden />}
        onClick={firstClick(open)}
      >
        Record Phone Answer{ofJob}
      </Button>
      {question?.standing === 'open' && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={withdraw.isRunning}
          onClick={firstClick(() => withdraw.run({ ticketId, jobNumber }))}
        >
          Withdraw Question{ofJob}
        </Button>
      )}
    </div>
  )
}

function useLookAgainAtApprovals(ticketId: number): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: api.approvals.get.key({ input: { ticketId } }) })
}

type PhoneAnswerProps = { ticketId: number; line: ApprovalLine; onClose: () => void }

function PhoneAnswer({ ticketId, line, onClose }: PhoneAnswerProps) {
  const lookAgain = useLookAgainAtApprovals(ticketId)
  const cancel = useRef<HTMLButtonElement>(null)
  const { jobNumber, version, question, obstacles } = line
  const { run, isRunning } = useTicketCommand(ticketId, client.approvals.record, {
    onDone: () => {
      lookAgain()
      notify.success('Answer recorded.')
      onClose()
    },
    onFault: ({ message, requestId }) => {
      lookAgain()
      notify.failure(message, { requestId })
    },
  })
  useEffect(() => cancel.current?.focus(), [])

  // Who sees an answer here and writes down another one means it.
  const again = question !== null && question.standing !== 'open'
  const say = (answer: 'approved' | 'declined') => run({ ticketId, jobNumber, version, answer, again })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isRunning) onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from any button
    <div className={styles.deeds} onKeyDown={onKeyDown}>
      <span role="alert">On the phone, the customer:</span>
      <Button
        size="compact-sm"
        leftSection={<IconThumbUp size={16} aria-hidden />}
        disabled={isRunning || obstacles.length > 0}
        onClick={firstClick(() => say('approved'))}
      >
        Approved<VisuallyHidden> job {jobNumber}</VisuallyHidden>
      </Button>
      <Button
        size="compact-sm"
        leftSection={<IconThumbDown size={16} aria-hidden />}
        disabled={isRunning}
        onClick={firstClick(() => say('declined'))}
      >
        Declined<VisuallyHidden> job {jobNumber}</VisuallyHidden>
      </Button>
      <Button ref={cancel} size="compact-sm" variant="subtle" disabled={isRunning} onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}
