import { describe, expect, it } from 'vitest'
import { indexedMemory } from '../__fixtures__/test-memory.js'

const notes = {
  'harbour.md': '# Quay\n\nThe harbour is closed.',
  'mast.md': '# Rig\n\nMasts of the harbour boats.',
  'filler.md':
    '# Filler\n\nWhat is the one that we have, and how do we do it when it is there? What is the what?',
  'german.md':
    '# Werft\n\nDie Werft ist der Ort, an dem die Schiffe gebaut werden, und das ist nicht das Wetter.',
  'wetter.md': '# Wetter\n\nDas ist nicht, was wir haben, und die anderen sind der Grund, an dem es ist.',
  'chinese.md': '# 港口\n\n港口的数据库。',
  'particle.md': '# 是\n\n这是什么的。',
}

async function askedFor(question: string) {
  const { memory } = await indexedMemory(notes)
  const { answer } = await memory.search(question, { threshold: 0, limit: 10 })
  return answer.results.map(({ path, contributions, confidence }) => {
    const raw = contributions.find(({ source }) => source === 'keyword')?.raw
    return { path, raw, confidence }
  })
}

describe('a question’s very common words', () => {
  it.each([
    ['what is the harbour', 'harbour', ['harbour.md', 'mast.md']],
    ['When do we have the harbour and what is it?', 'harbour', ['harbour.md', 'mast.md']],
    ['wo ist die Werft und was ist das', 'Werft', ['german.md']],
    ['数据库是什么', '数据库', ['chinese.md']],
  ])('B7: neither match nor weigh: %s', async (question, telling, paths) => {
    const found = await askedFor(question)
    expect(found.map(({ path }) => path).toSorted()).toEqual(paths)
    expect(found).toEqual(await askedFor(telling))
  })

  it('B7: are looked for where there are no others, or in quotes', async () => {
    expect((await askedFor('what is the')).map(({ path }) => path)).toContain('filler.md')
    expect((await askedFor('"what is the what"')).map(({ path }) => path)).toEqual(['filler.md'])
  })
})
