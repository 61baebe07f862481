import ts from 'typescript'

/** Text that people read, with its line. */
export interface Passage {
  readonly line: number
  readonly text: string
}

/** The comments of a module. */
export function commentsOf(code: string): Passage[] {
  const found = code.matchAll(/\/\*([\s\S]*?)\*\/|(?:^|\s)\/\/\s(.*)/gu)
  return Array.from(found, ({ index, 1: block, 2: line = '' }) => ({
    line: code.slice(0, index).split('\n').length,
    text: (block ?? line).replaceAll(/\n\s*\*/gu, '\n'),
  }))
}

/** The string literals and templates of a module that have three words or more: help, messages and labels. */
export function stringsOf(code: string): Passage[] {
  const source = parsed(code)
  const passages: Passage[] = []
  const visit = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? node.getText(source)
      : ts.isStringLiteralLike(node)
        ? node.text
        : ''
    if (text.trim().split(/\s+/u).length > 2)
      passages.push({ line: lineAt(source, node.getStart(source)), text })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return passages
}

/** The names that a module declares: variables, parameters, properties, functions and types. */
export function namesOf(code: string): Passage[] {
  const source = parsed(code)
  const names: Passage[] = []
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.Node & { readonly name?: ts.Node }
    const isUse =
      ts.isPropertyAccessExpression(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node)
    if (name && ts.isIdentifier(name) && !isUse)
      names.push({ line: lineAt(source, name.getStart(source)), text: name.text })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** A page without its code. */
export const withoutFences = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```/gmu, (fence) => fence.replaceAll(/[^\n]/gu, ''))

const parsed = (code: string) => ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest)

const lineAt = (source: ts.SourceFile, position: number) =>
  source.getLineAndCharacterOfPosition(position).line + 1
