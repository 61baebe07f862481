import { describe, expect, it } from 'vitest'
import { fencesOf, firstParagraph, isOneSentence, linksOf, runnableFences } from './readme.js'
import { has, textOf } from './repository.js'
import { publishedPackages, type WorkspacePackage } from './workspace.js'

const packages = publishedPackages()
const web = /^https:\/\/github\.com\/recallite\/recallite\/(?:blob|tree)\/main\/([^#]*)/

/** The links of a README that do not work outside of the repository. */
function brokenLinks({ folder, manifest }: WorkspacePackage, markdown: string): string[] {
  return linksOf(markdown).filter((link) => {
    const [, path] = web.exec(link) ?? []
    if (path !== undefined) return !has(path)
    if (/^(?:https?:|mailto:|#)/.test(link)) return false
    const file = link.replace(/[/]*(?:#.*)?$/, '')
    return (
      !has(`${folder}/${file}`) ||
      !manifest.files?.some((each) => file === each || file.startsWith(`${each}/`))
    )
  })
}

/** The packages that the first example of a README imports. */
function packagesOfExample(markdown: string): string[] {
  const code = runnableFences(markdown)[0]?.code ?? ''
  return [...code.matchAll(/from '((?:@[^/']+\/)?[^/']+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:'))
}

/** Packages whose README has code that imports the reader's own modules. */
const haveUnrunCode = new Set(['@recallite/embeddings', '@recallite/rerankers'])

/** The code of a README that is not run. */
const unrunOf = (markdown: string) =>
  fencesOf(markdown).filter(({ info }) =>
    /^(?:[cm]?[jt]s|typescript|javascript)\b(?! file=\S+$|$)/.test(info),
  )

describe('the README of a package', () => {
  const named = packages.map(
    (each) => [each.manifest.name, each, textOf(`${each.folder}/README.md`)] as const,
  )

  it.each(named)('of %s is self-contained', (name, each, markdown) => {
    expect(brokenLinks(each, markdown)).toEqual([])
    expect(markdown).toContain(`Node ${each.manifest.engines?.node?.replace('>=', '')} or later`)
    const [install = ''] = /npm install [^`\n]*/.exec(markdown) ?? []
    const words = install.split(' ')
    expect(words).toEqual(expect.arrayContaining([name, ...packagesOfExample(markdown)]))
  })

  it.each(named)('of %s has code that runs, and justifies dependencies', (name, each, markdown) => {
    const { dependencies = {}, exports } = each.manifest
    expect(markdown).toMatch(new RegExp(`^# ${name}\n`))
    expect(firstParagraph(markdown)).toSatisfy(isOneSentence)
    const isLibrary = exports?.['.'] !== undefined
    expect(runnableFences(markdown).length > 0 || !isLibrary).toBe(true)
    expect(isLibrary ? unrunOf(markdown) : []).toHaveLength(haveUnrunCode.has(name) ? 1 : 0)
    const external = Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@recallite/'))
    expect(external.filter((dependency) => !markdown.includes(dependency))).toEqual([])
  })

  it('must not link to unpublished files', () => {
    const suite = packages.find(({ manifest }) => manifest.name === '@recallite/eval')
    expect(suite).toBeDefined()
    const wrong = [
      '../core',
      '../../LICENSE',
      'COMMANDS.md',
      'suites/typos/queries.jsonl',
      'suites/memory/none',
      'https://github.com/recallite/recallite/blob/main/packages/none',
    ]
    const links = [...wrong, 'suites/records/SOURCE.md#files', '#top', 'https://example.org/']
    const markdown = links.map((link) => `[a](${link})`).join(' ')
    expect(suite && brokenLinks(suite, markdown)).toEqual(wrong)
  })
})
