import { describe, expect, it } from 'vitest'
import table from './dependencies.json' with { type: 'json' }
import { has, textOf } from './repository.js'
import { publishedPackages, workspacePackages, type Export, type Manifest } from './workspace.js'

const packages = publishedPackages()
const web = 'https://github.com/recallite/recallite'

/**
 * The dependencies of each package: external ones, which the package's README must justify, and internal ones, which define
 * the architecture. Programs bundle internal packages.
 */
const dependenciesOf: Record<string, string[]> = table

/** Published files in addition to the build. */
const extraFiles: Record<string, string[]> = {
  '@recallite/eval': [
    'suites/memory',
    'suites/issue-16021',
    'suites/records',
    'suites/time',
    'suites/abbreviations',
  ],
  '@recallite/openclaw': ['openclaw.plugin.json'],
  recallite: ['plugin', 'schemas'],
}

function runtimeDependencies({ manifest }: { manifest: Manifest }): string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }).toSorted()
}

const isInternal = (name: string): boolean => name.startsWith('@recallite/')

function withoutSource(entry: Export): Export {
  if (typeof entry === 'string') return entry
  return Object.fromEntries(Object.entries(entry).filter(([condition]) => condition !== '@recallite/source'))
}

describe('published packages', () => {
  it('exist', () => {
    expect(packages.length).toBeGreaterThanOrEqual(10)
  })

  it('depend only on these packages', () => {
    const found = packages.map((each) => {
      const names = runtimeDependencies(each)
      const internal = names.filter(isInternal).map((name) => name.replace('@recallite/', ''))
      return [each.manifest.name, [names.filter((name) => !isInternal(name)).join(' '), internal.join(' ')]]
    })
    expect(Object.fromEntries(found)).toEqual(dependenciesOf)
  })

  it('have a tag, as all packages do, which tells turbo what they may import', () => {
    expect(workspacePackages().filter(({ folder }) => !has(`${folder}/turbo.json`))).toEqual([])
  })

  it('accept as optional peers any version of the current major', () => {
    const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]))
    const peers = packages.flatMap(({ manifest: { peerDependencies = {}, peerDependenciesMeta } }) =>
      Object.entries(peerDependencies).map(([name, range]) => ({
        name,
        range,
        optional: peerDependenciesMeta?.[name]?.optional,
      })),
    )
    expect(peers.length).toBeGreaterThan(10)
    // The host of a plugin is not one of these packages.
    const internalPeers = peers.filter(({ name }) => name !== 'openclaw')
    const expected = internalPeers.map(({ name }) => {
      const range = versions.get(name)?.replace(/\..*/, '.x')
      return { name, range, optional: true }
    })
    expect(internalPeers).toEqual(expected)
  })
})

describe.each(packages.map((each) => [each.manifest.name, each] as const))(
  '%s',
  (name, { folder, manifest }) => {
    it('has description, author and repository', () => {
      expect(manifest).toMatchObject({
        homepage: `${web}/tree/main/${folder}#readme`,
        bugs: { url: `${web}/issues` },
        license: 'MIT',
        author: 'Recallite contributors',
        repository: { type: 'git', url: `git+${web}.git`, directory: folder },
        type: 'module',
        sideEffects: false,
        files: ['dist', 'CHANGELOG.md', ...(extraFiles[name] ?? [])],
        // better-sqlite3 needs Node-API 10: Node 22.13 crashes when it loads it.
        engines: { node: '>=22.14' },
        publishConfig: { access: 'public' },
      })
      expect(manifest.description).toMatch(/^[A-Z].*\.$/)
      expect(manifest.keywords?.length).toBeGreaterThanOrEqual(4)
    })

    it('exports its sources in the workspace and only its build when published', () => {
      const entries = Object.entries(manifest.exports ?? {})
      expect(entries).toContainEqual(['./package.json', './package.json'])
      for (const [, entry] of entries.filter(([path]) => path !== './package.json')) {
        expect(Object.keys(entry)).toEqual(['@recallite/source', 'types', 'default'])
        expect(Object.values(entry).map((path) => path.replace(/^(\.\/[^/]+\/).*$/, '$1'))).toEqual([
          './src/',
          './dist/',
          './dist/',
        ])
      }
      const published = Object.fromEntries(entries.map(([path, entry]) => [path, withoutSource(entry)]))
      expect(manifest.publishConfig?.exports).toEqual(published)
    })
  },
)

describe('versions', () => {
  const manifests = [
    { folder: '.', manifest: JSON.parse(textOf('package.json')) as Manifest },
    ...workspacePackages(),
  ]
  const ranges = manifests.flatMap(({ folder, manifest }) =>
    [manifest.dependencies, manifest.devDependencies].flatMap((group) =>
      Object.entries(group ?? {}).map(([name, range]) => ({ folder, name, range })),
    ),
  )

  it('are only in the catalog', () => {
    expect(ranges.length).toBeGreaterThan(50)
    const odd = ranges.filter(({ name, range }) => range !== (isInternal(name) ? 'workspace:^' : 'catalog:'))
    expect(odd.filter(({ name }) => name !== 'recallite')).toEqual([])
  })

  it('come from a registry that the lockfile does not contain', () => {
    const lockfile = textOf('pnpm-lock.yaml')
    expect(lockfile.match(/^ {2}\S.*:$/gm)?.length).toBeGreaterThan(300)
    expect(lockfile.match(/^.*(?:\btarball:|https?:\/\/|\bgit\+|[ @]file:).*$/gm)).toBeNull()
  })
})
