import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFault } from './fences/data-fault.js'
import { documentFences, placeOf, type FenceRole } from './fences/document-fences.js'
import { lacksModel, runPage } from './fences/run-page.js'
import { installPrograms, type Installation } from './fences/scratch-home.js'
import { filesUnder, repositoryRoot, textOf } from './repository.js'
import { run } from './run-tool.js'
import { publishedPackages } from './workspace.js'

/** The folder where the reader of a document starts, in the home folder; default: the home folder. */
const starts: readonly [document: RegExp, folder: string][] = [
  [/^README\.md$/u, 'my-project'],
  [/^(?:tools|examples\/robot-memory)\//u, 'clone'],
  [/^examples\/[a-z-]+/u, 'clone/$&'],
]

function startOf(path: string): string {
  const [pattern, folder] = starts.find(([each]) => each.test(path)) ?? []
  return pattern && folder ? folder.replace('$&', pattern.exec(path)?.[0] ?? '') : '.'
}

const isPage = /^docs\/.*\.md$|(?:^|\/)(?:README|SECURITY|SERVING|RECORDS|FILTERS)\.md$/u
const isForeign = /\/(?:corpus|suites)\/|^examples\/memory\//u
const packageFolders = new Set(publishedPackages().map(({ folder }) => folder))

const pages = filesUnder()
  .filter((path) => isPage.test(path) && !isForeign.test(path))
  .map((path, index) => ({
    path,
    start: startOf(path),
    port: 20_000 + (process.pid % 100) * 100 + index,
    fences: documentFences(path, textOf(path)),
  }))
const fences = pages.flatMap((page) => page.fences)

/** Puts TypeScript into the `dist` folder, which no tool checks, of the README's package, or of the program, which depends on all packages. */
const snippets = fences
  .filter(({ role }) => role === 'typescript')
  .map((fence) => {
    const home = packageFolders.has(dirname(fence.path)) ? dirname(fence.path) : 'apps/cli'
    const name = `${fence.path.replaceAll('/', '-')}-${fence.line}.mts`
    return { fence, module: join(repositoryRoot, home, 'dist/.fences', name) }
  })
const folders = new Set(snippets.map(({ module }) => dirname(module)))

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(repositoryRoot, 'node_modules/@types')],
}

let installation: Installation

beforeAll(() => {
  installation = installPrograms()
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  // The export makes it a module.
  for (const { module, fence } of snippets) writeFileSync(module, `${fence.code}\nexport {}\n`)
})

afterAll(() => {
  for (const folder of [...folders, installation.prefix]) rmSync(folder, { recursive: true, force: true })
})

describe('code in pages and READMEs', () => {
  it('exists, and nearly all of it can be run', () => {
    const count = (...roles: FenceRole[]) => fences.filter(({ role }) => roles.includes(role)).length
    const [runnable, unrun] = [count('shell', 'typescript', 'data', 'output'), count('unrun')]
    const left = fences.filter((fence) => fence.role === 'shell' && lacksModel(fence)).length
    console.log(
      `fences: ${runnable} are run, ${unrun} are not, ${count('picture')} are no code, ${left} need a model that is missing`,
    )
    for (const fence of fences.filter(({ role }) => role === 'unrun'))
      console.log(`fences: ${placeOf(fence)}: ${fence.info}`)
    expect(count('typescript')).toBeGreaterThanOrEqual(15)
    expect(count('shell')).toBeGreaterThanOrEqual(60)
    expect(unrun / (runnable + unrun)).toBeLessThanOrEqual(0.1)
  })

  it('is labelled', () => {
    const faults = fences.filter(({ fault }) => fault !== undefined)
    expect(faults.map((fence) => `${placeOf(fence)}: ${fence.fault}`)).toEqual([])
  })

  it('is valid JSON and YAML, and matches the schemas', () => {
    const faults = fences
      .filter(({ role }) => role === 'data')
      .map((each) => [placeOf(each), dataFault(each)])
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([])
  })

  it.concurrent.each(pages.map((page) => [page.path, page]))('runs: %s', async (_, page) => {
    expect((await runPage(page, installation)).join('\n')).toBe('')
  })

  it.each([
    ['sh\necho right\nfalse', /^x\.md:1: exit status 1/u],
    ['sh\nrecallite search --no-such-flag x', /no-such-flag/u],
    ['sh\nnpm install recallit', /There is no package recallit/u],
    ['sh\nopenclaw forget', /OpenClaw has no command forget/u],
    ['sh\necho right\n```\n```text output\nwrong', /^x\.md:4: .*\nright/u],
  ])('is checked for errors: %j', async (fence, message) => {
    const broken = documentFences('x.md', `\`\`\`${fence}\n\`\`\`\n`)
    expect((await runPage({ fences: broken, start: '.', port: 0 }, installation)).join()).toMatch(message)
  })

  it('is TypeScript that matches the types of the built packages', () => {
    const program = ts.createProgram(
      snippets.map(({ module }) => module),
      options,
    )
    const messages = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const snippet = snippets.find((each) => each.module === file?.fileName)
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line
      const place = snippet ? `${snippet.fence.path}:${snippet.fence.line + line + 1}` : file?.fileName
      return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
    expect(messages).toEqual([])
  })

  const programs = snippets.filter(({ fence }) => fence.file === undefined)
  it.each(programs.map(({ fence, module }) => [placeOf(fence), module]))(
    'runs as TypeScript: %s',
    async (_, module) => {
      const folder = temporaryFolder()
      const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' }
      const { exitCode, output } = await run([process.execPath, module], {
        cwd: folder,
        env,
        timeout: 60_000,
      })
      expect(exitCode, output).toBe(0)
    },
  )
})
