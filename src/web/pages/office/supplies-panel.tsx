import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import styles from './tax-rates.module.css'

type Typed = { percentage: number | string; cap: number | string }
type Change = Parameters<typeof client.billing.changeSettings>[0]

const STANDARD_PERCENT = 10

/** 10 % without a limit is what every ticket has anyway. */
const toInput = ({ percentage, cap }: Typed): Change => ({
  shopSupplies:
    percentage === STANDARD_PERCENT && cap === ''
      ? null
      : { percentage: percentage as number, cap: cap === '' ? null : (cap as number) },
})

const toFormErrors = (errors: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path.replace('shopSupplies.', ''), message as string]),
  )

/** How much of its parts a ticket is charged for shop supplies. */
export function SuppliesPanel({ settings: { shopSupplies } }: { settings: BillingSettingsView }) {
  const queries = useQueryClient()
  const form = useForm<Typed>({
    initialValues: {
      percentage: shopSupplies?.percentage ?? STANDARD_PERCENT,
      cap: shopSupplies?.cap ?? '',
    },
    validate: async typed =>
      toFormErrors((await loadOfficeValidation()).validateBillingChange(toInput(typed))),
  })
  const { run, isRunning } = useMutationOnce(client.billing.changeSettings, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.billing.key() })
      notify.success('Saved.')
    },
    onError: error => setFormErrors(form)({ ...error, fields: toFormErrors(error.fields) }),
  })
  return (
    <Panel title="Shop supplies">
      <p className={styles.soft}>
        Charged on parts, never on labor, trips or fees. A change counts for tickets that are not finalized
        yet.
      </p>
      <form onSubmit={submitWith(form, typed => run(toInput(typed)))} noValidate>
        <Fields>
          <NumberField
            label="Percentage of parts"
            rightSection="%"
            step={0.5}
            min={0}
            max={100}
            {...form.getInputProps('percentage')}
          />
          <NumberField
            label="At most"
            description="For each ticket. Leave it blank for no limit."
            leftSection="$"
            step={1}
            min={0}
            {...form.getInputProps('cap')}
          />
        </Fields>
        <Button type="submit" mt="sm" disabled={isRunning}>
          Save
        </Button>
      </form>
    </Panel>
  )
}
