import { Page } from '#web/ui/page.tsx'

export function RegisterEmployeePage() {
  return <Page title="Register Employee" />
}
