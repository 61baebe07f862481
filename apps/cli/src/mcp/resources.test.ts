import type { DocumentAddress } from '@recallite/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCursor, toCursor, pageOfDocuments, documentOf, resourceUri } from './resources.js'

const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !name.includes('/'))

const address = fc.record({
  root: segment,
  path: fc.array(segment, { minLength: 1 }).map((names) => names.join('/')),
})

/** The order of the store. */
function byCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function listing(roots: Readonly<Record<string, readonly string[]>>) {
  return {
    listRoots: async () =>
      Object.keys(roots)
        .toSorted(byCodePoints)
        .map((name) => ({ name })),
    listDocuments: async (root: string) =>
      (roots[root] ?? []).toSorted(byCodePoints).map((path) => ({ root, path })),
  }
}

describe('a resource', () => {
  it('has an address that leads back to its document', () => {
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
  it('hold each document once, in order, whatever the size', async () => {
    const names = fc.uniqueArray(segment, { maxLength: 12 })
    const roots = fc.dictionary(segment, names, { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(roots, fc.integer({ min: 1, max: 7 }), async (wanted, size) => {
        const memory = listing(wanted)
        const seen: DocumentAddress[] = []
        let after: DocumentAddress | undefined
        do {
          const page = await pageOfDocuments(memory, after, size)
          seen.push(...page.documents)
          after = page.next && fromCursor(toCursor(page.next))
        } while (after)
        const all = (await memory.listRoots()).map(async ({ name }) => memory.listDocuments(name))
        expect(seen).toEqual((await Promise.all(all)).flat())
      }),
    )
  })

  it('go on where they were, also when that document or its root is gone', async () => {
    const memory = listing({ a: ['1', '3'], c: ['1'] })
    const rest = [
      { root: 'a', path: '3' },
      { root: 'c', path: '1' },
    ]
    expect((await pageOfDocuments(memory, { root: 'a', path: '2' }, 9)).documents).toEqual(rest)
    expect((await pageOfDocuments(memory, { root: 'b', path: '9' }, 9)).documents).toEqual(rest.slice(1))
    expect((await pageOfDocuments(memory, { root: 'd', path: '' }, 9)).documents).toEqual([])
  })

  it.each([
    '',
    '!',
    'bm9uc2Vuc2U',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
  ])('do not begin at %j', (cursor) => {
    expect(fromCursor(cursor)).toBeUndefined()
  })
})
