import { createTextCache, isStopWord, languageOf, wordsOf } from '@recallite/keyword'
import { keyOf, listedKinds, type ListedKind } from './statement-words.js'

/** A word of a statement. */
export interface StatementWord {
  /** In lower case. */
  readonly text: string
  /** The same for all forms of a word. */
  readonly key: string
  /** What it is: a value, part of a subject or an attribute (`name`, `word`), or one that only joins them. */
  readonly kind: ListedKind | 'code' | 'name' | 'word' | 'skip'
  readonly position: number
}

/** A statement in comparison with another one. */
export interface ComparedStatement {
  readonly words: readonly StatementWord[]
  /** The words that the other one has. */
  readonly shared: readonly StatementWord[]
  /** The words that the other one lacks. */
  readonly differences: readonly StatementWord[]
  /** Of these, numbers, codes, times and colours. */
  readonly values: readonly StatementWord[]
  /** Of these, other words that are part of a subject or an attribute. */
  readonly extras: readonly StatementWord[]
  /** The share of its words, except those that only join others, that the other one has. */
  readonly coverage: number
  /** Whether it says that something has changed. */
  readonly hasChange: boolean
}

/** Compares the words of two statements, in any order. */
export function compareStatements(
  one: string,
  other: string,
): readonly [ComparedStatement, ComparedStatement] {
  const [words, otherWords] = [readCached(one), readCached(other)]
  return [compareWith(otherWords, words), compareWith(words, otherWords)]
}

/** A new statement is compared with several others. */
const readCached = createTextCache(20_000, readStatement)

type Kinds = ReadonlySet<StatementWord['kind']>

const valueKinds: Kinds = new Set(['number', 'code', 'time', 'colour'])
const joiningKinds: Kinds = new Set(['skip', 'unit', 'be', 'at', 'stay', 'change', 'not', 'light'])

/** Whether a word does not only join others. */
export const isContent = ({ kind }: StatementWord): boolean => !joiningKinds.has(kind)

function compareWith(others: readonly StatementWord[], words: readonly StatementWord[]): ComparedStatement {
  const left = others.map(({ key }) => key)
  const isShared = words.map(({ key }) => {
    const index = left.indexOf(key)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
  const shared = words.filter(({ position }) => isShared[position])
  const differences = words.filter(({ position }) => !isShared[position])
  return {
    words,
    shared,
    differences,
    values: differences.filter(({ kind }) => valueKinds.has(kind)),
    extras: differences.filter((word) => isContent(word) && !valueKinds.has(word.kind)),
    coverage: shared.filter(isContent).length / Math.max(1, words.filter(isContent).length),
    hasChange: words.some(({ kind }) => kind === 'change'),
  }
}

function readStatement(statement: string): StatementWord[] {
  const plain = statement.normalize('NFKC').replaceAll('’', "'")
  const language = languageOf(plain)
  const runs = plain.replaceAll(/n't(?!\p{L})/gu, ' not').match(wordPattern) ?? []
  const words = runs.flatMap((run) => (unspaced.test(run) ? wordsOf(run).map(({ text }) => text) : [run]))
  return words.map((run, position) => {
    const name = run.replace(/'s?$/u, '')
    const text = name.toLowerCase()
    const key = keyOf(text)
    // German nouns have capitals.
    const isName = /\p{Lu}/u.test(name) && (language !== 'de' || position === 0)
    const other = isStopWord(text, language) ? 'skip' : isName ? 'name' : 'word'
    return { text, key, position, kind: listedKind(text, isName && position > 0) ?? shapeOf(name) ?? other }
  })
}

function listedKind(text: string, isName: boolean): StatementWord['kind'] | undefined {
  const listed = listedKinds.get(text) ?? listedKinds.get(keyOf(text))
  // `Dana White` is no colour, and the language `Go` no verb.
  return isName && (listed === 'colour' || listed === 'change') ? 'name' : listed
}

const shapeOf = (name: string): StatementWord['kind'] | undefined =>
  shapes.find(([, pattern]) => pattern.test(name))?.[0]

const dense = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}`
const letter = `(?![${dense}])[\\p{L}\\p{N}\\p{M}]`
/** Words, codes and addresses such as `kiwi-42`, `10:30`, `/admin` and `a@b.com`; signs between a subject and its value. */
const wordPattern = new RegExp(
  String.raw`[${dense}]+|(?:(?<![\p{L}\p{N}])\/)?(?:${letter})+(?:[.,:@\/_+'\-](?:${letter})+)*'?|[:=%€$£]`,
  'gu',
)
const unspaced = new RegExp(`^[${dense}]`, 'u')

/** The kinds of values by their form, in this order. */
const shapes: readonly (readonly [StatementWord['kind'], RegExp])[] = [
  ['time', /^\p{N}{1,2}:\p{N}{2}$|^\p{N}{4}-\p{N}{2}-\p{N}{2}$|^\p{N}{1,2}[ap]m$|^星期|^[周週]./iu],
  [
    'number',
    /^[+-]?\p{N}+(?:[.,]\p{N}+)*(?:th|st|nd|rd|[kmgt]?b|[kmc]?m|k?g|ms|%)?$|^[一二两三四五六七八九十百千万]+$/iu,
  ],
  ['code', /[\p{N}@_/]|^\p{L}+\.\p{L}/u],
]
