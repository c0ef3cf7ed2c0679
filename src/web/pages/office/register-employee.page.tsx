import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PAGES } from '#contract/pages/pages.ts'
import { may } from '#domain/account/permission.ts'
import { meQuery } from '#web/api/session.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { CurrentEmployees } from './current-employees.tsx'
import { NewEmployeeForm } from './new-employee-form.tsx'
import { SettingsPage } from './settings-page.tsx'

/** Registering and deleting employees: for the owner only. */
export function RegisterEmployeePage() {
  const { data: actor } = useQuery(meQuery)
  if (actor !== undefined && !may(actor, 'employee.register')) return <OwnerOnly />
  return (
    <SettingsPage title={PAGES.registerEmployee.title}>
      {actor === undefined ? (
        <ListSkeleton />
      ) : (
        <Panels>
          <NewEmployeeForm />
          <CurrentEmployees />
        </Panels>
      )}
    </SettingsPage>
  )
}

const OwnerOnly = () => (
  <Page
    title={PAGES.registerEmployee.title}
    width="reading"
    dense
    actions={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>}
  >
    <div role="alert">
      <EmptyState
        icon={IconLock}
        sentence="You must be logged in as a company to register employees."
        next="Ask your company’s owner."
      />
    </div>
  </Page>
)
