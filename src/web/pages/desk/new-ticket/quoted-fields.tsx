import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ESTIMATE_STEP, MAX_ESTIMATE } from '#domain/lib/hours.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import type { TicketForm } from '#web/features/tickets/form/ticket-form.ts'
import type { JobFormValues } from '#web/features/tickets/jobs/job-form-values.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './job-lines.module.css'

/** The hours, the flat price and the parts of a job that was declined before, as it was quoted. */
export function QuotedFields({
  form,
  index,
  job: { flatPrice, parts = [] },
}: {
  form: TicketForm
  index: number
  job: JobFormValues
}) {
  const path = `jobs.${index}`
  return (
    <div className={styles.quoted}>
      <NumberField
        className={styles.count}
        label="Estimated Time"
        aria-label={`Estimated Time of job ${index + 1}`}
        step={ESTIMATE_STEP}
        min={0}
        max={MAX_ESTIMATE}
        suffix=" h"
        {...form.getInputProps(`${path}.estimatedTime`)}
      />
      {flatPrice !== undefined && (
        <NumberField
          className={styles.count}
          label="Flat Price"
          aria-label={`Flat Price of job ${index + 1}`}
          leftSection="$"
          step={0.01}
          {...form.getInputProps(`${path}.flatPrice`)}
        />
      )}
      {parts.map((_, at) => {
        const of = ` of part ${at + 1} of job ${index + 1}`
        const part = `${path}.parts.${at}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part not sent yet is known by its place alone
          <fieldset key={at} className={styles.part} aria-label={`Part ${at + 1} of job ${index + 1}`}>
            <TextInput
              className={styles.description}
              label="Description"
              aria-label={`Description${of}`}
              {...form.getInputProps(`${part}.description`)}
            />
            <NumberField
              className={styles.count}
              label="Quantity"
              aria-label={`Quantity${of}`}
              min={0}
              max={MAX_QUANTITY}
              {...form.getInputProps(`${part}.quantity`)}
            />
            <NumberField
              className={styles.count}
              label="Per Item Price"
              aria-label={`Per Item Price${of}`}
              leftSection="$"
              step={0.01}
              {...form.getInputProps(`${part}.perPartAmount`)}
            />
            <ActionIcon
              className={styles.remove}
              aria-label={`Delete part ${at + 1} of job ${index + 1}`}
              onClick={ignoreDoubleClick(() => form.removeListItem(`${path}.parts`, at))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
        )
      })}
    </div>
  )
}
