import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runnableFences, type Fence } from './readme.js'
import { has, repositoryRoot, textOf } from './repository.js'
import { run } from './run-tool.js'
import { publishedPackages } from './workspace.js'

/** A fence, where it was found and the file it is run from. */
interface Snippet extends Fence {
  place: string
  file: string
}

/** A document with code, and the package whose names its code can import. */
function documents(): { path: string; home: string }[] {
  const own = publishedPackages().map(({ folder }) => ({ path: `${folder}/README.md`, home: folder }))
  return [{ path: 'README.md', home: 'apps/cli' }, ...own].filter(({ path }) => has(path))
}

/** In `dist`, which no tool looks at, and inside the package, so that its own name resolves to its build. */
function snippetsIn({ path, home }: { path: string; home: string }): Snippet[] {
  return runnableFences(textOf(path)).map((fence) => {
    const name = `${path.replaceAll('/', '-')}-${fence.line}.mts`
    return {
      ...fence,
      place: `${path}:${fence.line}`,
      file: join(repositoryRoot, home, 'dist/.fences', name),
    }
  })
}

const snippets = documents().flatMap(snippetsIn)
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

beforeAll(() => {
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  // An import or export makes it a module even where it has none.
  for (const { file, code } of snippets) writeFileSync(file, `${code}\nexport {}\n`)
})

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('code in READMEs', () => {
  it('is there', () => {
    expect(snippets.length).toBeGreaterThanOrEqual(8)
  })

  it('fits the types of the packages as built', () => {
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
          : snippet.place.replace(/\d+$/, String(snippet.line + line + 1))
      return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
    expect(messages).toEqual([])
  })

  it.each(snippets.map(({ place, file }) => [place, file]))('runs: %s', async (_, file) => {
    const folder = temporaryFolder()
    const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' }
    const { exitCode, output } = await run([process.execPath, file], { cwd: folder, env, timeout: 60_000 })
    expect(exitCode, output).toBe(0)
  })
})
