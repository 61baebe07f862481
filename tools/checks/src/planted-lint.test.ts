import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from './repository.js'
import { run, tool } from './run-tool.js'

const lines = (count: number) =>
  Array.from({ length: count }, (_, number) => `  values.push(${number})`).join('\n')
const longFunction = `export function long(values: number[]): void {\n${lines(60)}\n}\n`
const branches = Array.from({ length: 11 }, (_, number) => `  if (value > ${number}) return ${number}`).join(
  '\n',
)

/** Code that a rule must catch: where it stands, what it says, the rule. */
const forbidden: [path: string, text: string, rule: string][] = [
  ['packages/core/src/many.ts', 'export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d]', 'max-params'],
  ['packages/core/src/long.ts', longFunction, 'max-lines-per-function'],
  ['packages/core/src/longer.ts', `export const values: number[] = []\n${lines(260)}`, 'max-lines'],
  [
    'packages/core/src/branches.ts',
    `export function f(value: number): number {\n${branches}\n  return 0\n}`,
    'complexity',
  ],
  ['packages/core/src/default.ts', 'export default 1', 'no-default-export'],
  ['packages/core/src/console.ts', "console.log('a')", 'no-console'],
  ['packages/core/src/any.ts', 'export const a: any = 1', 'no-explicit-any'],
  ['packages/core/src/ignore.ts', '// @ts-ignore\nexport const a: string = 1', 'ban-ts-comment'],
  ['packages/core/src/env.ts', 'export const a = process.env.HOME', 'no-restricted-properties'],
  ['packages/core/src/unpacked.ts', 'export const { stdout } = process', 'no-restricted-properties'],
  ['packages/core/src/exit.ts', 'process.exitCode = 1', 'no-restricted-properties'],
  ['packages/core/src/process.ts', "export { env } from 'node:process'", 'no-restricted-imports'],
  ['packages/core/src/driver.ts', "export { a } from '@recallite/store-sqlite'", 'no-restricted-imports'],
  [
    'packages/core/src/provider.ts',
    "export { a } from '@recallite/embeddings-llama'",
    'no-restricted-imports',
  ],
  ['packages/core/src/package.ts', "export { a } from 'commander'", 'no-restricted-imports'],
  ['packages/fusion/src/node.ts', "export { readFileSync } from 'node:fs'", 'no-restricted-imports'],
  ['packages/fusion/src/room.ts', "export type { A } from '@recallite/analysis'", 'no-restricted-imports'],
  ['packages/filter/src/package.ts', "export { a } from 'better-sqlite3'", 'no-restricted-imports'],
  ['packages/analysis/src/package.ts', "export { a } from 'commander'", 'no-restricted-imports'],
  ['packages/chunker/src/node.ts', "export { readFileSync } from 'node:fs'", 'no-restricted-imports'],
  ['packages/store/contract/src/node.ts', "export { deepEqual } from 'node:assert'", 'no-restricted-imports'],
  ['packages/embeddings/contract/src/a.ts', "export { a } from '@recallite/store'", 'no-restricted-imports'],
  ['packages/store/contract/src/conformance.ts', "export { it } from 'vitest'", 'no-restricted-imports'],
  [
    'packages/store/sqlite/src/vectors/vectors.ts',
    "export { load } from 'sqlite-vec'",
    'no-restricted-imports',
  ],
  ['packages/store/sqlite/src/late.ts', "export const a = import('better-sqlite3')", 'no-restricted-imports'],
  [
    'packages/embeddings/llama/src/model.ts',
    "export { getLlama } from 'node-llama-cpp'",
    'no-restricted-imports',
  ],
  [
    'packages/embeddings/openai/src/batch.ts',
    "export type { OpenAI } from 'openai'",
    'no-restricted-imports',
  ],
  [
    'packages/embeddings/gemini/src/batch.ts',
    "export { GoogleGenAI } from '@google/genai/web'",
    'no-restricted-imports',
  ],
  [
    'packages/embeddings/gemini/src/connect.ts',
    "export { GoogleGenAI } from '@google/genai'",
    'no-restricted-imports',
  ],
  ['packages/embeddings/ollama/src/read.ts', "export { Ollama } from 'ollama'", 'no-restricted-imports'],
  ['apps/cli/src/onnx.ts', "export const a = import('onnxruntime-node')", 'no-restricted-imports'],
  [
    'packages/embeddings/onnx/src/cut.ts',
    "export { Tokenizer } from '@huggingface/tokenizers'",
    'no-restricted-imports',
  ],
  [
    'packages/fusion/src/mock.test.ts',
    "import { vi } from 'vitest'\nvi.mock('a')",
    'no-restricted-vi-methods',
  ],
  [
    'packages/fusion/src/only.test.ts',
    "import { expect, it } from 'vitest'\nit.only('works', () => {\n  expect(1).toBe(1)\n})",
    'no-focused-tests',
  ],
  ['apps/cli/src/main.ts', 'export const a = process.env.HOME', 'no-restricted-properties'],
  ['packages/settings/src/environment.ts', 'process.exit(1)', 'no-restricted-properties'],
  ['apps/cli/src/io.ts', "process.stderr.write('a')", 'no-restricted-properties'],
  [
    'packages/command-line/src/process-io.ts',
    'export const a = process.env.HOME',
    'no-restricted-properties',
  ],
  ['packages/command-line/src/run-program.ts', "process.stdout.write('a')", 'no-restricted-properties'],
]

