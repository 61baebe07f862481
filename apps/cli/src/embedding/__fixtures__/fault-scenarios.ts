import { answerText } from '@recallite/test-kit'
import { noteCount, wordOf } from './faulty-memory.js'
import { answerVectors, refuse, type Ask, type Fault } from './played-provider.js'
import { refusing, type Scenario } from './scenario.js'
import { vectorOf } from './text-vector.js'
import { transportFaults } from './transport-scenarios.js'
import { looseJson, openAIList, type OpenAIEntry } from './wire.js'

const correctVectors = ({ texts }: Ask): number[][] => texts.map((text) => vectorOf(text))
const isOf = (text: string, note: number) => text.includes(wordOf(note))
const same = () => vectorOf('always the same')

/** Spoils every vector. */
const all =
  (spoil: (vector: number[]) => unknown): Fault =>
  (ask) =>
    answerVectors(ask.wire, correctVectors(ask).map(spoil))

/** Spoils the vector of one note in any request. */
const one =
  (spoil: (vector: number[]) => unknown): Fault =>
  (ask) =>
    answerVectors(
      ask.wire,
      ask.texts.map((text) => (isOf(text, 11) ? spoil(vectorOf(text)) : vectorOf(text))),
    )

const spoilt: readonly (readonly [what: string, spoil: (vector: number[]) => unknown])[] = [
  ['null', () => null],
  ['1e999 in it', (vector) => ['@1e999@', ...vector.slice(1)]],
  ['only zeros', (vector) => vector.map(() => 0)],
  ['one number missing', (vector) => vector.slice(1)],
  ['one number too many', (vector) => [...vector, 1]],
  ['1e39 in it', (vector) => [1e39, ...vector.slice(1)]],
  ['numbers as texts', (vector) => vector.map(String)],
  ['lists in it', (vector) => vector.map((number) => [number])],
]

const vectorFaults: readonly Scenario[] = [
  ...spoilt.flatMap(([what, spoil]): Scenario[] => [
    { name: `vectors with ${what}`, fault: all(spoil), stored: 'none', says: /./ },
    { name: `one vector with ${what}`, fault: one(spoil), stored: noteCount - 1, says: /./ },
  ]),
  {
    name: 'the canary’s vector for everything',
    fault: all(same),
    isFromTheFirst: true,
    stored: 'none',
    says: /the same vector for different texts/,
  },
  {
    name: 'one vector for all texts, but not the canary’s, and none for one of them',
    fault: ({ texts, wire }) =>
      texts.length < 4
        ? undefined
        : answerVectors(
            wire,
            texts.map((_, number) => (number === 2 ? null : same())),
          ),
    providers: ['openai', 'gemini'],
    stored: 'none',
    says: /the same vector for different texts/,
  },
  {
    name: 'a different length in every second answer',
    fault: (ask) => (ask.number % 2 === 0 ? all((vector) => [...vector, ...vector])(ask) : undefined),
    stored: 'any',
  },
  {
    name: 'one vector missing',
    fault: (ask) => answerVectors(ask.wire, correctVectors(ask).slice(0, -1)),
    stored: 'any',
  },
  { name: 'NaN in a vector', fault: all((vector) => ['@NaN@', ...vector.slice(1)]), stored: 'none', says: /./ },
  {
    name: 'one vector too many',
    fault: (ask) => answerVectors(ask.wire, [...correctVectors(ask), same()]),
    stored: 'none',
    says: /./,
  },
  { name: 'no vectors', fault: (ask) => answerVectors(ask.wire, []), stored: 'none', says: /./ },
]

const entries =
  (change: (entries: OpenAIEntry[]) => OpenAIEntry[]): Fault =>
  (ask) => {
    const vectors = correctVectors(ask).map((embedding, index) => ({ object: 'embedding', index, embedding }) as const)
    return answerText(looseJson(openAIList(change([...vectors]))))
  }

const indexFaults: readonly Scenario[] = [
  { name: 'any order', fault: entries((given) => given.toReversed()), providers: ['openai'], stored: 'all' },
  {
    name: 'a duplicate index',
    fault: entries((given) => given.map((entry, number) => (number === 1 ? { ...entry, index: 0 } : entry))),
    providers: ['openai'],
    stored: noteCount,
  },
  ...['0', -1, 1e9, 0.5, null].map(
    (index): Scenario => ({
      name: `the index ${JSON.stringify(index)}`,
      fault: entries((given) => given.map((entry) => ({ ...entry, index }))),
      providers: ['openai'],
      stored: 'any',
    }),
  ),
  {
    name: 'answers for 60 of 100',
    fault: entries((given) => given.slice(0, Math.ceil(given.length * 0.6))),
    providers: ['openai'],
    stored: 'all',
  },
]

const over =
  (max: number, fault: Fault): Fault =>
  (ask) =>
    ask.texts.length > max ? fault(ask) : undefined

const refusals: readonly Scenario[] = [
  { name: '413', fault: over(3, refusing(413)), stored: 'all' },
  {
    name: '400, too many tokens',
    fault: over(2, refusing(400, { message: 'the request exceeds the maximum number of tokens' })),
    stored: 'all',
  },
  { name: '413 for everything', fault: refusing(413), stored: 'none', says: /413/ },
  {
    name: 'one refused text',
    fault: (ask) =>
      ask.texts.some((text) => isOf(text, 11) && !text.startsWith('what of'))
        ? refuse(ask, 400, { message: 'the content of this text is not allowed' })
        : undefined,
    stored: noteCount - 1,
    says: /not allowed/,
  },
  { name: 'a refusal of everything', fault: refusing(400), stored: 'none', says: /400/ },
]

/** Faults and their results: each consequence for a memory once. */
export const scenarios: readonly Scenario[] = [
  ...transportFaults,
  ...vectorFaults,
  ...indexFaults,
  ...refusals,
]
