import { describe, expect, it } from 'vitest'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../../__fixtures__/test-memory.js'

const notes = {
  'database.md': '# Database\n\nThe migration runs on Tuesday. Roll back within an hour.',
  'lighthouse.md': '# Lighthouse\n\nThe keeper paints it every spring.',
  'codes.md': '# Codes\n\nE4042 is a broken pipe.',
}

async function memoryOfNotes() {
  const { memory, store } = await indexedMemory(notes)
  return { memory, store }
}

describe('a misspelled word', () => {
  it.each([
    ['databse', 'database.md'],
    ['lihgthouse', 'lighthouse.md'],
    ['kepper', 'lighthouse.md'],
    ['"databse"', 'database.md'],
    ['databse AND migration', 'database.md'],
  ])('is corrected: %s', async (query, path) => {
    const { memory } = await memoryOfNotes()
    const { answer } = await memory.search(query)
    expect(answer.results.map((result) => [result.path, result.isCorrected])).toEqual([[path, true]])
    expect(answer.corrections).toHaveLength(1)
    const corrected = answer.explanation.kinds[0]?.terms.find(({ term }) => term.includes(' | '))
    expect(corrected?.weight).toBeLessThan(1)
    expect(answer.results[0]?.matches.length).toBeGreaterThan(0)
    expect(answer.results[0]?.confidence).toBeLessThan(0.95)
  })

  it('is not corrected if the option is off', async () => {
    const { memory } = await memoryOfNotes()
    const { answer } = await memory.search('databse', { correctSpelling: false })
    expect([answer.results, answer.corrections]).toEqual([[], []])
  })

  it('changes nothing if a chunk answers enough of the query', async () => {
    const { memory } = await memoryOfNotes()
    const query = 'keeper paints lighthouse every sprng'
    const { answer } = await memory.search(query, { threshold: 0 })
    const { answer: typed } = await memory.search(query, { threshold: 0, correctSpelling: false })
    expect(answer.corrections).toEqual([])
    expect(answer.results).toEqual(typed.results)
  })

  it('is not corrected if it is a code or excluded', async () => {
    const { memory } = await memoryOfNotes()
    expect((await memory.search('E4043', { threshold: 0 })).answer.corrections).toEqual([])
    const { answer } = await memory.search('lighthouse -keepr', { threshold: 0 })
    expect([answer.corrections, answer.results.length]).toEqual([[], 1])
  })

  it('is corrected in every language of the texts', async () => {
    const { memory } = await testMemory()
    const text = 'Die Kündigungen gehen an die Verwaltung. Sie werden nicht mehr mit der Post verschickt.'
    await memory.index([notesFolder({ 'frist.md': `---\nlang: de\n---\n# Fristen\n\n${text}` })])
    const { answer } = await memory.search('Kündigngen')
    expect(answer.corrections).toEqual([{ typed: 'kundigngen', corrected: ['kundigungen'] }])
    expect((await memory.search('Kündigung')).answer.corrections).toEqual([])
  })

  it('marks only results that contain the corrected word', async () => {
    const { memory } = await memoryOfNotes()
    const { answer } = await memory.search('databse pipe', { threshold: 0 })
    const marks = Object.fromEntries(answer.results.map(({ path, isCorrected }) => [path, isCorrected]))
    expect(marks).toEqual({ 'database.md': true, 'codes.md': false })
  })
})

const commonNotes = {
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

async function resultsOf(question: string) {
  const { memory } = await indexedMemory(commonNotes)
  const { answer } = await memory.search(question, { threshold: 0, limit: 10 })
  return answer.results.map(({ path, contributions, confidence }) => {
    const raw = contributions.find(({ source }) => source === 'keyword')?.raw
    return { path, raw, confidence }
  })
}

describe('very common words of a query', () => {
  it.each([
    ['what is the harbour', 'harbour', ['harbour.md', 'mast.md']],
    ['When do we have the harbour and what is it?', 'harbour', ['harbour.md', 'mast.md']],
    ['wo ist die Werft und was ist das', 'Werft', ['german.md']],
    ['数据库是什么', '数据库', ['chinese.md']],
  ])('B7: neither match nor count: %s', async (question, specific, paths) => {
    const found = await resultsOf(question)
    expect(found.map(({ path }) => path).toSorted()).toEqual(paths)
    expect(found).toEqual(await resultsOf(specific))
  })

  it('B7: are searched in quotes', async () => {
    expect((await resultsOf('"what is the what"')).map(({ path }) => path)).toEqual(['filler.md'])
  })
})
