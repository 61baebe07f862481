import ts from 'typescript'

/** The title of a test or a group. */
export interface TestTitle {
  readonly title: string
  /** Whether it runs on every machine; for a group, whether any of its tests does. */
  readonly isCertain: boolean
}

interface TestCall {
  readonly kind: string
  /** The modifiers: `skipIf` and `each` of `it.skipIf(…).each(…)('…')`. */
  readonly modifiers: readonly string[]
}

/** The base of a call and its modifiers. Undefined if it is not a test or group. */
function testCallOf(node: ts.CallExpression): TestCall | undefined {
  const modifiers: string[] = []
  let step: ts.Expression = node.expression
  for (;;) {
    if (ts.isCallExpression(step)) step = step.expression
    else if (ts.isTaggedTemplateExpression(step)) step = step.tag
    else if (ts.isPropertyAccessExpression(step)) {
      modifiers.push(step.name.text)
      step = step.expression
    } else break
  }
  const kind = step.getText()
  return /^(?:it|test|describe)$/.test(kind) ? { kind, modifiers } : undefined
}

/** The part of a title before its first placeholder. */
function titleOf({ arguments: [title] }: ts.CallExpression): string | undefined {
  if (title === undefined) return undefined
  if (ts.isStringLiteralLike(title)) return title.text
  return ts.isTemplateExpression(title) ? title.head.text : undefined
}

/** Whether the options of a test may skip it: `{ skip: … }`. */
function hasSkipOption(node: ts.CallExpression): boolean {
  const properties = node.arguments.flatMap((option) =>
    ts.isObjectLiteralExpression(option) ? [...option.properties] : [],
  )
  return properties.some(({ name }) => name !== undefined && /^(?:skip|todo)$/.test(name.getText()))
}

function titlesIn(node: ts.Node, isOuterCertain: boolean): TestTitle[] {
  const children = (isCertain: boolean) => {
    const found: TestTitle[] = []
    ts.forEachChild(node, (child) => void found.push(...titlesIn(child, isCertain)))
    return found
  }
  const call = ts.isCallExpression(node) ? testCallOf(node) : undefined
  if (call === undefined || !ts.isCallExpression(node)) return children(isOuterCertain)
  const { kind, modifiers } = call
  // A skipped test or group proves nothing.
  if (modifiers.some((name) => name === 'skip' || name === 'todo')) return []
  const isConditional = hasSkipOption(node) || modifiers.some((name) => name === 'skipIf' || name === 'runIf')
  const isReached = isOuterCertain && !isConditional
  const inner = children(isReached)
  const title = titleOf(node)
  if (title === undefined) return inner
  const isGroup = kind === 'describe' && inner.length > 0
  return [{ title, isCertain: isGroup ? inner.some(({ isCertain }) => isCertain) : isReached }, ...inner]
}

/** The titles of tests in a module that may run, and of their groups, in order. */
export function testTitlesOf(text: string): TestTitle[] {
  return titlesIn(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true), true)
}
