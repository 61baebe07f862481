import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './repository.js'
import { firstParagraph, isOneSentence } from './readme.js'
import { importsOf } from './syntax.js'
import { publishedPackages, workspacePackages } from './workspace.js'

const examples = workspacePackages().filter(({ folder }) => folder.startsWith('examples/'))
const published = new Set(publishedPackages().map(({ manifest }) => manifest.name))
const mostLines = 80
const mostReadmeLines = 60

const linesOf = (path: string): number => textOf(path).trimEnd().split('\n').length

/** What somebody who copies the example must have. */
function packagesUsedBy(folder: string): string[] {
  const programs = filesUnder(folder).filter((path) => path.endsWith('.js'))
  const modules = programs.flatMap((path) => importsOf(textOf(path)))
  return modules.filter((module) => !/^(?:node:|\.\/)/.test(module))
}

/** The package of a module, which may be one of several that a package exports. */
const packageOf = (module: string): string => module.split('/').slice(0, 2).join('/')

describe('examples', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4)
  })

  it.each(examples.map(({ folder }) => folder))(
    '%s says what it is, is short, and is run by a test',
    (folder) => {
      expect(filesUnder(folder)).toEqual(
        expect.arrayContaining(['README.md', 'index.js', 'index.test.ts'].map((name) => `${folder}/${name}`)),
      )
      const readme = textOf(`${folder}/README.md`)
      expect(isOneSentence(firstParagraph(readme))).toBe(true)
      expect(linesOf(`${folder}/README.md`)).toBeLessThanOrEqual(mostReadmeLines)
      expect(linesOf(`${folder}/index.js`)).toBeLessThanOrEqual(mostLines)
      expect(textOf(`${folder}/index.test.ts`)).toContain('runProcess([program')
    },
  )

  it.each(examples)('$folder uses what is published, and other examples', ({ folder, manifest }) => {
    expect(manifest.private).toBe(true)
    const used = packagesUsedBy(folder)
    expect(used).not.toEqual([])
    const others = used.filter((module) => !published.has(packageOf(module)))
    expect(others.filter((module) => !/^@recallite\/example-[a-z-]+\/[a-z-]+\.js$/.test(module))).toEqual([])
    expect(Object.keys(manifest.dependencies ?? {}).toSorted()).toEqual(
      [...new Set(used.map(packageOf))].toSorted(),
    )
  })
})
