import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages } from '@recallite/checks/workspace'
import { repositoryRoot } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { adaptations } from './adaptations.ts'
import { withDependencies } from './clone.ts'
import { firstExample } from './example.ts'

const packages = publishedPackages()

describe('the packages to be published', () => {
  it('come with those that they need', () => {
    const needed = withDependencies(packages, ['@recallite/store-sqlite']).map(
      ({ manifest }) => manifest.name,
    )
    expect(needed.toSorted()).toEqual(
      ['filter', 'keyword-ranking', 'records', 'store', 'store-sqlite'].map((name) => `@recallite/${name}`),
    )
  })

  it.each(
    packages.map(({ folder, manifest }) => [manifest.name, folder, manifest.bin !== undefined] as const),
  )('%s has an example in its README', (_, folder, isProgram) => {
    const readme = readFileSync(join(repositoryRoot, folder, 'README.md'), 'utf8')
    expect(firstExample(readme, isProgram)).not.toBe('')
  })

  it('are all that an example is adapted for', () => {
    const names = new Set(packages.map(({ manifest }) => manifest.name))
    expect(Object.keys(adaptations).filter((name) => !names.has(name))).toEqual([])
  })
})
