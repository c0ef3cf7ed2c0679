import { Button, Switch } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { api, client } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { PasswordForm } from '#web/features/account/password-form.tsx'
import styles from '#web/features/account/security.module.css'
import { useLogOut } from '#web/features/account/use-log-out.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panels } from '#web/ui/layout/columns.tsx'
import { type KeyValue, KeyValues } from '#web/ui/layout/key-values.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { ChangePassword } from './change-password.tsx'
import { CloseCompany } from './close-company.tsx'
import { Passkeys } from './passkeys.tsx'
import { RvOwnerDetails } from './rv-owner-details.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

const QualificationPanel = lazy(() =>
  import('./qualification.tsx').then(module => ({ default: module.QualificationPanel })),
)

type Profile = NonNullable<Awaited<ReturnType<typeof api.employees.mine.call>>>

/** The signed-in person's details and account security. */
export function ProfilePage() {
  const may = usePermission()
  const isOwner = may('rv-owner.see')
  return (
    <Page title={PAGES.profile.title} width="reading" dense>
      <Panels>
        {isOwner ? <RvOwnerProfile /> : <StaffProfile />}
        <TwoFactor />
        <Passkeys />
        <Sessions />
        {isOwner && <DeleteAccount />}
        {may('company.close') && <CloseCompany />}
      </Panels>
    </Page>
  )
}

/** RV owners edit their own details. */
function RvOwnerProfile() {
  const { data: details } = useQuery(api.rvOwners.getDetails.queryOptions())
  return (
    <>
      <RvOwnerDetails />
      <ChangePassword email={details?.email ?? ''} />
    </>
  )
}

/** A company's record of its employee or owner. */
function StaffProfile() {
  const { data: profile, error, refetch } = useQuery(api.employees.mine.queryOptions())
  const hasNoRole = useLandingPage().to === '/profile'
  return (
    <>
      {profile !== undefined && hasNoRole && <NoRole companyName={profile.companyName} />}
      <Panel title={profile?.name ?? 'Your account'}>
        {profile === undefined && error === null && (
          <PanelSkeleton lines={5} label="Loading your profile..." />
        )}
        {profile === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
        {profile !== undefined && <KeyValues rows={rowsOf(profile)} />}
      </Panel>
      {profile?.employee && <NameForCustomers name={profile.name} employee={profile.employee} />}
      {profile?.employee?.roles.isTechnician && (
        <LazyContent>
          <QualificationPanel qualification={profile.employee.qualification} />
        </LazyContent>
      )}
      <ChangePassword email={profile?.email ?? ''} />
    </>
  )
}

/** Whether customers read the full name or the first name of who worked on their RV. */
function NameForCustomers({
  name,
  employee: { firstName, firstNameOnly },
}: {
  name: string
  employee: NonNullable<Profile['employee']>
}) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.employees.setFirstNameOnly, {
    onDone: async () => {
      notify.clear()
      notify.success('Saved.')
      await queries.invalidateQueries({ queryKey: api.employees.mine.key() })
    },
  })
  return (
    <Panel title="Your name for customers">
      <div className={styles.form}>
        <p className={styles.sentence}>
          Customers see who worked on their RV: <strong>{firstNameOnly ? firstName : name}</strong>
        </p>
        <Switch
          label="First name only"
          description="On their link, on documents and under My rigs, also for past work. Messages and the public work history keep your full name."
          checked={firstNameOnly}
          disabled={isRunning}
          onChange={({ currentTarget: { checked } }) => run({ firstNameOnly: checked })}
        />
      </div>
    </Panel>
  )
}

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
      next={`Ask the owner of ${companyName} to assign you a role. This page updates automatically.`}
    />
  </Panel>
)

/** Deletes an RV owner's account: what is deleted, what is kept, and the password again. */
function DeleteAccount() {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { data: actor } = useQuery(meQuery)
  return (
    <Panel title="Delete my account">
      <div className={styles.form}>
        <p className={styles.sentence}>
          <strong>Deleted:</strong> your login on every device, your name, phone and address, your claims on
          your rigs, and your buyer links.
        </p>
        <p className={styles.sentence}>
          <strong>Kept:</strong> your tickets, with what you wrote on them, as the shops’ records. The work
          history, your notes and your disputes stay with the rig, without your name.
        </p>
        {actor?.kind === 'founder' ? (
          <p className={styles.muted}>
            This account runs Rigwright. It can’t be deleted while its email is listed as a founder’s.
          </p>
        ) : isOpen ? (
          <ConfirmDeletion onCancel={() => setOpen(false)} />
        ) : (
          <div>
            <Button
              ref={opener}
              variant="subtle"
              color="red"
              onClick={ignoreDoubleClick(() => setOpen(true))}
            >
              Delete My Account
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

function ConfirmDeletion({ onCancel }: { onCancel: () => void }) {
  const { leave } = useLogOut()
  return (
    <PasswordForm
      sentence="This can’t be undone. You can create a new account with the same email: your tickets will be there, your rigs won’t."
      label="Delete for Good"
      busyLabel="Deleting…"
      command={client.rvOwners.deleteAccount}
      onDone={async () => {
        notify.clear()
        await leave()
        notify.success('Your account was deleted. We sent you an email to confirm it.')
      }}
      onCancel={onCancel}
    />
  )
}
