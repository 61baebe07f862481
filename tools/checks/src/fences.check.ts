import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFault } from './fences/data-fault.js'
import { documentFences, placeOf, type DocumentFence, type FenceRole } from './fences/document-fences.js'
import { lacksModel, runPage } from './fences/run-page.js'
import { installPrograms, type Installation } from './fences/scratch-home.js'
import { filesUnder, repositoryRoot, textOf } from './repository.js'
import { run } from './run-tool.js'
import { publishedPackages } from './workspace.js'

/** A module of a document, and the file it is run from. */
interface Snippet {
  fence: DocumentFence
  place: string
  file: string
}

/** A document, the package whose names its code can import, and the folder where its commands begin. */
interface Document {
  path: string
  home: string
  start: string
}

/** Where the commands of other documents than pages and the READMEs of packages begin, from the home folder. */
const starts: readonly [document: RegExp, folder: string][] = [
  [/^README\.md$/u, 'my-project'],
  [/^(?:CONTRIBUTING\.md$|tools\/|examples\/robot-memory\/)/u, 'clone'],
]

function startOf(path: string): string {
  const [, folder] = starts.find(([pattern]) => pattern.test(path)) ?? []
  return folder ?? (path.startsWith('examples/') ? `clone/${dirname(path)}` : '.')
}

/** All pages and READMEs; what a user's notes or a suite's documents show is no code of ours. */
function documents(): Document[] {
  const folders = new Set(publishedPackages().map(({ folder }) => folder))
  return filesUnder()
    .filter((path) =>
      /^docs\/.*\.md$|(?:^|\/)(?:README|CONTRIBUTING|SECURITY|SERVING|RECORDS|FILTERS)\.md$/u.test(path),
    )
    .filter((path) => !/^docs\/node_modules|\/(?:corpus|suites)\/|^examples\/memory\//u.test(path))
    .map((path) => ({
      path,
      home: folders.has(dirname(path)) ? dirname(path) : 'apps/cli',
      start: startOf(path),
    }))
}

/** In `dist`, which no tool looks at, and inside the package, so that its own name resolves to its build. */
function snippetOf(fence: DocumentFence, home: string): Snippet {
  const name = `${fence.path.replaceAll('/', '-')}-${fence.line}.mts`
  return { fence, place: placeOf(fence), file: join(repositoryRoot, home, 'dist/.fences', name) }
}

const pages = documents().map((each, index) => ({
  ...each,
  port: 20_000 + (process.pid % 2000) * 10 + index,
  fences: documentFences(each.path, textOf(each.path)),
}))
const fences = pages.flatMap((page) => page.fences)
const snippets = pages.flatMap((page) =>
  page.fences.filter(({ role }) => role === 'typescript').map((fence) => snippetOf(fence, page.home)),
)
const folders = new Set(snippets.map(({ file }) => join(file, '..')))

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
  // An import or export makes it a module even where it has none.
  for (const { file, fence } of snippets) writeFileSync(file, `${fence.code}\nexport {}\n`)
})

afterAll(() => {
  for (const folder of [...folders, installation.prefix]) rmSync(folder, { recursive: true, force: true })
})

describe('the fences of pages and READMEs', () => {
  it('are there, and nearly all of them can be run', () => {
    const count = (...wanted: FenceRole[]) => fences.filter(({ role }) => wanted.includes(role)).length
    const [runnable, unrun] = [count('shell', 'typescript', 'data', 'output'), count('unrun')]
    const left = fences.filter((fence) => fence.role === 'shell' && lacksModel(fence)).length
    console.log(
      `fences: ${runnable} are run, ${unrun} are not, ${count('picture')} are no code, ${left} lack a model here`,
    )
    for (const fence of fences.filter(({ role }) => role === 'unrun'))
      console.log(`fences: ${placeOf(fence)}: ${fence.info}`)
    expect(count('typescript')).toBeGreaterThanOrEqual(8)
    expect(count('shell')).toBeGreaterThanOrEqual(30)
    expect(unrun / (runnable + unrun)).toBeLessThanOrEqual(0.1)
  })

  it('say what they are', () => {
    expect(
      fences.flatMap((fence) => (fence.fault === undefined ? [] : [`${placeOf(fence)}: ${fence.fault}`])),
    ).toEqual([])
  })

  it('with JSON and YAML can be read, and fit their schemas', () => {
    const faults = fences
      .filter(({ role }) => role === 'data')
      .map((fence) => [placeOf(fence), dataFault(fence)])
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([])
  })

  it.concurrent.each(pages.map((page) => [page.path, page]))('with commands run: %s', async (_, page) => {
    expect((await runPage(page, installation)).join('\n')).toBe('')
  })

  it('with TypeScript fit the types of the packages as built', () => {
    const program = ts.createProgram(
      snippets.map(({ file }) => file),
      options,
    )
    const messages = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const snippet = snippets.find((each) => each.file === file?.fileName)
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line
      const path =
        snippet === undefined
          ? file?.fileName
          : snippet.place.replace(/\d+$/, String(snippet.fence.line + line + 1))
      return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
    expect(messages).toEqual([])
  })

  const programs = snippets.filter(({ fence }) => fence.file === undefined)
  it.each(programs.map(({ place, file }) => [place, file]))('with TypeScript run: %s', async (_, file) => {
    const folder = temporaryFolder()
    const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' }
    const { exitCode, output } = await run([process.execPath, file], { cwd: folder, env, timeout: 60_000 })
    expect(exitCode, output).toBe(0)
  })
})
