// Mantine's styles per component: each comes with the component's code, so that a page loads only those it uses.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cssVariablesResolver, theme } from '../src/web/ui/theme.ts'
import { root } from './task-runner.mjs'

const styles = join(root, 'node_modules', '@mantine', 'core', 'styles')
const read = (/** @type {string} */ name) => readFileSync(join(styles, `${name}.layer.css`), 'utf8')

/** The base styles of every page. */
const BASE = ['default-css-variables', 'baseline', 'global']

/** Mantine's palettes that the theme does not use; `green` is the only one of them that an icon uses. */
const UNUSED =
  /(?<=[{;\s])--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|lime|yellow|orange)-[^;]+;/g

/** Mantine's own order, which must not depend on which page loads a component first. */
function orderOfLayers() {
  const whole = readFileSync(join(styles, '..', 'styles.css'), 'utf8')
  const places = readdirSync(styles)
    .filter(file => file.endsWith('.layer.css'))
    .map(file => file.slice(0, -'.layer.css'.length))
    .map(name => ({ name, at: whole.indexOf(/\.m_\w+/.exec(read(name))?.[0] ?? '') }))
  const components = places.filter(({ name }) => !BASE.includes(name)).sort((one, other) => one.at - other.at)
  return [...BASE, ...components.map(({ name }) => name)].map(name => `mantine.${name}`).join(',')
}

/** The theme as CSS variables. In the browser Mantine would compute them on every page. */
function variables() {
  const drawn = renderToStaticMarkup(createElement(MantineProvider, { theme, cssVariablesResolver }))
  return /<style[^>]*>(.*?)<\/style>/s.exec(drawn)?.[1] ?? ''
}

/** @param {string} name */
const layered = name => read(name).replace('@layer mantine {', `@layer mantine.${name} {`)

/** @returns {import('vite').Plugin} */
export const viteMantineCss = () => ({
  name: 'mantine-styles',
  apply: 'build',
  load(id) {
    // Computes in the browser what `variables` has put into the styles.
    if (id.endsWith('/MantineCssVariables/MantineCssVariables.mjs'))
      return 'export const MantineCssVariables = () => null'
    if (id.endsWith('/@mantine/core/styles.layer.css'))
      return [`@layer ${orderOfLayers()};`, ...BASE.map(layered), variables()].join('\n').replace(UNUSED, '')
    const [, name] = /\/@mantine\/core\/styles\/([A-Z]\w*)\.layer\.css$/.exec(id) ?? []
    return name === undefined ? null : layered(name)
  },
  transform(code, id) {
    const [, name] = /\/@mantine\/core\/esm\/.*\/([A-Z]\w*)\.module\.mjs$/.exec(id) ?? []
    return name === undefined ? null : `import '@mantine/core/styles/${name}.layer.css'\n${code}`
  },
})
