import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { correction } from '#contract/clocks.ts'
import { localTimeOf } from '#domain/lib/company-time.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { setFormErrors } from '#web/api/validate-with-contract.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './correction-form.module.css'
import {
  type CorrectionFormValues,
  correctedLength,
  occurrencesOf,
  toCorrection,
  toFormValues,
  validateCorrection,
} from './correction-form-values.ts'

/** A session that can be corrected, with its ticket. */
export type CorrectableSession = {
  readonly sessionId: string
  readonly technician: string
  readonly ticketId: number
  readonly jobNumber: number
  readonly problem: string
  readonly clockInTime: Date
  readonly clockOutTime: Date | null
}

const CORRECTION_FIELDS = ['clockInTime', 'clockOutTime', 'reason'] as const

type FormProps = { session: CorrectableSession; timeZone: string; onClose: () => void; onDone: () => void }

/** New times for a session, or a confirmation; either with a reason. */
export function CorrectionForm({ session, timeZone, onClose, onDone }: FormProps) {
  // The initial values: another's correction meanwhile must not become a change of this one.
  const [initialSession] = useState(session)
  const { ticketId, sessionId, technician } = initialSession
  const form = useForm<CorrectionFormValues>({
    initialValues: toFormValues(initialSession, timeZone),
    validate: typed => validateCorrection(initialSession, typed, timeZone, new Date()),
  })
  const { correct, confirm, isRunning, refusal } = useCorrections(ticketId, setFormErrors(form), onDone)
  const commandFor = (sent: object) => ({ ticketId, sessionId, ...correction.parse(sent) })

  const save = form.onSubmit(
    typed => correct(commandFor(toCorrection(initialSession, typed, timeZone))),
    errors => form.getInputNode(CORRECTION_FIELDS.find(field => field in errors) ?? 'reason')?.focus(),
  )

  function keepTimes() {
    form.clearErrors()
    const { reason } = form.getValues()
    if (form.validateField('reason').hasError) form.getInputNode('reason')?.focus()
    else confirm(commandFor({ reason }))
  }

  const length = correctedLength(initialSession, form.values, timeZone)
  const maxTime = localTimeOf(new Date(), timeZone)
  const time = { type: 'datetime-local', max: maxTime, withAsterisk: false } as const
  return (
    <form className={styles.form} onSubmit={save} noValidate aria-label="Edit Time Entry">
      <p className={styles.about}>
        {technician} on {jobLabel(initialSession)} of ticket {ticketId}. Times are in the shop’s time zone.
      </p>
      <TextInput label="Clock In" {...time} {...form.getInputProps('clockInTime')} />
      <OccurrenceField form={form} of="clockIn" label="Clock In" timeZone={timeZone} />
      <TextInput
        label="Clock Out"
        data-autofocus
        {...(initialSession.clockOutTime === null ? { description: 'Still clocked in.' } : {})}
        {...time}
        {...form.getInputProps('clockOutTime')}
      />
      <OccurrenceField form={form} of="clockOut" label="Clock Out" timeZone={timeZone} />
      {length !== null && <p className={styles.about}>Time on the job: {length}</p>}
      <TextInput label="Reason" required withAsterisk={false} {...form.getInputProps('reason')} />
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.footer}>
        <Button variant="subtle" disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={isRunning} onClick={ignoreDoubleClick(keepTimes)}>
          Time is correct
        </Button>
        <PrimaryButton type="submit" loading={isRunning} loadingText="Saving…">
          Save
        </PrimaryButton>
      </div>
    </form>
  )
}

type OccurrenceProps = {
  form: Pick<UseFormReturnType<CorrectionFormValues>, 'values' | 'getInputProps'>
  of: 'clockIn' | 'clockOut'
  label: string
  timeZone: string
}

/** Which of the two is meant, for a time in the hour that comes twice when the clocks are set back. */
export function OccurrenceField({ form, of, label, timeZone }: OccurrenceProps) {
  const choices = occurrencesOf(form.values[`${of}Time`], timeZone)
  if (choices.length === 0) return null
  return (
    <NativeSelect
      label={`${label}: which of the two`}
      description="The clocks were set back, so this time came twice."
      data={choices}
      {...form.getInputProps(`${of}Occurrence`)}
    />
  )
}

/** Both commands; their errors are shown in the form. */
function useCorrections(ticketId: number, onInvalid: (error: AppError) => void, onDone: () => void) {
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const withMessage = (text: string) => ({
    onDone: () => {
      void queries.invalidateQueries({ queryKey: api.clocks.list.key() })
      notify.success(text)
      onDone()
    },
    onError: (error: AppError) => {
      if (Object.keys(error.fields).length > 0) onInvalid(error)
      else setRefusal(error.message)
    },
  })
  const correct = useTicketCommand(ticketId, client.clocks.correct, withMessage('Time entry corrected.'))
  const confirm = useTicketCommand(ticketId, client.clocks.correct, withMessage('Time entry confirmed.'))
  const isRunning = correct.isRunning || confirm.isRunning
  const withReset =
    (run: typeof correct.run): typeof correct.run =>
    command => {
      setRefusal(null)
      run(command)
    }
  return { refusal, isRunning, correct: withReset(correct.run), confirm: withReset(confirm.run) }
}
