import { useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useHydrated } from '@tanstack/react-router'
import styles from './color-scheme-switch.module.css'

const COLOR_SCHEME_OPTIONS = [
  { value: 'auto', label: 'Match device', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

/** Plain radios: it is on every page, and Mantine's own measures the whole page. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // The server does not know the choice.
  const chosen = useHydrated() ? colorScheme : 'auto'
  return (
    <div role="radiogroup" aria-label="Colors" className={styles.switch}>
      {COLOR_SCHEME_OPTIONS.map(({ value, label, Icon }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name="color-scheme"
            value={value}
            checked={chosen === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={18} aria-hidden />
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
      ))}
    </div>
  )
}
