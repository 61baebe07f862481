import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './repository.js'
import { firstParagraph, isOneSentence } from './readme.js'
import { workspacePackages } from './workspace.js'

const examples = workspacePackages().filter(({ folder }) => folder.startsWith('examples/'))
const maxLines = 80
const maxReadmeLines = 60

const linesOf = (path: string): number => textOf(path).trimEnd().split('\n').length

describe('examples', () => {
  it('exist', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4)
  })

  it.each(examples.map(({ folder }) => folder))(
    '%s explains itself, is short, and is run by a test',
    (folder) => {
      expect(filesUnder(folder)).toEqual(
        expect.arrayContaining(['README.md', 'index.js', 'index.test.ts'].map((name) => `${folder}/${name}`)),
      )
      const readme = textOf(`${folder}/README.md`)
      expect(isOneSentence(firstParagraph(readme))).toBe(true)
      expect(linesOf(`${folder}/README.md`)).toBeLessThanOrEqual(maxReadmeLines)
      expect(linesOf(`${folder}/index.js`)).toBeLessThanOrEqual(maxLines)
      expect(textOf(`${folder}/index.test.ts`)).toContain('runProcess([program')
    },
  )
})
