import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import imports from './planted-imports.json' with { type: 'json' }
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
    `export function f(value: number) {\n${branches}\n  return 0\n}`,
    'complexity',
  ],
  ['packages/core/src/circle.ts', "import type { B } from './circle.js'\nexport type A = B | 1", 'no-cycle'],
  ['packages/core/src/default.ts', 'export default 1', 'no-default-export'],
  ['packages/core/src/console.ts', "console.log('a')", 'no-console'],
  ['packages/core/src/any.ts', 'export const a: any = 1', 'no-explicit-any'],
  ['packages/core/src/ignore.ts', '// @ts-ignore\nexport const a: string = 1', 'ban-ts-comment'],
  ['packages/core/src/unpacked.ts', 'export const { stdout } = process', 'no-restricted-properties'],
  ['packages/core/src/exit.ts', 'process.exitCode = 1', 'no-restricted-properties'],
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
  ['packages/command-line/src/process-io.ts', 'process.exit(1)', 'no-restricted-properties'],
  ['packages/command-line/src/run-program.ts', "process.stdout.write('a')", 'no-restricted-properties'],
]

/** Modules that must not be imported in a file, and the one place where they may be. */
const [wrongImports, rightImports] = [Object.entries(imports.wrong), Object.entries(imports.right)]

/** Code like that above where it may stand. */
const allowed: [path: string, text: string][] = [
  ['packages/fusion/src/long.test.ts', longFunction],
  ['packages/fusion/tsup.config.ts', 'export default {}'],
  ['apps/cli/src/bin.ts', 'process.exitCode = process.argv.length'],
  ['packages/settings/src/environment.ts', 'export const a = process.env.HOME'],
  ['packages/command-line/src/process-io.ts', "process.stderr.write('a')"],
]

/** Ways to import: each must be caught. */
function importing([path, module]: [string, string]): [string, string, string][] {
  const texts = [
    `export { a } from '${module}'`,
    `export const a = import('${module}')`,
    `export type { A } from '${module}'`,
  ]
  return texts.map((text, way) => [path.replace(/\.ts$/, `-${way}.ts`), text, 'no-restricted-imports'])
}

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

it('.oxlintrc.json catches what it forbids, file by file', async () => {
  const planted = [...forbidden, ...wrongImports.flatMap(importing)]
  const broken = await lint(planted)
  const uncaught = planted.filter(
    ([path, , rule]) => !broken.get(path)?.some((code) => code.includes(`(${rule})`)),
  )
  expect(uncaught.map(([path, , rule]) => `${path}: ${rule}`)).toEqual([])
})

it('.oxlintrc.json allows the same in the one place for it', async () => {
  const right = rightImports.map(([path, module]) => [path, `export { a } from '${module}'`] as const)
  const broken = await lint([...allowed, ...right])
  expect([...broken].filter(([, codes]) => codes.length > 0)).toEqual([])
})
