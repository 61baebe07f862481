import { createTextCache, isStopWord, languageOf, stemWord, wordsOf, type Language } from '@recallite/keyword'
import { irregularStems, kindOfWord, type ListedKind } from './statement-words.js'

/** What a word of a statement is: a value, part of a subject or an attribute (`word`), or one that only joins them (`skip`). */
export type WordKind = ListedKind | 'code' | 'name' | 'word' | 'skip'

/** A word of a statement. */
export interface StatementWord {
  /** In lower case. */
  readonly text: string
  /** The same for all forms of a word. */
  readonly key: string
  readonly kind: WordKind
}

/** A statement in comparison with another one. */
export interface ComparedStatement {
  readonly words: readonly StatementWord[]
  /** The positions of the words that the other one lacks. */
  readonly differences: readonly number[]
  /** Of these, numbers, codes, times and colours. */
  readonly values: readonly number[]
  /** Of these, other words that are part of a subject or an attribute. */
  readonly extras: readonly number[]
  /** The words that the other one has. */
  readonly shared: readonly StatementWord[]
  /** The share of its words, except those that only join others, that the other one has. */
  readonly coverage: number
  /** Whether it says that something has changed. */
  readonly hasChange: boolean
}

/** The later one first. */
export type StatementPair = readonly [ComparedStatement, ComparedStatement]

/** Compares the words of two statements, in any order. */
export function compareStatements(one: string, other: string): StatementPair {
  const [words, otherWords] = [readCached(one), readCached(other)]
  return [compareWith(otherWords, words), compareWith(words, otherWords)]
}

/** A new statement is compared with several others. */
const readCached = createTextCache(20_000, readStatement)

const valueKinds: ReadonlySet<WordKind> = new Set(['number', 'code', 'time', 'colour'])
const joiningKinds: ReadonlySet<WordKind> = new Set(['skip', 'be', 'at', 'stay', 'change', 'not', 'light'])

/** Whether a word does not only join others. */
export const isContent = ({ kind }: StatementWord): boolean => !joiningKinds.has(kind)

