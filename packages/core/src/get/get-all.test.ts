import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'

const files = {
  'notes/a.md': '# A\n\nthe first harbour\n',
  'notes/sub/b.md': '# B\n\nthe second harbour\n',
  'notes/[draft].md': 'a draft\n',
  'other/notes/a.md': 'another\n',
}

async function indexed() {
  const folder = notesFolder(files)
  const { memory } = await testMemory()
  await memory.index([join(folder, 'notes'), join(folder, 'other')])
  const getAll = async (places: readonly string[], from: string | undefined = folder) =>
    (await memory.getAll(places, { folder: from })).map(({ root, path, text }) => [`${root}:${path}`, text])
  return { folder, memory, getAll }
}

describe('getAll', () => {
  it('reads every place, in the order in which they were named', async () => {
    const { getAll } = await indexed()
    expect(await getAll(['notes:sub/b.md:3', 'notes:a.md:1'])).toEqual([
      ['notes:sub/b.md', 'the second harbour'],
      ['notes:a.md', '# A'],
    ])
  })

  it('takes paths as a search prints them: from the folder, or absolute, with a line', async () => {
    const { folder, getAll } = await indexed()
    // It is also the path of a document of the other root.
    expect(await getAll(['notes/a.md:3'])).toEqual([['notes:a.md', 'the first harbour']])
    expect(await getAll(['./notes/a.md:3'])).toEqual([['notes:a.md', 'the first harbour']])
    expect(await getAll([`${join(folder, 'notes/sub/b.md')}:3`])).toEqual([
      ['notes:sub/b.md', 'the second harbour'],
    ])
    expect(await getAll(['b.md:3'], join(folder, 'notes/sub'))).toEqual([
      ['notes:sub/b.md', 'the second harbour'],
    ])
    expect(await getAll(['../other/notes/a.md'], join(folder, 'notes'))).toEqual([
      ['other:notes/a.md', 'another'],
    ])
    expect(await getAll(['notes/a.md'], '/')).toEqual([['other:notes/a.md', 'another']])
  })

  it('takes globs, of the index and from the folder, and names that only look like globs', async () => {
    const { getAll } = await indexed()
    const names = async (...args: Parameters<typeof getAll>) => (await getAll(...args)).map(([name]) => name)
    expect(await names(['notes/**/*.md'])).toEqual(['notes:[draft].md', 'notes:a.md', 'notes:sub/b.md'])
    expect(await names(['notes:sub/*'])).toEqual(['notes:sub/b.md'])
    expect(await names(['a.*'], '/')).toEqual(['notes:a.md', 'other:notes/a.md'])
    expect(await getAll(['[draft].md'])).toEqual([['notes:[draft].md', 'a draft']])
    await expect(getAll(['*.txt'])).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  })

  it('takes the ids of results', async () => {
    const { memory, getAll } = await indexed()
    const { answer } = await memory.search('second harbour')
    const [result] = answer.results
    expect(await getAll([result?.id ?? ''])).toEqual([['notes:sub/b.md', result?.text]])
    await expect(getAll(['0123456789abcdef0123'])).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  })

  it('suggests what is near, and reads nothing that is not indexed', async () => {
    const { folder, getAll } = await indexed()
    await expect(getAll(['notes/sbu/b.md'])).rejects.toThrow('Did you mean notes:sub/b.md')
    await expect(getAll([join(folder, 'notes/../secret.md')])).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_ROOT',
    })
    await expect(getAll(['../../etc/passwd'])).rejects.toMatchObject({ code: 'PATH_OUTSIDE_ROOT' })
  })
})
