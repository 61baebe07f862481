import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { filesInCycles } from './import-cycles.js'
import planted from './planted-lint.json' with { type: 'json' }
import { repositoryRoot } from './repository.js'
import { run, tool } from './run-tool.js'

/** A file, its code, and the rule that it breaks. */
type Planted = [path: string, text: string, rule?: string]

const times = (count: string, line: (number: number) => string) =>
  Array.from({ length: Number(count) }, (_, number) => line(number)).join('\n')

/** `60 LINES` and `11 BRANCHES` are expanded. */
const written = (text: string) =>
  text
    .replace(/(\d+) LINES/, (_, count) => times(count, (number) => `  values.push(${number})`))
    .replace(/(\d+) BRANCHES/, (_, count) => times(count, (number) => `  if (value > ${number}) return 1`))

/** Kinds of imports: each must be detected. */
const importing = ([path, module]: [string, string]): Planted[] =>
  [
    `export { a } from '${module}'`,
    `export const a = import('${module}')`,
    `export type { A } from '${module}'`,
  ].map((text, way) => [path.replace(/\.ts$/, `-${way}.ts`), text, 'no-restricted-imports'])

/** The broken rules, by file. */
async function lint(files: readonly Planted[]): Promise<Map<string, string[]>> {
  const folder = temporaryFolder()
  copyFileSync(join(repositoryRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), written(text))
  }
  const { stdout } = await run([tool('oxlint'), '--format=json', '--deny-warnings'], { cwd: folder })
  const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(stdout)
  const broken = new Map<string, string[]>(files.map(([path]) => [path, []]))
  for (const { code, filename } of diagnostics) broken.get(filename)?.push(code)
  return broken
}

it('.oxlintrc.json detects forbidden code in each file', async () => {
  const forbidden = Object.entries(planted.forbidden).flatMap(([rule, files]) =>
    Object.entries<string>(files).map(([path, text]): Planted => [path, text, rule]),
  )
  const all = [...forbidden, ...Object.entries(planted.wrongImports).flatMap(importing)]
  const broken = await lint(all)
  const uncaught = all.filter(
    ([path, , rule]) => !broken.get(path)?.some((code) => code.includes(`(${rule})`)),
  )
  expect(uncaught.map(([path, , rule]) => `${path}: ${rule}`)).toEqual([])
})

it('.oxlintrc.json allows the same where it belongs', async () => {
  const right = Object.entries(planted.rightImports).map(([path, module]): Planted => [
    path,
    `export { a } from '${module}'`,
  ])
  const broken = await lint([...Object.entries(planted.allowed), ...right])
  expect([...broken].filter(([, codes]) => codes.length > 0)).toEqual([])
})

it.each(["import('./a.js')", "import type { A } from './a.js'", "export * from './a.js'"])(
  'detects a cycle through %s',
  (last) => {
    const files = [
      ['core/a.ts', "import { b } from './inner/b.js'"],
      ['core/inner/b.ts', "import '../c.js'"],
      ['core/c.ts', last],
      ['core/d.ts', "import './a.js'"],
    ] as const
    expect(filesInCycles(new Map(files))).toEqual(['core/a.ts', 'core/inner/b.ts', 'core/c.ts'])
    expect(filesInCycles(new Map(files.filter(([path]) => path !== 'core/c.ts')))).toEqual([])
  },
)