function compareWith(others: readonly StatementWord[], words: readonly StatementWord[]): ComparedStatement {
  const left = others.map(({ key }) => key)
  const isOwn = words.map(({ key }) => {
    const index = left.indexOf(key)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  const select = (isSelected: (word: StatementWord) => boolean) =>
    words.flatMap((word, position) => (isOwn[position] && isSelected(word) ? [position] : []))
  const shared = words.filter((_, position) => !isOwn[position])
  return {
    words,
    differences: select(() => true),
    values: select(({ kind }) => valueKinds.has(kind)),
    extras: select((word) => isContent(word) && !valueKinds.has(word.kind) && word.kind !== 'unit'),
    shared,
    coverage: shared.filter(isContent).length / Math.max(1, words.filter(isContent).length),
    hasChange: words.some(({ kind }) => kind === 'change'),
  }
}

/** Whether a word is before the verb, so that it is a part of the subject. */
export function isBeforeVerb({ words }: ComparedStatement, position: number): boolean {
  const [before, after] = [words.slice(0, position), words.slice(position + 1)]
  if (before.some(isVerb)) return false
  if (after.some(isVerb) || before.every(({ kind }) => kind === 'skip')) return true
  const isJoined = before.some((word) => !isContent(word) && word.kind !== 'skip')
  const hasObject = after.some((word) => isContent(word) && word.kind !== 'unit')
  return !isJoined && hasObject && before.filter(isContent).length < 2
}

const isVerb = ({ kind }: StatementWord): boolean => kind === 'be' || kind === 'stay'

function readStatement(statement: string): StatementWord[] {
  const plain = statement
    .normalize('NFKC')
    .replaceAll(/[‐‑–−]/gu, '-')
    .replaceAll('’', "'")
  const language = languageOf(plain)
  const runs = plain.replaceAll(/n't(?!\p{L})/gu, ' not').match(wordPattern) ?? []
  const words: StatementWord[] = []
  for (const run of runs.flatMap((each) => (unspaced.test(each) ? readUnspaced(each) : [each]))) {
    const name = run.replace(/'s?$/u, '').replace(/^(?:[cdjlmnst]|qu)'/iu, '')
    const text = name.toLowerCase()
    const before = words.at(-1)
    // `8 am` is a time.
    if (before?.kind === 'number' && clocks.has(text)) words[words.length - 1] = { ...before, kind: 'time' }
    const key = irregularStems.get(text) ?? text.split('-').map(stem).join('-')
    words.push({ text, key, kind: kindOf(name, { key, before, language }) })
  }
  return words
}

const stem = (word: string): string => stemWord(word)

const clocks: ReadonlySet<string> = new Set(['am', 'pm', 'uhr', '点'])
const dense = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}`
const letter = `(?![${dense}])[\\p{L}\\p{N}\\p{M}]`
/** Words, codes and addresses such as `kiwi-42`, `10:30`, `/admin` and `a@b.com`; signs between a subject and its value. */
const wordPattern = new RegExp(
  String.raw`[${dense}]+|(?:(?<![\p{L}\p{N}])\/)?(?:${letter})+(?:[.,:@\/_+'\-](?:${letter})+)*'?|[:=%€$£]`,
  'gu',
)
const unspaced = new RegExp(`^[${dense}]`, 'u')

const chineseNumber = '[一二两三四五六七八九十百千万]+'
/** The segmenter joins these words with others. */
const listed = new RegExp(
  `(星期.|[周週][一二三四五六日]|${chineseNumber}|搬到|搬至|改到|改为|改成|改用|换成|变成|现在|不再|[不没沒無无别在是了])`,
  'u',
)

function readUnspaced(run: string): string[] {
  const parts = run.split(listed).filter((part) => part !== '')
  return parts.flatMap((part) => (listed.test(part) ? [part] : wordsOf(part).map(({ text }) => text)))
}

interface WordContext {
  readonly key: string
  readonly before: StatementWord | undefined
  readonly language: Language
}

/** The kinds of words by their form, in this order. */
const shapes: readonly (readonly [WordKind, RegExp])[] = [
  // Rooms and groups have letters as names.
  ['name', /^[B-HJ-Z]$/],
  ['time', /^\p{N}{1,2}:\p{N}{2}$|^\p{N}{4}-\p{N}{2}-\p{N}{2}$|^\p{N}{1,2}[ap]m$|^星期|^[周週]./iu],
  [
    'number',
    new RegExp(
      String.raw`^[+-]?\p{N}+(?:[.,]\p{N}+)*(?:th|st|nd|rd|[kmgt]?b|[kmc]?m|k?g|ms|%)?$|^${chineseNumber}$`,
      'iu',
    ),
  ],
  ['code', /[\p{N}@_/]|^\p{L}+\.\p{L}/u],
]

function kindOf(word: string, { key, before, language }: WordContext): WordKind {
  const lower = word.toLowerCase()
  // German nouns have capitals.
  const isName = /\p{Lu}/u.test(word) && (language !== 'de' || !before)
  const listedKind = kindOfWord(lower, key)
  if (listedKind && isMeant(listedKind, { lower, before, isName })) return listedKind
  const shape = shapes.find(([, pattern]) => pattern.test(word))
  if (shape) return shape[0]
  if (isStopWord(lower, language) || isStopWord(lower)) return 'skip'
  return isName ? 'name' : 'word'
}

/** Short units are also letters, some colours are also names, and `may` is also a verb. */
function isMeant(
  kind: ListedKind,
  { lower, before, isName }: { lower: string; before: StatementWord | undefined; isName: boolean },
): boolean {
  if (kind === 'unit') return lower.length > 3 || before?.kind === 'number'
  if (kind === 'colour') return !before || !isName
  return lower !== 'may' || isName
}
