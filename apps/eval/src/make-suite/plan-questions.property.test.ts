import { foldWord } from '@recallite/keyword'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NoteFile, readWords } from './note.js'
import { type Question, planQuestions } from './plan-questions.js'
import { cutText } from './sentences.js'

// Few enough words that they meet again, in one note and in others.
const english = Array.from(
  { length: 80 },
  (_, place) => `w${String.fromCodePoint(97 + (place % 26))}${place}rd`,
)
// What headings are made of often stands in sentences too.
const pairs = ['tidal power', 'night ferries', 'stone walls']
const word = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...pairs) },
  { weight: 8, arbitrary: fc.constantFrom(...english) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'the',
      'of',
      'to',
      '**bold**',
      '[link](to.md)',
      '`code`',
      'Größe',
      '数据库',
      '会議メモ',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('(', '"', '*', '- ', '# ', '---', '\\', 'Dr.', '3.5', '\u0301', '。'),
  },
)
const phrase = (fewest: number, most: number) =>
  fc.array(word, { minLength: fewest, maxLength: most }).map((words) => words.join(' '))
const sentence = phrase(4, 14).map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`)
const paragraph = fc
  .tuple(fc.array(sentence, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '\n', '\r\n'))
  .map(([sentences, between]) => sentences.join(between))
const block = fc.oneof(
  { weight: 2, arbitrary: phrase(1, 5).map((text) => `## ${text}`) },
  { weight: 1, arbitrary: fc.constantFrom(...pairs).map((text) => `## ${text}`) },
  { weight: 5, arbitrary: paragraph },
  {
    weight: 2,
    arbitrary: fc
      .array(phrase(3, 12), { minLength: 1, maxLength: 4 })
      .map((items) => `- ${items.join('\n- ')}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('```\n# code\n```', '> quote', '| a | b |', '<div>', 'Title\n==='),
  },
)
const frontMatter = '---\ntitle: wa0rd wb1rd\n---\n'
const beginning = fc.constantFrom('', frontMatter, '\uFEFF')
const text = fc
  .tuple(beginning, fc.array(block, { maxLength: 14 }))
  .map(([front, blocks]) => front + blocks.join('\n\n'))
const files = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a.md', 'b/c.md', 'b/d.markdown', 'wa0rd-wb1rd.md', 'e.txt'), text), {
    selector: ([path]) => path,
    minLength: 1,
  })
  .map((entries): NoteFile[] => entries.map(([path, each]) => ({ path, text: each })))
const perFile = fc.integer({ min: 1, max: 8 })

function singleSpaces(each: string): string {
  return each.replaceAll(/\s+/gu, ' ')
}

function isHeldOut({ kind, text: question }: Question, copy: string): boolean {
  const words = new Set(readWords(copy).words)
  if (kind === 'rare terms') return question.split(' ').every((term) => words.has(foldWord(term)))
  return !singleSpaces(copy).includes(singleSpaces(question))
}

function plan(notes: readonly NoteFile[], most: number) {
  const { questions, removals } = planQuestions(notes, most)
  const copies = notes.map(({ path, text: each }) => [path, cutText(each, removals.get(path) ?? [])] as const)
  return { questions, removals, copies: new Map(copies) }
}

describe('planQuestions, whatever the files', () => {
  it('asks in words that the copy of the file does not hold as they stand, or only apart', () => {
    let asked = 0
    fc.assert(
      fc.property(files, perFile, (notes, most) => {
        const { questions, copies } = plan(notes, most)
        asked += questions.length
        expect(questions.filter((question) => !isHeldOut(question, copies.get(question.path) ?? ''))).toEqual(
          [],
        )
      }),
    )
    // The generator makes what can be asked for.
    expect(asked).toBeGreaterThan(100)
  })

  it('asks the same of the same files, in whatever order they come', () => {
    fc.assert(
      fc.property(files, perFile, (notes, most) => {
        expect(planQuestions(notes.toReversed(), most)).toEqual(planQuestions(notes, most))
      }),
    )
  })
})
