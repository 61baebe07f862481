import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packPackages } from './pack-packages.js'
import { run, tool } from './run-tool.js'
import { publishedPackages, type Manifest } from './workspace.js'

/** The maximum kilobytes of a packed package. Exceptions need a decision. */
const defaultBudget = 40
/**
 * Keyword search contains the function words of fifteen languages and a table of Chinese characters, the store's contract the suites for drivers. Core reads
 * pages, transcripts and times in queries, watches files, and has the tools for agents. The SQLite store verifies and repairs
 * itself in separate threads. The PostgreSQL store also stores records. The program and the plugin bundle all packages; each
 * thread of the program is a separate file. The page of `recallite ui` has a maximum of 150 kB.
 */
const budgets: Record<string, number> = {
  recallite: 910,
  '@recallite/store-postgres': 48,
  '@recallite/keyword': 92,
  '@recallite/core': 194,
  '@recallite/eval': 400,
  '@recallite/openclaw': 380,
  '@recallite/store': 90,
  '@recallite/store-sqlite': 92,
}

interface Packed {
  name: string
  tarball: string
  kilobytes: number
  budget: number
}

/** The packages that are imported; the others are programs. */
const libraries = new Set(
  publishedPackages()
    .filter(({ manifest }) => manifest.exports?.['.'] !== undefined)
    .map(({ manifest }) => manifest.name),
)

const folder = mkdtempSync(join(tmpdir(), 'recallite-packages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function pack(): Promise<Packed[]> {
  const packages = await packPackages(folder)
  return packages.map(({ name, tarball }) => {
    const kilobytes = Math.ceil(statSync(tarball).size / 1000)
    return { name, tarball, kilobytes, budget: budgets[name] ?? defaultBudget }
  })
}

const packed = await pack()

async function contentsOf(tarball: string): Promise<{ files: string[]; manifest: Manifest; text: string }> {
  const list = await run(['tar', '-tzf', tarball])
  const files = list.stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
  const { stdout: text } = await run(['tar', '-xzOf', tarball, 'package/package.json'])
  return { files, manifest: JSON.parse(text), text }
}

it('all packages are packed', () => {
  const names = publishedPackages().map(({ manifest }) => manifest.name)
  expect(packed.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

describe.each(packed.map((each) => [each.name, each] as const))(
  '%s',
  (name, { tarball, kilobytes, budget }) => {
    it(`has ${kilobytes} kB, at most ${budget}`, () => {
      expect(kilobytes).toBeLessThanOrEqual(budget)
    })

    it('contains its build, README, changelog and license, and no sources', async () => {
      const { files, manifest } = await contentsOf(tarball)
      // The first version creates the changelog.
      const changes = manifest.version === '0.0.0' ? [] : ['CHANGELOG.md']
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', ...changes]))
      expect(files.filter((path) => path.startsWith('dist/') && path.endsWith('.js'))).not.toEqual([])
      expect(
        files.filter((path) => /^src\/|\.test\.|__fixtures__|\.tsbuildinfo$|^dist\/\./.test(path)),
      ).toEqual([])
    })

    it('has plain versions of dependencies, and no workspace ones', async () => {
      const { manifest, text } = await contentsOf(tarball)
      expect(manifest.name).toBe(name)
      expect(text.match(/@recallite\/source|"(?:workspace|catalog|file|link):[^"]*"/g)).toBeNull()
    })

    it('passes publint', async () => {
      const { exitCode, output } = await run([tool('publint'), 'run', tarball, '--strict'])
      expect(exitCode, output).toBe(0)
    })

    it.runIf(libraries.has(name))('has types that resolve', async () => {
      const flags = ['--profile', 'esm-only', '--format', 'json']
      const { exitCode, stdout, output } = await run([tool('attw'), tarball, ...flags])
      expect(exitCode, output).toBe(0)
      // The tool also accepts packages without types.
      expect(JSON.parse(stdout)).toMatchObject({ analysis: { types: { kind: 'included' } } })
    })
  },
)
