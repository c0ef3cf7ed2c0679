import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

function choice(value: 'auto' | 'light' | 'dark', words: string, Icon: Icon) {
  const label = (
    <>
      <Icon size={18} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </>
  )
  return { value, label }
}

const choices = [
  choice('auto', 'As this device', IconDeviceDesktop),
  choice('light', 'Light', IconSun),
  choice('dark', 'Dark', IconMoon),
]

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label="Colors"
      data={choices}
      value={colorScheme}
      onChange={value => setColorScheme(value as 'auto' | 'light' | 'dark')}
    />
  )
}
