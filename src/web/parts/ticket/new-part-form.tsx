import { Button, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { newPart } from '#contract/tickets.ts'
import { client } from '#web/api.ts'
import { focusFirstFault, showFault, validateWith } from '#web/parts/contract-validate.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { useDraft } from '#web/parts/form-draft.ts'
import styles from './parts.module.css'
import { useTicketCommand } from './ticket-view.ts'

type Typed = { quantity: number | string; description: string; perPartAmount: number | string }

/** Add New Part. A quantity or price that is none changes nothing and says why beside its field. */
export function NewPartForm({ ticketId, withPrice }: { ticketId: number; withPrice: boolean }) {
  const send = ({ quantity, description, perPartAmount }: Typed) =>
    withPrice ? { quantity, description, perPartAmount } : { quantity, description }
  const form = useForm<Typed>({
    initialValues: { quantity: '', description: '', perPartAmount: '' },
    validate: validateWith<Typed>(newPart, send),
  })
  const draft = useDraft(form, `part on ${ticketId}`)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addPart, {
    onDone: () => {
      draft.clear()
      form.reset()
      form.getInputNode('quantity')?.focus()
    },
    onFault: showFault(form),
  })
  const add = form.onSubmit(
    ({ quantity, description, perPartAmount }) =>
      run({
        ticketId,
        quantity: Number(quantity),
        description,
        ...(withPrice ? { perPartAmount: Number(perPartAmount) } : {}),
      }),
    focusFirstFault(form),
  )
  return (
    <form className={styles.form} onSubmit={add} noValidate aria-label="Add New Part">
      <h3 className={styles.formTitle}>Add New Part</h3>
      <div className={styles.formFields} data-priced={withPrice || undefined}>
        <NumberInput
          className={styles.count}
          label="Quantity"
          required
          withAsterisk={false}
          min={0}
          {...form.getInputProps('quantity')}
          clampBehavior="none"
        />
        <TextInput className={styles.grow} label="Description" {...form.getInputProps('description')} />
        {withPrice && (
          <NumberInput
            label="Per Item Price"
            required
            withAsterisk={false}
            leftSection="$"
            thousandSeparator=","
            step={0.01}
            {...form.getInputProps('perPartAmount')}
          />
        )}
        <Button type="submit" className={styles.add} disabled={isRunning} onClick={firstClick()}>
          Add Part
        </Button>
      </div>
    </form>
  )
}
