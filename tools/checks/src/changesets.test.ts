import { expect, it } from 'vitest'
import { filesUnder, textOf } from './repository.js'
import { publishedPackages } from './workspace.js'

const published = publishedPackages().map(({ manifest }) => manifest)
const publishedNames = new Set(published.map(({ name }) => name))

/** The packages in a changeset. */
function namesIn(changeset: string): string[] {
  const [, head = ''] = /^---\n(.*?)^---$/ms.exec(changeset) ?? []
  return [...head.matchAll(/^['"]?([^'":]+)['"]?:/gm)].map(([, name = '']) => name)
}

/** Changesets fails on a private package together with others, and never removes a changeset with only private packages. */
const wrongNames = (changeset: string) => namesIn(changeset).filter((name) => !publishedNames.has(name))

const changesets = filesUnder('.changeset')
  .filter((path) => path.endsWith('.md') && !path.endsWith('README.md'))
  .map(textOf)

it('changesets name only published packages, and each that has no version yet', () => {
  expect(changesets.flatMap(wrongNames)).toEqual([])
  const named = new Set(changesets.flatMap(namesIn))
  const unversioned = published.filter(({ version }) => version === '0.0.0')
  expect(unversioned.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
})

it('a new version of a provider or store does not create one of the programs, whose range is written by hand', () => {
  const config = JSON.parse(textOf('.changeset/config.json'))
  expect(config).toMatchObject({
    bumpVersionsWithWorkspaceProtocolOnly: true,
    updateInternalDependencies: 'patch',
  })
})

it.each(['@recallite/settings', '@recallite/embedding'])('rejects a changeset that names %s', (name) => {
  const changeset = `---\n'${name}': minor\n"recallite": minor\n---\n\nA planted change.\n`
  expect(wrongNames(changeset)).toEqual([name])
})
