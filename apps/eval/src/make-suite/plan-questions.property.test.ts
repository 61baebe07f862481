import { foldWord } from '@recallite/keyword'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NoteFile, readWords } from './note.js'
import { type Question, planQuestions } from './plan-questions.js'
import { cutText } from './sentences.js'

// Few words, so that they repeat within and across notes.
const english = Array.from(
  { length: 80 },
  (_, index) => `w${String.fromCodePoint(97 + (index % 26))}${index}rd`,
)
// The words of headings often occur in sentences too.
const pairs = ['tidal power', 'night ferries', 'stone walls']
const odd =
  'the of to **bold** [link](to.md) `code` Größe 数据库 会議メモ ( " * - # --- \\ Dr. 3.5 \u0301 。'.split(
    ' ',
  )
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...english) },
  { weight: 4, arbitrary: fc.constantFrom(...pairs, ...odd) },
)
const phrase = (minLength: number, maxLength: number) =>
  fc.array(word, { minLength, maxLength }).map((words) => words.join(' '))
const sentence = phrase(4, 14).map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`)
const lines = (each: fc.Arbitrary<string>, between: string) =>
  fc.array(each, { minLength: 1, maxLength: 4 }).map((some) => some.join(between))
const block = fc.oneof(
  fc.oneof(phrase(1, 5), fc.constantFrom(...pairs)).map((text) => `## ${text}`),
  lines(sentence, ' '),
  lines(sentence, '\r\n'),
  lines(phrase(3, 12), '\n- ').map((items) => `- ${items}`),
  fc.constantFrom('```\n# code\n```', '> quote', '| a | b |', '<div>', 'Title\n==='),
)
const text = fc
  .tuple(fc.constantFrom('', '---\ntitle: wa0rd wb1rd\n---\n', '\uFEFF'), fc.array(block, { maxLength: 14 }))
  .map(([front, blocks]) => front + blocks.join('\n\n'))
const name = fc.constantFrom('a.md', 'b/c.md', 'b/d.markdown', 'wa0rd-wb1rd.md', 'e.txt')
const files: fc.Arbitrary<NoteFile[]> = fc.uniqueArray(fc.record({ path: name, text }), {
  selector: (note) => note.path,
  minLength: 1,
})
const perFile = fc.integer({ min: 1, max: 8 })

function singleSpaces(each: string): string {
  return each.replaceAll(/\s+/gu, ' ')
}

function isHeldOut({ kind, text: question }: Question, copy: string): boolean {
  const words = new Set(readWords(copy).words)
  if (kind === 'rare terms') return question.split(' ').every((term) => words.has(foldWord(term)))
  return !singleSpaces(copy).includes(singleSpaces(question))
}

function plan(notes: readonly NoteFile[], limit: number) {
  const { questions, removals } = planQuestions(notes, limit)
  const copies = notes.map(({ path, text: each }) => [path, cutText(each, removals.get(path) ?? [])] as const)
  return { questions, removals, copies: new Map(copies) }
}

describe('planQuestions with any files', () => {
  it('asks with words that the copy of the file does not contain as a phrase', () => {
    let count = 0
    fc.assert(
      fc.property(files, perFile, (notes, limit) => {
        const { questions, copies } = plan(notes, limit)
        count += questions.length
        expect(questions.filter((question) => !isHeldOut(question, copies.get(question.path) ?? ''))).toEqual(
          [],
        )
      }),
    )
    // The generator makes notes that yield questions.
    expect(count).toBeGreaterThan(100)
  })

  it('makes the same questions from the same files in any order', () => {
    fc.assert(
      fc.property(files, perFile, (notes, limit) => {
        expect(planQuestions(notes.toReversed(), limit)).toEqual(planQuestions(notes, limit))
      }),
    )
  })
})
