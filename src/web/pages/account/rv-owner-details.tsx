import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { announceSession, meQuery } from '#web/api/session.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadAccountValidation } from '#web/features/account/load-account-validation.ts'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './account.module.css'
import { SHARING_DESCRIPTION, SHARING_LABEL } from './contact-sharing-text.ts'
import { NameFields } from './name-fields.tsx'

type Details = Awaited<ReturnType<typeof api.rvOwners.getDetails.call>>

/** An RV owner's own contact details. */
export function RvOwnerDetails() {
  const { data: details, error, refetch } = useQuery(api.rvOwners.getDetails.queryOptions())
  return (
    <Panel title="Your details">
      {details === undefined && error === null && <PanelSkeleton lines={5} label="Loading your details..." />}
      {details === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
      {details !== undefined && <DetailsForm details={details} />}
    </Panel>
  )
}

const toFormValues = ({ email: _, address, ...details }: Details) => ({ ...details, address: address ?? '' })

function DetailsForm({ details }: { details: Details }) {
  const queries = useQueryClient()
  const [initialValues] = useState(() => toFormValues(details))
  const form = useForm({
    initialValues,
    validate: async typed => (await loadAccountValidation()).validateOwnerChange(typed),
  })
  const draft = useDraft(form, 'own details')
  const isChanged = form.isDirty()
  const { run, isRunning } = useMutationOnce(client.rvOwners.changeDetails, {
    onDone: async () => {
      draft.clear()
      form.resetDirty()
      notify.clear()
      notify.success('Details saved.')
      await queries.invalidateQueries({ queryKey: api.rvOwners.getDetails.key() })
      // The header of every page and tab shows the name.
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      announceSession()
    },
    onError: setFormErrors(form, draft),
  })
  return (
    <form onSubmit={submitWith(form, typed => run(typed))} noValidate className={styles.form}>
      <DraftNote draft={draft} />
      <p className={styles.sentence}>
        Email: <strong className={styles.email}>{details.email}</strong>
      </p>
      <Fields>
        <NameFields form={form} />
        <PhoneField autoComplete="tel" {...form.getInputProps('phone')} />
        <TextInput label="Address" autoComplete="street-address" {...form.getInputProps('address')} />
      </Fields>
      <Switch
        label={SHARING_LABEL}
        description={SHARING_DESCRIPTION}
        {...form.getInputProps('sharesContact', { type: 'checkbox' })}
      />
      <div>
        <PrimaryButton type="submit" loading={isRunning} loadingText="Saving…" disabled={!isChanged}>
          Save Details
        </PrimaryButton>
      </div>
    </form>
  )
}
