import { chunkSource } from '@recallite/chunker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asks, replyContexts } from './reply-context.js'

/** The text that each chunk replies to, for turns separated by empty lines. */
function contextsOf(turns: readonly string[], replyTo?: string) {
  let line = 1
  const starts = turns.map((turn) => {
    const start = line
    line += turn.split('\n').length + 1
    return start
  })
  const { chunks } = chunkSource(turns.join('\n\n'), { format: 'text', starts })
  return { chunks, contexts: replyContexts(chunks, { turns: starts, replyTo }) }
}

describe('the text that a turn replies to', () => {
  it('is the question before it, and for a short turn any text before it', () => {
    const long =
      'A turn that says by itself what it is about, with so many words that nobody needs the one before it to see it.'
    expect(contextsOf(['When do we meet?', long, 'Yes.', 'Fine.']).contexts).toEqual([
      undefined,
      'When do we meet?',
      long,
      'Yes.',
    ])
    expect(contextsOf([long, long]).contexts).toEqual([undefined, undefined])
    expect(contextsOf([long, 'And the dentist?', 'On Friday. When do you come?']).contexts).toEqual([
      undefined,
      undefined,
      'And the dentist?',
    ])
    expect(contextsOf(['Yes, next Friday.'], 'Shall we meet?').contexts).toEqual(['Shall we meet?'])
  })

  it('is the part of a long turn with a question, or else its end', () => {
    const filler = (word: string) => `${`The ${word} stood there for a while. `.repeat(60).trim()}\n`
    const question = 'Which of the boats leaves first?'
    const replies = contextsOf([`${filler('boat')}${question}\n${filler('crane')}`, 'The blue one.'])
    expect(replies.chunks.length).toBeGreaterThan(2)
    expect(replies.contexts.at(-1)).toContain(question)
    expect(replies.contexts.at(-1)?.length).toBeLessThan(900)
    expect(replies.contexts.slice(0, -1)).toEqual(replies.contexts.slice(0, -1).map(() => undefined))
    const ended = contextsOf([`${filler('boat')}The crane is last.`, 'Good.']).contexts.at(-1)
    expect(ended).toMatch(/The crane is last\.$/u)
    expect(ended?.length).toBeLessThan(900)
  })

  it('is short, and never of the turn itself, for any turns', () => {
    const turn = fc
      .string({ unit: 'grapheme', maxLength: 3000 })
      .map((text) => `x${text.replaceAll(/\s*\n\s*/gu, '\n')}`)
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
        const { chunks, contexts } = contextsOf(turns)
        expect(contexts).toHaveLength(chunks.length)
        expect(contexts[0]).toBeUndefined()
        for (const context of contexts) expect(context?.length ?? 0).toBeLessThanOrEqual(4000)
      }),
    )
  })
})

it.each([
  ['When?', true],
  ['“When?”', true],
  ['**When?** Soon.', true],
  ['什么时候？', true],
  ['متى؟', true],
  ['see https://example.org/a?b=c', false],
  ['a ?. b', false],
  ['Yes.', false],
])('detects whether %j contains a question', (text, expected) => {
  expect(asks(text)).toBe(expected)
})
