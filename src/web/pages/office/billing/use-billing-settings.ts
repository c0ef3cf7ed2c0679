import { useForm } from '@mantine/form'
import { type AppError, api, client } from '#web/api/client.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { loadOfficeValidation } from '../load-office-validation.ts'
import { useReloadingCommand } from '../use-reloading-command.ts'

export type BillingChange = Parameters<typeof client.billing.changeSettings>[0]

type Outcome = { readonly onDone?: () => void; readonly onError?: (error: AppError) => void }

/** A command on how the company bills. What is shown of billing is refetched before it says that it is done. */
export function useBillingCommand<Input, Output>(
  call: MutationCall<Input, Output>,
  done: string,
  { onDone, onError }: Outcome = {},
) {
  return useReloadingCommand(call, api.billing.key(), {
    onDone: () => {
      onDone?.()
      notify.success(done)
    },
    onError,
  })
}

type SettingsForm<Typed> = {
  readonly initialValues: Typed
  readonly toInput: (typed: Typed) => BillingChange
  /** The form's field for one of the input's. */
  readonly toField?: (path: string) => string
  readonly onSaved?: () => void
}

/** The form of a part of the settings. */
export function useSettingsForm<Typed extends Record<string, unknown>>({
  initialValues,
  toInput,
  toField = path => path,
  onSaved,
}: SettingsForm<Typed>) {
  const toFormErrors = (errors: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(errors).map(([path, message]) => [toField(path), message as string]))
  const form = useForm<Typed>({
    initialValues,
    validate: async typed =>
      toFormErrors((await loadOfficeValidation()).validateBillingChange(toInput(typed))),
  })
  const { run, isRunning } = useBillingCommand(client.billing.changeSettings, 'Saved.', {
    ...(onSaved && { onDone: onSaved }),
    onError: error => setFormErrors(form)({ ...error, fields: toFormErrors(error.fields) }),
  })
  return { form, isRunning, onSubmit: submitWith(form, typed => run(toInput(typed))) }
}
