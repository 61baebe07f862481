import { answerText } from '@recallite/test-kit'
import { answerVectors, refuse, type Ask, type Fault } from './played-provider.js'
import type { Scenario } from './scenario.js'
import { noteCount, wordOf } from './faulty-memory.js'
import { vectorOf } from './text-vector.js'
import { looseJson, openAIList, type OpenAIEntry } from './wire.js'

const ownVectors = ({ texts }: Ask): number[][] => texts.map((text) => vectorOf(text))
const isOf = (text: string, note: number) => text.includes(wordOf(note))
const bytesOf = (vector: readonly number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')

/** Every vector is spoilt. */
const all =
  (spoil: (vector: number[]) => unknown): Fault =>
  (ask) =>
    answerVectors(ask.wire, ownVectors(ask).map(spoil))

/** The vector of one note is spoilt, in whatever request it comes. */
const one =
  (spoil: (vector: number[]) => unknown): Fault =>
  (ask) =>
    answerVectors(
      ask.wire,
      ask.texts.map((text) => (isOf(text, 11) ? spoil(vectorOf(text)) : vectorOf(text))),
    )

const inFirstPlace = (value: unknown) => (vector: number[]) => [value, ...vector.slice(1)]

const spoilt: readonly (readonly [what: string, spoil: (vector: number[]) => unknown])[] = [
  ['null', () => null],
  ['a null in it', inFirstPlace(null)],
  ['a string in it', inFirstPlace('0.5')],
  ['"NaN" in it', inFirstPlace('NaN')],
  ['1e999 in it', inFirstPlace('@1e999@')],
  ['zeros alone', (vector) => vector.map(() => 0)],
  ['a number too few', (vector) => vector.slice(1)],
  ['a number too many', (vector) => [...vector, 0.5]],
  ['no number', () => []],
  ['lists in it', inFirstPlace([0.5])],
  ['base64 in its place', bytesOf],
]

const vectorFaults: readonly Scenario[] = [
  ...spoilt.map(([what, spoil]) => ({ name: `vectors with ${what}`, fault: all(spoil), stored: 'none' as const, says: /./ })),
  ...spoilt.map(([what, spoil]) => ({ name: `one vector with ${what}`, fault: one(spoil), stored: noteCount - 1, says: /./ })),
  { name: 'NaN without quotes', fault: all(inFirstPlace('@NaN@')), stored: 'none', says: /./ },
  {
    name: 'the canary’s vector for everything',
    fault: (ask) => answerVectors(ask.wire, ask.texts.map(() => vectorOf('always the same'))),
    isFromTheFirst: true,
    stored: 'none',
    says: /one and the same vector/,
  },
  {
    name: 'one vector for all texts, but not the canary’s',
    fault: ({ texts, wire }) =>
      texts.length < 3 ? undefined : answerVectors(wire, texts.map(() => vectorOf('always the same'))),
    providers: ['openai', 'gemini'],
    stored: 'none',
    says: /one and the same vector/,
  },
  {
    name: 'one vector for all texts but one, which gets none',
    fault: ({ texts, wire }) =>
      texts.length < 4
        ? undefined
        : answerVectors(
            wire,
            texts.map((_, place) => (place === 2 ? null : vectorOf('always the same'))),
          ),
    providers: ['openai', 'gemini'],
    stored: 'none',
    says: /one and the same vector/,
  },
  {
    name: 'the canary’s vector for all texts but one, which gets none',
    fault: ({ texts, wire }) =>
      answerVectors(
        wire,
        texts.map((_, place) => (place === 2 ? null : vectorOf('always the same'))),
      ),
    isFromTheFirst: true,
    providers: ['ollama'],
    stored: 'none',
    says: /one and the same vector/,
  },
  {
    name: 'another length in every other answer',
    fault: (ask) => (ask.number % 2 === 0 ? all((vector) => [...vector, ...vector])(ask) : undefined),
    stored: 'any',
  },
]

const countFaults: readonly Scenario[] = [
  { name: 'a vector too few', fault: (ask) => answerVectors(ask.wire, ownVectors(ask).slice(0, -1)), stored: 'any' },
  {
    name: 'a vector too many',
    fault: (ask) => answerVectors(ask.wire, [...ownVectors(ask), vectorOf('one more')]),
    stored: 'none',
    says: /./,
  },
  { name: 'no vectors', fault: (ask) => answerVectors(ask.wire, []), stored: 'none', says: /./ },
]

const entriesOf = (ask: Ask): OpenAIEntry[] =>
  ownVectors(ask).map((embedding, index) => ({ object: 'embedding', index, embedding }))

const entries =
  (change: (entries: OpenAIEntry[]) => OpenAIEntry[]): Fault =>
  (ask) =>
    answerText(looseJson(openAIList(change(entriesOf(ask)))))

const twoForTheFirst = (given: OpenAIEntry[]) =>
  given.map((entry, place) => (place === 1 ? { ...entry, index: 0 } : entry))

const indexFaults: readonly Scenario[] = (
  [
    ['any order', (given) => given.toSorted((a, b) => (Number(a.index) * 3) % 5 - (Number(b.index) * 3) % 5), 'all'],
    ['an index that is there twice', twoForTheFirst, noteCount],
    ['indices from 1', (given) => given.map((entry) => ({ ...entry, index: Number(entry.index) + 1 })), 'none'],
    ['indices as text', (given) => given.map((entry) => ({ ...entry, index: String(entry.index) })), 'none'],
    ['negative indices', (given) => given.map((entry) => ({ ...entry, index: -Number(entry.index) - 1 })), 'none'],
    ['no indices', (given) => given.map(({ index: _, ...entry }) => entry as OpenAIEntry), 'none'],
    ['the first one missing, the others numbered anew', (given) => given.slice(Math.sign(given.length - 1)).map((entry, index) => ({ ...entry, index })), 'all'],
    ['answers for 60 of 100', (given) => given.slice(0, Math.ceil(given.length * 0.6)), 'all'],
  ] as const satisfies readonly (readonly [string, (given: OpenAIEntry[]) => OpenAIEntry[], Scenario['stored']])[]
).map(([name, change, stored]) => ({ name, fault: entries(change), providers: ['openai'], stored }))

const over = (most: number, fault: Fault): Fault => (ask) => (ask.texts.length > most ? fault(ask) : undefined)
const about = (note: number, fault: Fault): Fault => (ask) =>
  ask.texts.some((text) => isOf(text, note) && !text.startsWith('what of')) ? fault(ask) : undefined

const refusals: readonly Scenario[] = [
  { name: '413', fault: over(3, (ask) => refuse(ask, 413)), stored: 'all' },
  {
    name: '400, too many items',
    fault: over(3, (ask) => refuse(ask, 400, { message: 'at most 3 requests can be in one batch' })),
    stored: 'all',
  },
  {
    name: '400, too many tokens',
    fault: over(2, (ask) => refuse(ask, 400, { message: 'the request exceeds the maximum number of tokens' })),
    stored: 'all',
  },
  { name: '413 for everything', fault: (ask) => refuse(ask, 413), stored: 'none', says: /413/ },
  {
    name: 'one text that is refused',
    fault: about(11, (ask) => refuse(ask, 400, { message: 'the content of this text is not allowed' })),
    stored: noteCount - 1,
    says: /not allowed/,
  },
  { name: 'a refusal of everything', fault: (ask) => refuse(ask, 400), stored: 'none', says: /400/ },
]

/** What goes wrong in answers that arrive. */
export const answerFaults: readonly Scenario[] = [...vectorFaults, ...countFaults, ...indexFaults, ...refusals]
