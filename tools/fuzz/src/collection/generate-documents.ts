import { createRandom, type Random } from '@recallite/test-kit/random'
import { makeVocabulary } from './vocabulary.ts'

export interface GeneratedDocument {
  readonly folder: string
  readonly path: string
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

export type Source = { random: Random; vocabulary: readonly string[] }

/** Few enough that all matches fit into one answer. A few have several chunks. */
const documents = 80
const vocabularySize = 3000

/** Names of root folders, including hostile ones. */
const folders = ['notes', 'o\'brien -- "x"', 'Größe %_ 日本', 'a;b']

const places = [
  '',
  '',
  '',
  'projects/',
  'projects/alpha/',
  'Ärger & Co/',
  'a.b/c d/',
  '[x]/{y,z}/',
  "it's/100%_/",
  '日本/語/',
  '2026/02/',
]
const endings = ['.md', '.md', '.markdown', '.txt', '.mdown', '.text']
const statuses = ['open', 'Done', 'in progress', "won't fix", "'; DROP TABLE chunk; --", '状態', '%', '_']
const keys = ['status', 'priority', 'author', 'due', 'Größe', 'a.b', 'weird key', 'x"y', 'select']
const values = '3 12 -0.5 1e3 2026 2026-02 2026-02-11 2026-02-11T10:30:00Z true ~ 007'.split(' ')
const dates = '2024 2025-07 2026-01-31 2026-02-11 2026-02-28T23:59:59+01:00 soon 2026-13-40'.split(' ')

function phrase({ random, vocabulary }: Source, max: number) {
  return random.some(max, () => random.pick(vocabulary)).join(' ')
}

function frontMatter(source: Source) {
  const { random } = source
  if (random.chance(0.3)) return ''
  const lines = random.some(4, () => {
    const value = random.chance(0.3) ? random.pick(values) : `${random.below(3000) - 500}`
    return `${random.pick(keys)}: ${value}`
  })
  const status = random.chance(0.3) ? [`status: ${JSON.stringify(random.pick(statuses))}`] : []
  const tags = random.some(3, () => random.pick(['ops', 'Security', 'café', 'a b', "x'y", '日本']))
  if (random.chance(0.3))
    lines.push(`${random.pick(['tags', 'tag'])}: [${tags.map((tag) => JSON.stringify(tag)).join(', ')}]`)
  if (random.chance(0.5)) lines.push(`${random.pick(['date', 'created'])}: ${random.pick(dates)}`)
  if (random.chance(0.2)) lines.push(`title: ${JSON.stringify(phrase(source, 3))}`)
  return `---\n${[...status, ...lines].join('\n')}\n---\n`
}

function body(source: Source) {
  const { random } = source
  const sections = random.chance(0.02) ? 12 : 2
  const section = () =>
    `${random.pick(['#', '##', '###'])} ${phrase(source, 3)}\n\n${phrase(source, sections * 6)}\n`
  return random.some(sections, section).join('\n')
}

function pathOf(source: Source, index: number) {
  const { random } = source
  const name = random.chance(0.3)
    ? ''
    : phrase(source, 2)
        .replaceAll(/[/\\\0]|\p{Cc}|\p{Co}/gu, ' ')
        .slice(0, 20)
  const day = random.chance(0.1) ? '2026-03-0' : '-'
  return `${random.pick(places)}${name}${day}${index}${random.pick(endings)}`
}

/** Short documents in many scripts, hostile and ordinary. The same seeds create the same documents. */
export function generateDocuments(seeds: readonly number[]): GeneratedDocument[] {
  const random = createRandom(...seeds)
  const source = { random, vocabulary: makeVocabulary(random, vocabularySize) }
  return Array.from({ length: documents }, (_, index) => ({
    folder: random.pick(folders),
    path: pathOf(source, index),
    text: (frontMatter(source) + body(source)).toWellFormed(),
    modifiedAt: Date.UTC(2025, random.below(14), 1 + random.below(28), 12),
  }))
}
