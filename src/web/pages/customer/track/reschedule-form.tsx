import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { isBookable, TimeFields, type TimeValues, validateTime } from '#web/features/bookings/time-fields.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './progress-panel.module.css'

type RescheduleFormProps = {
  token: string
  companyId: string
  onDone: () => Promise<void>
  onCancel: () => void
}

/** Another day and time within the company's hours. */
export function RescheduleForm({ companyId, ...props }: RescheduleFormProps) {
  const { data, error, refetch } = useQuery(api.companies.get.queryOptions({ input: { companyId } }))
  if (data !== undefined) return <LoadedForm company={data} {...props} />
  if (error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  return <PanelSkeleton lines={2} label="Loading the shop’s hours…" />
}

type CompanyProfile = Awaited<ReturnType<typeof api.companies.get.call>>

type LoadedFormProps = Omit<RescheduleFormProps, 'companyId'> & { company: CompanyProfile }

function LoadedForm({ company, token, onDone, onCancel }: LoadedFormProps) {
  const form = useForm<TimeValues>({
    initialValues: { wanted: { day: '', time: '' } },
    validate: values => validateTime(values, company),
  })
  const { day } = form.values.wanted
  const { data: offered } = useQuery(
    api.customerView.appointmentTimes.queryOptions({
      input: { token, day },
      enabled: isBookable(day, company),
    }),
  )
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.customerView.reschedule, {
    onDone: async () => {
      notify.success('Your appointment was moved.')
      await onDone()
    },
    onError: error => {
      // Others may have taken the time.
      void queries.invalidateQueries({ queryKey: api.customerView.appointmentTimes.key() })
      return setFormErrors(form)(error)
    },
  })
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="New appointment"
      onSubmit={submitWith(form, ({ wanted }) => run({ token, wanted }))}
    >
      <TimeFields form={form} company={company} offered={offered} />
      <div className={styles.line}>
        <PrimaryButton type="submit" loading={isRunning} loadingText="Moving…">
          Move Appointment
        </PrimaryButton>
        <Button variant="subtle" disabled={isRunning} onClick={onCancel}>
          Keep the old time
        </Button>
      </div>
    </form>
  )
}
