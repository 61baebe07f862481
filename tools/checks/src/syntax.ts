import ts from 'typescript'

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
}

function isNamedReExport(statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
  )
}

/** The statements of a module that are not `export { … } from '…'`. */
export function otherThanReExports(text: string): string[] {
  return parse(text)
    .statements.filter((statement) => !isNamedReExport(statement))
    .map((statement) => statement.getText())
}

/** The modules a module imports: statically, dynamically, for types or by `require`. */
export function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
}

function isBareError(node: ts.Node): boolean {
  return (
    ts.isThrowStatement(node) &&
    (ts.isNewExpression(node.expression) || ts.isCallExpression(node.expression)) &&
    node.expression.expression.getText() === 'Error'
  )
}

/** The lines, from 1, that throw an `Error` that is of no class of ours. */
export function bareErrorLines(text: string): number[] {
  const source = parse(text)
  const lines: number[] = []
  const visit = (node: ts.Node): void => {
    if (isBareError(node)) lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

/** How many lines each function of a module has whose body is a block. */
export function functionLengthsOf(text: string): number[] {
  const source = parse(text)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const lengths: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body))
      lengths.push(lineAt(node.getEnd()) - lineAt(node.getStart()) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lengths
}

/** The exported functions of a module that take a value of a type and give one back: its decorators. */
export function decoratorsOf(text: string, type: string): string[] {
  const mentions = new RegExp(`\\b${type}\\b`)
  return parse(text)
    .statements.filter((statement) => ts.isFunctionDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .filter((declaration) => declaration.type?.getText() === type)
    .filter(({ parameters }) =>
      parameters.some((parameter) => mentions.test(parameter.type?.getText() ?? '')),
    )
    .flatMap(({ name }) => (name === undefined ? [] : [name.text]))
}
