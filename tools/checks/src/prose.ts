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
export const stringsOf = (code: string): Passage[] =>
  passagesOf(code, (node, source) => {
    const text = ts.isTemplateExpression(node)
      ? node.getText(source)
      : ts.isStringLiteralLike(node)
        ? node.text
        : ''
    return text.trim().split(/\s+/u).length > 2 ? text : undefined
  })

/** The names that a module declares: variables, parameters, properties, functions and types. */
export const namesOf = (code: string): Passage[] =>
  passagesOf(code, (node) => {
    const { name } = node as ts.Node & { readonly name?: ts.Node }
    const isUse =
      ts.isPropertyAccessExpression(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node)
    return name && ts.isIdentifier(name) && !isUse ? name.text : undefined
  })

/** A page without its code. */
export const withoutFences = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```/gmu, (fence) => fence.replaceAll(/[^\n]/gu, ''))

/** The texts that `read` returns for the nodes of a module. */
function passagesOf(code: string, read: (node: ts.Node, source: ts.SourceFile) => string | undefined) {
  const source = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const passages: Passage[] = []
  const visit = (node: ts.Node): void => {
    const text = read(node, source)
    if (text !== undefined) passages.push({ line: lineAt(node.getStart(source)), text })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return passages
}
