import { Page } from '#web/ui/page.tsx'

export function LoginPage() {
  return <Page title="Login" />
}
