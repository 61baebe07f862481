import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'

const notes = {
  'auth/tokens.md': '---\ntags: [ops]\n---\n# Tokens\n\nThe harbour token is refreshed every night.',
  'auth/drafts.md': '# Draft\n\nRefresh the token in the harbour, a draft.',
  'ships/harbour.md': '# Harbour\n\nThe automobile waits in the harbour.\n\n## Winter\n\nIce on the harbour.',
  'ships/quay.md': '# Quay\n\nA quay is refreshing, and authentication is not needed.',
}

async function memoryOfNotes() {
  const { memory } = await indexedMemory(notes, { openModel: async () => createConceptModel().model })
  return memory
}

/** Queries, with their descriptions and results. */
const queries: Readonly<Record<string, readonly [understood: string, names: readonly string[]]>> = {
  'token -draft': ['any of: token; without: draft', ['tokens']],
  'harbour AND token': ['must have: harbour; must have: token', ['tokens', 'drafts']],
  'quay OR ice': ['any of: quay, ice', ['quay', 'harbour']],
  'harbour AND NOT (token OR quay)': ['any of: harbour; without: any of (token, quay)', ['harbour']],
  'auth*': ['must have: auth*', ['tokens', 'drafts', 'quay']],
  '"harbour token"': ['must have: "harbour token"', ['tokens']],
  'ice "harbour token"': ['must have: "harbour token"; any of: ice', ['tokens']],
  '+token ice': ['must have: "token"; any of: ice', ['tokens', 'drafts']],
  '+token -draft ice': ['must have: "token"; any of: ice; without: draft', ['tokens']],
  '+token -refreshed -draft': ['must have: "token"; without: refreshed, draft', []],
  'what is the "harbour token" in winter': [
    'any of: what is the, "harbour token", in winter',
    ['tokens', 'drafts', 'harbour'],
  ],
  'harbour path:auth': ['any of: harbour; only paths: auth', ['tokens', 'drafts']],
  'harbour -path:auth': ['any of: harbour; without paths: auth', ['harbour']],
  'harbour heading:winter': ['any of: harbour; only under headings: winter', ['harbour']],
  'harbour where:tag=ops': ['any of: harbour; only where: tag=ops', ['tokens']],
  'path:ships/harbour.md': ['everything; only paths: ships/harbour.md', ['harbour']],
}

describe('A2: a query with syntax', () => {
  it.each(Object.entries(queries))('%s', async (query, [understood, names]) => {
    const memory = await memoryOfNotes()
    const { answer } = await memory.search(query, { threshold: 0, vectorWeight: 0, correctSpelling: false })
    const found = new Set(answer.results.map(({ path }) => path.replace(/^.*\/|\.md$/gu, '')))
    expect([answer.understood, [...found].toSorted()]).toEqual([understood, names.toSorted()])
  })

  it('applies to vector results too', async () => {
    const memory = await memoryOfNotes()
    const pathsOf = async (query: string) => {
      const { answer } = await memory.search(query, { threshold: 0, textWeight: 0 })
      return [...new Set(answer.results.map(({ path }) => path))]
    }
    expect(await pathsOf('vehicle')).toHaveLength(4)
    expect(await pathsOf('vehicle path:ships')).toHaveLength(2)
    expect(await pathsOf('vehicle NOT automobile')).toEqual([])
    expect(await pathsOf('"harbour token"')).toEqual(['auth/tokens.md'])
    expect(await pathsOf('+automobile vehicle')).toEqual(['ships/harbour.md'])
    expect((await pathsOf('harbour -automobile')).length).toBeGreaterThan(0)
  })

  it('shows what matches the words of a phrase that nothing has, and says so', async () => {
    const memory = await memoryOfNotes()
    const { answer } = await memory.search('"automobile token" path:auth', { threshold: 0 })
    expect(answer.unmatched).toBe('"automobile token"')
    expect(answer.results.map(({ path }) => path)).toEqual(['auth/tokens.md', 'auth/drafts.md'])
    const strict = await memory.search('+"automobile token" path:auth', { threshold: 0 })
    expect(strict.answer).toMatchObject({ unmatched: null, results: [] })
  })

  it('is rejected if the fields are invalid', async () => {
    const memory = await memoryOfNotes()
    await expect(memory.search('harbour since:99x')).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    await expect(memory.search('harbour source:gone')).rejects.toMatchObject({ code: 'ROOT_UNKNOWN' })
  })
})

describe('the id of a commit', () => {
  it.each(['3f2a91c', '3f2a91c04d', '3f2a91c04d5be6718f9a0b1c2d3e4f5061728394', '3F2A91C04D'])(
    'is found in full and abbreviated by %s',
    async (id) => {
      const { memory } = await testMemory()
      const whole = 'Merged as 3f2a91c04d5be6718f9a0b1c2d3e4f5061728394.'
      const others = { 'b.md': 'See 3f2a91c for the fix.', 'c.md': 'See 3f2a90c for the fault.' }
      await memory.index([notesFolder({ 'a.md': whole, ...others })])
      const { answer } = await memory.search(`which fix is ${id}`, { threshold: 0 })
      expect(answer.results.map(({ path }) => path).toSorted()).toEqual(['a.md', 'b.md'])
    },
  )
})
