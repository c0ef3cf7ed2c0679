import { expect, test } from 'vitest'
import listed from './mantine-styles.ts?raw'

const pages = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const styles = Object.keys(import.meta.glob('../../../node_modules/@mantine/core/styles/*.layer.css'))

function componentsIn(source: string): string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? []
  return names.split(',').map(name => name.trim())
}

test('every component that is used has its styles listed', () => {
  const used = new Set(Object.values(pages).flatMap(componentsIn))
  const needed = [...used].filter(name => styles.some(path => path.endsWith(`/${name}.layer.css`)))
  expect(needed).not.toEqual([])
  expect(needed.filter(name => !listed.includes(`/${name}.layer.css`))).toEqual([])
})
