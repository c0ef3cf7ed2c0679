// A browser's translation replaces each text node by elements. React, which keeps its own text nodes, then changes or
// removes nodes that are no longer on the page, unless the text is all that its element has.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AUDIENCES = ['customer', 'public', 'rv-owner']
/** What of the shared code only employees see. */
const OF_EMPLOYEES =
  /\/(outbox|offline|clocks|search|account|layout\/(app-shell|phone-navigation))(\/|\.|-bar)/

/** Names and calls that stand for elements. */
const ELEMENTS =
  /^(children|action|badge|call|content|dialog|extra|footer|frame|hidden|icon|input|inputContainer|jobSuffix|list|map|note)$/

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value)
    ? value.flatMap(nodesIn)
    : typeof value === 'object' && value !== null && 'type' in value
      ? [value as Node]
      : []

/** Whether the expression is an element, or nothing. */
function isElement(node: Node): boolean {
  const of = (key: string) => isElement(node[key] as Node)
  if (/^JSX/.test(node.type)) return true
  if (node.type === 'Literal') return node.value === null
  if (node.type === 'Identifier') return ELEMENTS.test(node.name as string)
  if (node.type === 'MemberExpression') return of('property')
  if (node.type === 'ChainExpression') return of('expression')
  if (node.type === 'CallExpression') return of('callee')
  if (node.type === 'LogicalExpression') return of('right')
  if (node.type === 'ConditionalExpression') return of('consequent') || of('alternate')
  return false
}

const isBlank = ({ type, value }: Node): boolean => type === 'JSXText' && /^\s*\n\s*$/.test(value as string)

/** A text that changes, with anything beside it. */
function mixedTexts(node: Node): readonly Node[] {
  const below = Object.values(node).flatMap(nodesIn).flatMap(mixedTexts)
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return below
  const children = nodesIn(node.children).filter(child => !isBlank(child))
  const texts = children.filter(({ type, expression }) => {
    const { type: kind, value } = (expression ?? {}) as Partial<Node>
    return (
      type === 'JSXExpressionContainer' &&
      typeof value !== 'string' &&
      kind !== undefined &&
      !isElement(expression as Node)
    )
  })
  return children.length > 1 ? [...texts, ...below] : below
}

/** The customers' pages and what they import. */
function filesOfCustomers(): readonly string[] {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file) || OF_EMPLOYEES.test(file) || !existsSync(join(ROOT, file))) return
    found.add(file)
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:from|import\()\s*'([^']+)'/g,
    ))
      if (path.startsWith('#web/')) add(`src/${path.slice(1)}`)
      else if (path.startsWith('.')) add(join(dirname(file), path))
  }
  for (const audience of AUDIENCES)
    for (const file of readdirSync(join(ROOT, 'src/web/pages', audience), {
      recursive: true,
      encoding: 'utf8',
    }))
      if (file.endsWith('.tsx')) add(join('src/web/pages', audience, file))
  return [...found].filter(file => file.endsWith('.tsx'))
}

test('on the customers’ pages a text that changes is all that its element has', () => {
  const files = filesOfCustomers()
  expect(files.length).toBeGreaterThan(90)
  const found = files.flatMap(file => {
    const code = readFileSync(join(ROOT, file), 'utf8')
    const lineOf = ({ start }: Node): number => code.slice(0, start).split('\n').length
    return mixedTexts(parseAst(code, { lang: 'tsx' }) as unknown as Node).map(
      node => `${file}:${lineOf(node)} ${code.slice(node.start, node.end as number)}`,
    )
  })
  expect(found).toEqual([])
})
