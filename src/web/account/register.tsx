import { Page } from '#web/ui/page.tsx'

export function RegisterPage() {
  return <Page title="Register" />
}
