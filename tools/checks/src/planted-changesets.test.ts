import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyWorkspace, place } from './copy-workspace.js'
import { repositoryRoot } from './repository.js'
import { run, tool } from './run-tool.js'
import { publishedPackages, workspacePackages, type Manifest } from './workspace.js'

const published = publishedPackages()
const publishedNames = new Set(published.map(({ manifest }) => manifest.name))
/** The packages that the programs use if they are installed beside them. */
const optionalPeers = [
  ...new Set(published.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}))),
]

/** The packages that the changesets of a workspace name. */
function namesIn(folder: string): { file: string; name: string }[] {
  const home = join(folder, '.changeset')
  const files = readdirSync(home).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return files.flatMap((file) => {
    const [, head = ''] = /^---\n(.*?)^---$/ms.exec(readFileSync(join(home, file), 'utf8')) ?? []
    return [...head.matchAll(/^['"]?([^'":]+)['"]?:/gm)].map(([, name = '']) => ({ file, name }))
  })
}

/** Changesets fails on a private package beside others, and keeps a changeset of private packages alone for ever. */
function wrongNames(folder: string): string[] {
  const wrong = namesIn(folder).filter(({ name }) => !publishedNames.has(name))
  return wrong.map(({ file, name }) => `${file}: ${name}`)
}

function placeChangeset(folder: string, names: readonly string[]): void {
  const head = names.map((name) => `'${name}': minor\n`).join('')
  place(folder, '.changeset/planted.md', `---\n${head}---\n\nA planted change.\n`)
}

/** Makes the versions that the changesets ask for, and returns the manifests. */
async function version(folder: string): Promise<Manifest[]> {
  const { exitCode, output } = await run([tool('changeset'), 'version'], { cwd: folder })
  expect(exitCode, output).toBe(0)
  return published.map((each) => JSON.parse(readFileSync(join(folder, each.folder, 'package.json'), 'utf8')))
}

const versionsOf = (manifests: readonly Manifest[]) =>
  Object.fromEntries(manifests.map((manifest) => [manifest.name, manifest.version]))
const peersOf = (manifests: readonly Manifest[]) =>
  manifests.map((manifest) => manifest.peerDependencies ?? {})

describe('changesets', () => {
  it('name published packages alone', () => {
    expect(wrongNames(repositoryRoot)).toEqual([])
  })

  it('name each package that has no version yet', () => {
    const named = new Set(namesIn(repositoryRoot).map(({ name }) => name))
    const unversioned = published.filter(({ manifest }) => manifest.version === '0.0.0')
    expect(unversioned.map(({ manifest }) => manifest.name).filter((name) => !named.has(name))).toEqual([])
  })

  it.each(['@recallite/settings', '@recallite/embedding'])('are refused if they name %s', (name) => {
    const folder = copyWorkspace()
    placeChangeset(folder, [name, 'recallite'])
    expect(wrongNames(folder)).toEqual([`planted.md: ${name}`])
  })

  it('make a first version 0.1.0, and of a minor of each provider and store no version of another package', async () => {
    const folder = copyWorkspace()
    for (const { folder: home, manifest } of workspacePackages())
      place(folder, `${home}/package.json`, JSON.stringify({ ...manifest, version: '0.0.0' }))
    placeChangeset(folder, [...publishedNames])
    const first = await version(folder)
    expect(new Set(Object.values(versionsOf(first)))).toEqual(new Set(['0.1.0']))

    expect(optionalPeers.length).toBeGreaterThan(5)
    placeChangeset(folder, optionalPeers)
    const second = await version(folder)
    const changed = optionalPeers.map((name) => [name, '0.2.0'])
    expect(versionsOf(second)).toEqual({ ...versionsOf(first), ...Object.fromEntries(changed) })
    expect(peersOf(second)).toEqual(peersOf(first))
    expect(readFileSync(join(folder, 'packages/fusion/CHANGELOG.md'), 'utf8')).toContain('A planted change.')
  })
})
