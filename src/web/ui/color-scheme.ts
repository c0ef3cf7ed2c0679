import { localStorageColorSchemeManager } from '@mantine/core'

// static/color-scheme.js reads the same key before the first paint.
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'rigwright-color-scheme' })
