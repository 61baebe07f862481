import { isStopWord, languageOf, stemWord, wordsOf, type Language } from '@recallite/keyword'
import { kindsByWord, stemsByForm, type ListedKind } from './statement-words.js'

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

/** Reads the words of a statement in any script. */
export function readStatement(text: string): StatementWord[] {
  const plain = text.normalize('NFKC').replaceAll(/[‐‑–−]/gu, '-').replaceAll('’', "'")
  const language = languageOf(plain)
  const runs = plain.replaceAll(/n't(?!\p{L})/gu, ' not').match(wordPattern) ?? []
  const words = runs.flatMap((run) => (unspaced.test(run) ? readUnspaced(run) : [run]))
  const statement: StatementWord[] = []
  for (const word of words) {
    const name = word.replace(/'s?$/u, '').replace(/^(?:[cdjlmnst]|qu)'/iu, '')
    if (name === '') continue
    const text = name.toLowerCase()
    const key = stemsByForm.get(text) ?? text.split('-').map((part) => stemWord(part)).join('-')
    const before = statement.at(-1)
    const kind = kindOf(name, { key, before, language })
    if (before?.kind === 'number' && clocks.has(text)) statement[statement.length - 1] = { ...before, kind: 'time' }
    statement.push({ text, key, kind })
  }
  return statement
}

const letters = String.raw`(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}]`
/** Words, codes and addresses such as `kiwi-42`, `10:30`, `/admin` and `a@b.com`, and signs between a subject and its value. */
const wordPattern = new RegExp(
  String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|(?:(?<![\p{L}\p{N}])\/)?(?:${letters})+(?:[.,:@\/_+'\-](?:${letters})+)*'?|[:=%€$£]`,
  'gu',
)
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** The segmenter joins these words of Chinese with others. */
const listed = /(星期[一二三四五六日天]|[周週][一二三四五六日]|[一二两三四五六七八九十百千万]+|搬到|搬至|改到|改为|改成|改用|换成|变成|现在|不再|[不没沒無无别在是了])/u

function readUnspaced(run: string): string[] {
  return run
    .split(listed)
    .flatMap((part) => (listed.test(part) ? [part] : wordsOf(part).map(({ text }) => text)))
}

const clocks: ReadonlySet<string> = new Set(['am', 'pm', 'uhr', '点'])

interface WordContext {
  readonly key: string
  readonly before: StatementWord | undefined
  readonly language: Language
}

const shapes: readonly (readonly [WordKind, RegExp])[] = [
  ['time', /^\p{N}{1,2}:\p{N}{2}$|^\p{N}{4}-\p{N}{2}-\p{N}{2}$|^\p{N}{1,2}[ap]m$|^星期|^[周週]./u],
  ['number', /^[+-]?\p{N}+(?:[.,]\p{N}+)*(?:th|st|nd|rd|[kmgt]?b|[kmc]?m|k?g|ms|%)?$|^[一二两三四五六七八九十百千万]+$/iu],
  ['code', /[\p{N}@_/]|^\p{L}+\.\p{L}/u],
]

function kindOf(word: string, { key, before, language }: WordContext): WordKind {
  const lower = word.toLowerCase()
  const known = kindsByWord.get(lower) ?? kindsByWord.get(key)
  // The verb.
  if (/^[B-HJ-Z]$/.test(word) && before?.kind !== 'number') return 'name'
  const isKnown = known !== 'unit' || isUnit(lower, before)
  if (known && isKnown && word !== 'may' && !(known === 'colour' && before && /^\p{Lu}/u.test(word) && language !== 'de')) return known
  const shape = shapes.find(([, pattern]) => pattern.test(word))
  if (shape) return shape[0]
  if (isStopWord(lower, language) || isStopWord(lower)) return 'skip'
  // German nouns have capitals.
  return /^\p{Lu}/u.test(word) && (language !== 'de' || before === undefined) ? 'name' : 'word'
}

/** Short units are also letters and words. */
function isUnit(word: string, before: StatementWord | undefined): boolean {
  return word.length > 3 || before?.kind === 'number'
}
