import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServedMemory } from './offer.js'
import { documentOf, listResources, resourceUri } from './resources.js'

const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !name.includes('/'))

const address = fc.record({
  root: segment,
  path: fc.array(segment, { minLength: 1 }).map((names) => names.join('/')),
})

describe('a resource', () => {
  it('has a URI that leads back to its document', () => {
    expect(resourceUri({ root: 'my notes', path: 'a/b #1?.md' })).toBe(
      'recallite://my%20notes/a/b%20%231%3F.md',
    )
    fc.assert(
      fc.property(address, (document) => {
        const uri = resourceUri(document)
        expect(documentOf(uri)).toEqual(document)
        expect(uri).toMatch(/^recallite:\/\/[!-~]+$/)
      }),
    )
  })

  it.each([
    '',
    'recallite://',
    'recallite://notes',
    'recallite:///a.md',
    'recallite://notes/',
    'recallite://n/%E0%A4',
    'http://n/a',
  ])('is none at %j', (uri) => {
    expect(documentOf(uri)).toBeUndefined()
  })
})

describe('pages of documents', () => {
  it('contain each document once, in order', async () => {
    const documents = (root: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ root, path: `${n}.md` }))
    const roots = [documents('a', 150), documents('b', 300)]
    const memory = {
      listRoots: async () => [{ name: 'a' }, { name: 'b' }],
      listDocuments: async (name: string) => roots[name === 'a' ? 0 : 1],
    } as unknown as ServedMemory
    const read: string[] = []
    let cursor: string | undefined
    do {
      const page = await listResources(memory, cursor)
      expect(page.resources.length).toBeLessThanOrEqual(200)
      read.push(...page.resources.map(({ uri }) => uri))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(read).toEqual(roots.flat().map(resourceUri))
    await expect(listResources(memory, 'nonsense')).rejects.toThrow(/This cursor is unknown/)
  })
})
