import ts from 'typescript'

const reExport = /^export (?:type )?\{[^}]*\} from '[^']*'$/gm
const comment = /^\s*(?:\/\/.*|\/\*[^]*?\*\/)$/gm

/** The statements of a module except `export { … } from '…'`. Empty if there are none. */
export const otherThanReExports = (text: string): string =>
  text.replaceAll(reExport, '').replaceAll(comment, '').trim()

/** The modules that a module imports: statically, dynamically, for types or by `require`. */
export function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
}

/** The number of lines of each function with a block body. */
export function functionLengthsOf(text: string): number[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
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
