import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { formatDate, formatDayWithYear } from '#domain/lib/company-time.ts'
import { client } from '#web/api/client.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import styles from './invoice.module.css'
import type { Proposal, Typed } from './proposal-values.ts'
import { useMoneyCommand } from './use-money-command.ts'

type ExemptionFieldsProps = { ticketId: number; form: UseFormReturnType<Typed>; proposal: Proposal }

/** Whether the customer pays tax. Their certificate from an earlier invoice is applied once the desk checks the box. */
export function ExemptionFields({ ticketId, form, proposal: { exemption } }: ExemptionFieldsProps) {
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.forgetExemption,
    'Certificate removed.',
    () => form.setValues({ isExempt: false, certificateNumber: '', expiresOn: '' }),
    error => notify.failure(error.message),
  )
  return (
    <>
      {exemption !== null && (
        <p className={styles.soft}>
          {exemption.isExpired
            ? `Tax exemption ${exemption.certificateNumber} expired on ${formatDate(exemption.expiresOn)}, so it is not applied.`
            : `On file: certificate ${exemption.certificateNumber} until ${formatDayWithYear(exemption.expiresOn)}.`}
        </p>
      )}
      <Checkbox
        label="The customer is tax exempt"
        {...form.getInputProps('isExempt', { type: 'checkbox' })}
      />
      {form.values.isExempt && (
        <div className={styles.row}>
          <TextInput label="Certificate number" {...form.getInputProps('certificateNumber')} />
          <TextInput label="Expires on" type="date" {...form.getInputProps('expiresOn')} />
        </div>
      )}
      {form.values.isExempt && exemption === null && (
        <p className={styles.soft}>Kept with the customer for their next invoice.</p>
      )}
      {exemption !== null && (
        <div className={styles.choices}>
          <ConfirmInline
            label="Remove Certificate"
            question={`Remove ${exemption.certificateNumber}? It is no longer kept with the customer.`}
            loading={isRunning}
            onConfirm={() => run({ ticketId })}
          />
        </div>
      )}
    </>
  )
}
