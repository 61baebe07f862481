import { describe, expect, it } from 'vitest'
import { writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import { linkGraph } from './note-links.js'

const paths = ['a.md', 'b.md', 'deep/b.md', 'deep/c.md', 'deep/down/c.md', 'x/Note One.md', 'pic.txt']

function resolved(link: string, from = 'deep/c.md', metadata: object = {}): string | undefined {
  const documents = [...paths, 'aliased.md'].map((path) => {
    const stated = path === 'aliased.md' ? { aliases: ['The Other', 'a'], permalink: 'notes/alias' } : {}
    return { path, metadata: path === from ? { links: [link], ...metadata } : stated }
  })
  return linkGraph({ paths: [...paths, 'aliased.md'], linking: documents, named: documents }).links.get(
    from,
  )?.[0]
}

describe('a link', () => {
  it.each([
    ['a', 'a.md'],
    ['A.MD', 'a.md'],
    ['b', 'b.md'],
    ['./b.md', 'deep/b.md'],
    ['../b.md', 'b.md'],
    ['/b.md', 'b.md'],
    ['./a.md', 'a.md'],
    ['down/c', 'deep/down/c.md'],
    ['note one', 'x/Note One.md'],
    ['the other', 'aliased.md'],
    ['notes/alias', 'aliased.md'],
    ['pic.txt', 'pic.txt'],
    ['pic', undefined],
    ['nowhere', undefined],
    ['own/b', undefined],
    ['../../../b.md', 'b.md'],
    ['./b.html', 'deep/b.md'],
    ['../a.HTM', 'a.md'],
  ])('to %j leads to %j', (link, path) => expect(resolved(link)).toBe(path))

  it('to a name leads to the nearest note of that name', () => {
    expect(resolved('c', 'deep/b.md')).toBe('deep/c.md')
    expect(resolved('c', 'a.md')).toBe('deep/c.md')
    expect(resolved('c', 'deep/down/c.md')).toBeUndefined()
  })

  it('is ignored if the metadata has another type', () => {
    const links = [3, null, {}]
    const linking = [{ path: 'a.md', metadata: { links } }]
    expect(linkGraph({ paths: ['a.md'], linking, named: [] }).links.get('a.md')).toEqual([])
  })
})

describe('a link between pages of a site or wiki', () => {
  const site = ['docs/guide/index.md', 'docs/guide/setup.md', 'docs/api/_index.md', 'docs/setup.md']
  const wiki = [
    'wiki/Bread-Oven.md',
    'wiki/tools___saw.md',
    'posts/2024-05-06-kiln.md',
    'guide/README.md',
    'x/api.md',
  ]
  it.each([
    ['/guide/', 'docs/api/_index.md', 'docs/guide/index.md'],
    ['/setup.html', 'docs/guide/index.md', 'docs/setup.md'],
    ['./setup.html', 'docs/guide/index.md', 'docs/guide/setup.md'],
    ['../api/index.html', 'docs/guide/index.md', 'docs/api/_index.md'],
    ['/api/', 'docs/guide/setup.md', 'docs/api/_index.md'],
    ['../guide', 'posts/2024-05-06-kiln.md', 'guide/README.md'],
    ['./', 'docs/guide/setup.md', 'docs/guide/index.md'],
    ['../guide/', 'docs/guide/setup.md', 'docs/guide/index.md'],
    ['/2024/05/06/kiln/', 'docs/setup.md', 'posts/2024-05-06-kiln.md'],
    ['Bread Oven', 'docs/setup.md', 'wiki/Bread-Oven.md'],
    ['tools/saw', 'docs/setup.md', 'wiki/tools___saw.md'],
    ['setup', 'docs/guide/index.md', 'docs/guide/setup.md'],
    ['/old/kiln/', 'docs/setup.md', 'x/api.md'],
    ['/nowhere/', 'docs/setup.md', undefined],
  ])('to %j in %s leads to %s', (link, from, path) => {
    const named = [{ path: 'x/api.md', metadata: { aliases: ['/old/kiln/'] } }]
    const linking = [{ path: from, metadata: { links: [link] } }]
    expect(linkGraph({ paths: [...site, ...wiki], linking, named }).links.get(from)?.[0]).toBe(path)
  })
})

const vault = {
  'index.md':
    '---\naliases: [Start]\n---\n# Index\n\n- [[people/lena|Lena]] #team/core\n- [auth](decisions/auth.md)\n',
  'people/lena.md': '---\ntags: team\n---\n# Lena\n\nBack to [[Start]]. `[[decisions/auth]]` #person\n',
  'decisions/auth.md': '# Auth\n\n![[lena]]\n',
  'alone.md': '# Alone\n',
}

describe('an Obsidian vault', () => {
  it('has links and backlinks of each note', async () => {
    const { memory, folder } = await indexedMemory(vault)
    const linksOf = async (path: string) => {
      const { links, backlinks } = await memory.get(path)
      return { links, backlinks }
    }
    expect(await linksOf('index.md:1')).toEqual({
      links: ['people/lena.md', 'decisions/auth.md'],
      backlinks: ['people/lena.md'],
    })
    expect(await linksOf('people/lena.md')).toEqual({
      links: ['index.md'],
      backlinks: ['decisions/auth.md', 'index.md'],
    })
    expect(await linksOf('alone.md')).toEqual({ links: [], backlinks: [] })
    writeNote(folder, 'alone.md', '# Alone\n\n[[index]]\n')
    await memory.sync()
    expect(await linksOf('alone.md')).toEqual({ links: ['index.md'], backlinks: [] })
    expect((await memory.getAll(['/*.md'])).map(({ backlinks }) => backlinks)).toEqual([
      [],
      ['alone.md', 'people/lena.md'],
    ])
  })

  it('is searched by tags of text and front matter, and by the parents of nested ones', async () => {
    const { memory } = await indexedMemory(vault)
    const found = async (options: object) => {
      const { answer } = await memory.search('lena auth alone index', { threshold: 0, ...options })
      return [...new Set(answer.results.map(({ path }) => path))].toSorted()
    }
    expect(await found({ where: ['tag=team'] })).toEqual(['index.md', 'people/lena.md'])
    expect(await found({ where: ['tags=Team/Core'] })).toEqual(['index.md'])
    expect(await found({ filter: { tags: 'person' } })).toEqual(['people/lena.md'])
    expect(await found({ where: ['links=Start'] })).toEqual(['people/lena.md'])
    const { answer } = await memory.search('Start', { threshold: 0 })
    expect(answer.results.map(({ path }) => path)).toContain('index.md')
  })
})
