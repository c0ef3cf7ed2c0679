// An amount that wraps is read as another one: "-$17" and "5.50". Each is shown by a component of ui/numbers.tsx.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../src/web', import.meta.url))

/** What returns a text with an amount in it. */
const RETURNS_AMOUNTS =
  /^(formatMoney|formatDollars|dollars|describePaid|describePrice|formatLineChange|describeTripView)$/

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value)
    ? value.flatMap(nodesIn)
    : typeof value === 'object' && value !== null && 'type' in value
      ? [value as Node]
      : []

/** Calls whose text is what an element has, and not a property of a component. */
function bareAmounts(node: Node, isText = false): readonly Node[] {
  const isBare =
    isText && node.type === 'CallExpression' && RETURNS_AMOUNTS.test(String((node.callee as Node).name ?? ''))
  const below = Object.entries(node).flatMap(([key, value]) =>
    nodesIn(value).flatMap(child => {
      const isChildText = key === 'children' && child.type === 'JSXExpressionContainer'
      const isElsewhere = node.type === 'JSXAttribute' || /^JSX(Element|Fragment)$/.test(node.type)
      return bareAmounts(child, isChildText || (isText && !isElsewhere))
    }),
  )
  return isBare ? [node, ...below] : below
}

test('no amount on a page is text that can wrap', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap(file => {
    const code = readFileSync(join(WEB, file), 'utf8')
    return bareAmounts(parseAst(code, { lang: 'tsx' }) as unknown as Node).map(
      ({ start, end }) =>
        `${file}:${code.slice(0, start).split('\n').length} ${code.slice(start, end as number)}`,
    )
  })
  expect(found).toEqual([])
  const styles = readFileSync(join(WEB, 'ui/numbers.module.css'), 'utf8')
  for (const name of ['numbers', 'total > dd'])
    expect(new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(styles)?.[1]).toMatch(
      /tabular-nums[\s\S]*white-space: nowrap/,
    )
})
