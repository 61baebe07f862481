import { parseAst } from 'rolldown/parseAst'

/**
 * Divides a built file in two: a script, which V8 can be given compiled code for, and a module that runs it and has the imports
 * and exports of the file. The script is a function of what the file imports; lines stay where they are.
 * @param {string} code of an ES module
 * @param {{ script: string, runner: string }} names the script's file and the module with `compiledCode`, as paths from the file
 * @returns {{ script: string, module: string }}
 */
export function divideFile(code, { script, runner }) {
  const { body } = parseAst(code)
  const imports = body.filter((node) => node.type === 'ImportDeclaration')
  const exports = body.filter((node) => node.type === 'ExportNamedDeclaration')
  const imported = imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
  const exported = exports.flatMap(({ specifiers }) => specifiers.map(({ local }) => textOf(code, local)))
  assertConstant(body, new Set(exported))

  const edits = [
    ...[...imports, ...exports].map(({ start, end }) => ({ start, end, text: '' })),
    ...expressions(body, 'ImportExpression').map(({ start }) => {
      return { start, end: start + 'import'.length, text: 'importFrom' }
    }),
    ...expressions(body, 'MetaProperty')
      .filter(({ start }) => code.startsWith('import', start))
      .map(({ start, end }) => ({ start, end, text: 'importMeta' })),
  ]
  const given = ['importFrom', 'importMeta', ...imported].join(', ')
  const made = [...new Set(exported)].join(', ')
  return {
    script: `(function (${given}) { 'use strict'; ${edited(code, edits)}\nreturn { ${made} }; })\n`,
    module: `${imports.map((node) => textOf(code, node)).join('\n')}
import { compiledCode } from '${runner}';
const { ${made} } = compiledCode.run(new URL('${script}', import.meta.url))(${['(path) => import(path)', 'import.meta', ...imported].join(', ')});
${exports.map((node) => textOf(code, node)).join('\n')}
`,
  }
}

/** @typedef {{ start: number, end: number }} Span */

/**
 * @param {string} code
 * @param {Span} span
 */
function textOf(code, { start, end }) {
  return code.slice(start, end)
}

/**
 * @param {string} code
 * @param {readonly (Span & { text: string })[]} edits that do not overlap
 */
function edited(code, edits) {
  let [text, end] = ['', 0]
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return text + code.slice(end)
}

/**
 * All nodes of a type, at any depth.
 * @param {unknown} tree
 * @param {string} type
 * @returns {any[]}
 */
function expressions(tree, type) {
  if (typeof tree !== 'object' || tree === null) return []
  const inside = Object.values(tree).flatMap((each) => expressions(each, type))
  return 'type' in tree && tree.type === type ? [tree, ...inside] : inside
}

/**
 * What a module exports may change afterwards; what the function of a script returns does not.
 * @param {readonly any[]} body
 * @param {ReadonlySet<string>} exported
 */
function assertConstant(body, exported) {
  for (const { type, kind, declarations } of body) {
    if (type !== 'VariableDeclaration' || kind !== 'let') continue
    for (const { id } of declarations) {
      if (exported.has(id.name)) throw new Error(`${id.name} may change after its export.`)
    }
  }
}
