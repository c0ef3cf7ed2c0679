import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors } from '#web/api/validate-with-contract.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './account-bar.module.css'

/** Asks a new owner for their own name, once. */
export function OwnerNameReminder({ companyName }: { companyName: string }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { firstName: '', lastName: '' } })
  const { run, isRunning } = useMutationOnce(client.account.setName, {
    onDone: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: meQuery.queryKey }),
        queries.invalidateQueries({ queryKey: api.companies.mine.key() }),
      ])
    },
    onError: setFormErrors(form),
  })
  const save = form.onSubmit(name => run(name))
  return (
    <form className={styles.reminder} data-tone="lake" onSubmit={save} noValidate aria-label="Your name">
      <p>
        <strong>What’s your name?</strong> Tickets and messages say “{companyName}” until you enter it.
      </p>
      <TextInput label="First Name" autoComplete="given-name" {...form.getInputProps('firstName')} />
      <TextInput label="Last Name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
        Save
      </Button>
      <Button variant="subtle" disabled={isRunning} onClick={ignoreDoubleClick(() => run({}))}>
        Skip
      </Button>
    </form>
  )
}
