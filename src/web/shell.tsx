import { IconDownload, IconHistory, IconHome, IconInfoCircle, IconLogin2 } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { AppShell } from './ui/app-shell.tsx'
import type { ShellPlace } from './ui/shell-link.tsx'

const places: ShellPlace[] = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/login', label: 'Login', icon: IconLogin2, first: true },
  { to: '/work-history', label: 'Work History', icon: IconHistory },
  { to: '/about-us', label: 'About Us', icon: IconInfoCircle },
  { to: '/downloads', label: 'Downloads', icon: IconDownload },
]

/** What stands around every page. */
export function Shell() {
  return (
    <AppShell places={places}>
      <Outlet />
    </AppShell>
  )
}
