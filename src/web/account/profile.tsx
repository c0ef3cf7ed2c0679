import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { signOutElsewhere } from '#web/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type KeyValue, KeyValues } from '#web/ui/key-values.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'
import { ChangePassword } from './change-password.tsx'
import styles from './profile.module.css'

type Profile = NonNullable<Awaited<ReturnType<typeof api.employees.mine.call>>>

/** Whoever is signed in: what the company knows of them, and their password. */
export function ProfilePage() {
  const { data: profile, error, refetch } = useQuery(api.employees.mine.queryOptions())
  return (
    <Page title="Profile" width="reading" dense>
      <div className={styles.page}>
        {profile !== undefined && !hasRole(profile) && <NoRole companyName={profile.companyName} />}
        <Panel title={profile?.name ?? 'Your account'}>
          {profile === undefined && error === null && (
            <PanelSkeleton lines={5} label="Loading your profile..." />
          )}
          {profile === undefined && error !== null && <LoadFault error={error} onRetry={() => refetch()} />}
          {profile !== undefined && <KeyValues rows={rowsOf(profile)} />}
        </Panel>
        <ChangePassword email={profile?.email ?? ''} />
        <Elsewhere />
      </div>
    </Page>
  )
}

const hasRole = ({ employee }: Profile): boolean =>
  employee === null || employee.roles.isServiceWriter || employee.roles.isTechnician

function roleOf({ employee }: Profile): string {
  if (employee === null) return 'Owner'
  const { isServiceWriter, isTechnician } = employee.roles
  const roles = [isServiceWriter ? 'Service Writer' : '', isTechnician ? 'Technician' : '']
  return roles.filter(role => role !== '').join(', ') || 'None yet'
}

function rowsOf(profile: Profile): KeyValue[] {
  const { email, companyName, companyPhone, employee } = profile
  const own = { label: 'Email', value: email }
  const company = [
    { label: 'Role', value: roleOf(profile) },
    { label: 'Company', value: companyName },
    { label: 'Company Phone', value: companyPhone },
  ]
  if (employee === null) return [own, ...company]
  return [
    own,
    { label: 'Phone', value: employee.phone },
    { label: "Driver's License Number", value: employee.licenseNumber },
    { label: 'Health Insurance', value: employee.isInsured ? 'Yes' : 'No' },
    ...company,
  ]
}

const NoRole = ({ companyName }: { companyName: string }) => (
  <Panel>
    <EmptyState
      icon={IconUserQuestion}
      sentence="Your account has no role yet."
      next={`There is nothing else to see without one. Ask the owner of ${companyName} to make you a service writer or a technician; this page follows at once.`}
    />
  </Panel>
)

function Elsewhere() {
  const leave = useMutation({
    mutationFn: signOutElsewhere,
    networkMode: 'always',
    onSuccess: () => notify.success('You are signed out everywhere else.'),
    onError: ({ message }) => notify.failure(message),
  })
  return (
    <Panel title="Other devices">
      <p className={styles.sentence}>Lost a phone, or left a computer signed in? This one stays signed in.</p>
      <Button disabled={leave.isPending} onClick={firstClick(() => leave.mutate())}>
        Sign out everywhere else
      </Button>
    </Panel>
  )
}