/** Code like that above in the one place where it may stand. */
const allowed: [path: string, text: string][] = [
  ['packages/store/sqlite/src/connection/connection.ts', "export { load } from 'sqlite-vec'"],
  ['packages/embeddings/llama/src/child.ts', "export { getLlama } from 'node-llama-cpp'"],
  ['packages/embeddings/openai/src/connect.ts', "export { OpenAI } from 'openai'"],
  ['packages/embeddings/ollama/src/connect.ts', "export { Ollama } from 'ollama'"],
  [
    'packages/embeddings/gemini/src/create-gemini-embeddings.ts',
    "export { GoogleGenAI } from '@google/genai/web'",
  ],
  ['packages/embeddings/onnx/src/libraries.ts', "export const a = import('onnxruntime-node')"],
  ['packages/chunker/src/parse.ts', "export { a } from 'markdown-it'\nexport { b } from './b.js'"],
  ['packages/embeddings/contract/src/conformance/suite.ts', "export { deepEqual } from 'node:assert/strict'"],
  [
    'packages/core/src/contracts.ts',
    "export { a } from '@recallite/store'\nexport { join } from 'node:path'",
  ],
  ['packages/fusion/src/long.test.ts', longFunction],
  ['packages/fusion/tsup.config.ts', 'export default {}'],
  ['apps/cli/src/bin.ts', 'process.exitCode = process.argv.length'],
  ['packages/settings/src/environment.ts', 'export const a = process.env.HOME'],
  ['packages/command-line/src/process-io.ts', "process.stderr.write('a')"],
]

/** The rules that are broken, by file. */
async function lint(
  files: readonly (readonly [string, string, ...unknown[]])[],
): Promise<Map<string, string[]>> {
  const folder = temporaryFolder()
  copyFileSync(join(repositoryRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { stdout } = await run([tool('oxlint'), '--format=json', '--deny-warnings'], { cwd: folder })
  const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(stdout)
  const broken = new Map<string, string[]>(files.map(([path]) => [path, []]))
  for (const { code, filename } of diagnostics) broken.get(filename)?.push(code)
  return broken
}

describe('.oxlintrc.json', () => {
  it('catches what it forbids, file by file', async () => {
    const broken = await lint(forbidden)
    const uncaught = forbidden.filter(
      ([path, , rule]) => !broken.get(path)?.some((code) => code.includes(`(${rule})`)),
    )
    expect(uncaught.map(([path, , rule]) => `${path}: ${rule}`)).toEqual([])
  })

  it('allows the same in the one place for it', async () => {
    const broken = await lint(allowed)
    expect([...broken].filter(([, codes]) => codes.length > 0)).toEqual([])
  })
})
