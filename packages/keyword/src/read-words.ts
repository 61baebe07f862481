import type { QueryFeature, QueryTree, RankedTerm } from '@recallite/store/query'
import type { Lexicon } from './languages/lexicon.js'
import { eitherOf, type QueryTerm, type TextQuery, treeOf } from './query-tree.js'
import { placeRuns } from './script-runs.js'
import { foldWord, normalise, stemWord } from './word-forms.js'
import { type IndexWord, joinedNumbers, joinedWords, pathWords, type Word, wordsOf } from './words.js'

/** What was read from a query or a part of it. */
export interface Reading {
  /** The words for coverage and for marking matches. */
  readonly terms: readonly QueryTerm[]
  readonly parts: readonly QueryTree[]
  readonly scoring: readonly RankedTerm[]
}

const maximumWordLength = 256
/** A file that the query names ranks before texts that mention it. */
const pathWeight = 2

/** Reads a run without spaces, with a reading per word. Omits stop words unless there is nothing else. */
export function readBare(text: string, lexicon: Lexicon): Reading[] {
  const all = wordsOf(text).filter((word) => word.text.length <= maximumWordLength)
  const words = all.filter(isPlaced)
  const content = words.filter(lexicon.isContentTerm)
  const compound = readCompound(text, words, lexicon)
  // `1,000,000` and `O'Reilly` are also found without their separators.
  const numbers = joinedNumbers(normalise(text)).map((stem) => ({ kind: 'word', stem }) as const)
  const whole = joinedWords(normalise(text)).map((word) => treeOf([stemWord(foldWord(word))]))
  const others = content.length > 0 ? [...numbers, ...readPaths(text)] : []
  const alone = [...joinIdeographs(content), ...others]
  const wholes = compound.length > 0 ? [eitherOf(compound), ...alone] : alone
  const scoring = wholes.map((feature): RankedTerm => ({
    feature,
    weight: feature.kind === 'place' ? pathWeight : 1,
    isContentTerm: false,
  }))
  const symbols = all
    .filter((word) => !isPlaced(word))
    .map((symbol) => readSymbol(symbol, content.length === 0 || !isNameWithSigns(symbol)))
  const readings = [...content.map((word) => readWord(word, lexicon, whole)), ...symbols]
  const terms = others.flatMap((other) =>
    other.kind === 'word' ? [{ words: [{ form: other.stem, stem: other.stem }] }] : [],
  )
  return [
    ...readings,
    { terms, parts: [...compound, ...alone], scoring: [...scoring, ...readWholes(text, lexicon)] },
  ]
}

/** Whether a word has a position; emoji and names with signs do not. */
const isPlaced = ({ units }: Word): boolean => units.length > 0
const isNameWithSigns = ({ text }: Word): boolean => /\p{L}/u.test(text)
/** A text with the typed signs ranks before texts with only the word. */
const signsWeight = 5

/** An emoji, or a name with signs, which is a content term only if its word is none (`A*`). */
function readSymbol({ parts }: Word, isContentTerm: boolean): Reading {
  const feature = treeOf(parts.map(({ stem }) => stem))
  if (isContentTerm)
    return { terms: [{ words: parts }], parts: [feature], scoring: [{ feature, weight: 1, isContentTerm }] }
  return { terms: [], parts: [], scoring: [{ feature, weight: signsWeight, isContentTerm }] }
}

/** Longer runs are questions, which no text repeats. */
const maxWordsOfName = 4

/** Short runs of words without spaces, such as 数据库, as a whole: evidence with weight 0, so that the order is unchanged. */
function readWholes(text: string, { isContentTerm }: Lexicon): RankedTerm[] {
  return placeRuns(normalise(text)).flatMap((run) => {
    const all = run.isUnspaced ? wordsOf(run.text) : []
    const words = all.slice(all.findIndex(isContentTerm), all.findLastIndex(isContentTerm) + 1)
    if (words.length < 2 || words.length > maxWordsOfName) return []
    const stems = words.flatMap(({ units }) => units).map(({ stem }) => stem)
    return [{ feature: { kind: 'phrase', stems }, weight: 0, isContentTerm: false } as const]
  })
}

export function readPhrase(text: string, lexicon: Lexicon): Reading {
  const all = wordsOf(text)
  const placed = all.flatMap(({ units }) => units)
  const symbols = all.filter((word) => placed.length > 0 && !isPlaced(word))
  const words = (placed.length > 0 ? placed : all.flatMap(({ parts }) => parts)).slice(0, maximumWordLength)
  if (words.length === 0) return { terms: [], parts: [], scoring: [] }
  const parts = treesOf(words, lexicon)
  return {
    terms: [{ words }],
    parts,
    scoring: [
      { feature: eitherOf(parts), weight: 1, isContentTerm: true },
      ...symbols.flatMap((symbol) => readSymbol(symbol, false).scoring),
    ],
  }
}

/** Adjacent content words of a query, which count where a text has them adjacent too. */
export function readPairs(text: string, lexicon: Lexicon): RankedTerm[] {
  const words = wordsOf(text).filter(isPlaced)
  return words.slice(1).flatMap((second, index) => {
    const first = words[index]
    if (!first || !lexicon.isContentTerm(first) || !lexicon.isContentTerm(second)) return []
    const [a, b] = [first.units.at(-1), second.units[0]]
    return a && b ? readPair([a, b], lexicon) : []
  })
}

/** Shorter names, names of more words and longer queries are not joined. */
const limits = { minLetters: 5, maxWords: 5, maxQuery: 8 }

/** Reads `max concurrent processes` also as the name `maxConcurrentProcesses`. */
export function readJoined(text: string, lexicon: Lexicon): RankedTerm[] {
  const bare = text
    .split(/\s+/u)
    .map((part) => wordsOf(part).filter(isPlaced))
    .filter((words) => words.length > 0)
  if (bare.length > limits.maxQuery) return []
  const lengths = Array.from({ length: limits.maxWords - 1 }, (_, extra) => extra + 2)
  return bare.flatMap((_, start) =>
    lengths
      .filter((length) => start + length <= bare.length)
      .map((length) => bare.slice(start, start + length))
      .filter((run) => run.every((words) => words.length === 1))
      .flatMap((run) => joinRun(run.flat(), run.length === bare.length, lexicon)),
  )
}

/** Longer runs are neither names nor phrases. */
const maximumPhrase = 32

/** `src/lib/i18n.ts` or `JWT_EXPIRY`: all words of a name, adjacent. */
function readCompound(text: string, words: readonly Word[], lexicon: Lexicon): TextQuery[] {
  const isCompound = words.length > 1 && words.every(({ units }) => units.length === 1)
  if (!isCompound || words.length > maximumPhrase || /['’]/u.test(text)) return []
  // Prose has no underscores, so stop words count in names with one.
  if (!text.includes('_') && words.filter(lexicon.isContentTerm).length < 2) return []
  return treesOf(
    words.flatMap(({ units }) => units),
    lexicon,
  )
}

function treesOf(words: readonly IndexWord[], { writingsOf }: Lexicon): TextQuery[] {
  return writingsOf(words).map(treeOf)
}

/** `lib/i18n.ts` as the end of a path, and as a file name. */
function readPaths(text: string): Extract<QueryTree, { kind: 'place' }>[] {
  if (!/[./\\]/u.test(text)) return []
  const stems = pathWords(text).map(({ stem }) => stem)
  if (stems.length < 4 || stems.length > maximumPhrase) return []
  const [edge = ''] = stems
  const name = Math.max(0, stems.lastIndexOf(edge, -2))
  const named = stems.slice(name)
  // `i18n.ts` is also the end of `lib.i18n.ts`; folder names are rarely given in part.
  const ending = named.length > 4 && text.includes('.') ? [named.slice(1)] : []
  const paths = name > 0 ? [stems, named, ...ending] : [stems, ...ending]
  return paths.map((path) => ({ kind: 'place', stems: path }))
}

/** Names are often segmented into single characters, so adjacent ideographs are also searched as one phrase. */
function joinIdeographs(words: readonly Word[]): TextQuery[] {
  const joined: TextQuery[] = []
  let run: IndexWord[] = []
  for (const word of [...words, undefined]) {
    if (word && word.text >= '\u{2E80}' && /^\p{scx=Han}$/u.test(word.text)) run.push(...word.units)
    else {
      if (run.length > 1 && run.length <= maximumPhrase) joined.push(treeOf(run.map(({ stem }) => stem)))
      run = []
    }
  }
  return joined
}

function readWord(word: Word, lexicon: Lexicon, whole: readonly TextQuery[]): Reading {
  const asParts =
    word.parts.length > 0 && word.parts.length <= maximumPhrase ? treesOf(word.parts, lexicon) : []
  const [only] = word.units
  const hash = only && isHexadecimal(only.form) ? readHash(only.form) : { trees: [], terms: [] }
  const trees = [...treesOf(word.units, lexicon), ...asParts, ...hash.trees, ...whole]
  const forms = only && word.units.length === 1 ? [readForm(only, lexicon)] : readCharacters(word)
  const parts = word.parts.filter(({ form }) => form.length > 1).map((part) => treesOf([part], lexicon))
  return {
    terms: [{ words: word.units }, ...(word.parts.length > 0 ? [{ words: word.parts }] : []), ...hash.terms],
    parts: [...trees, ...parts.flat()],
    scoring: [
      { feature: eitherOf(trees), weight: 1, isContentTerm: true },
      ...forms,
      ...parts.map((part) => bySide(eitherOf(part))),
    ],
  }
}

/** Git abbreviates commit ids to seven characters, and to more in large repositories. */
const abbreviation = { min: 7, max: 12 }

/** Whether a folded word can be a commit id or its beginning: English words have no digits, amounts no letters. */
function isHexadecimal(form: string): boolean {
  return form.length >= abbreviation.min && /^(?=.*[a-f])(?=.*[0-9])[0-9a-f]+$/u.test(form)
}

/** Ids with this beginning, and the abbreviations of a long id. */
function readHash(form: string) {
  const { min, max } = abbreviation
  const lengths = Array.from({ length: max - min + 1 }, (_, more) => min + more)
  const shorter = lengths.filter((length) => length < form.length).map((length) => form.slice(0, length))
  const words = shorter.map((stem) => ({ kind: 'word', stem }) as const)
  const shortest = form.slice(0, min)
  return {
    trees: [{ kind: 'prefix', prefix: form } as const, ...words],
    // All begin with the shortest; prefixes are not spell-checked.
    terms: [{ words: [{ form: shortest, stem: shortest }], isPrefix: true }],
  }
}

/** Measured: exact forms and pairs of adjacent words improve the ranking with weight 0.25 and worsen it with 1. */
const sideWeight = 0.25
const bySide = (feature: QueryFeature): RankedTerm => ({ feature, weight: sideWeight, isContentTerm: false })
/** Measured on three Chinese collections: 0.3 to 0.5 rank equally well, and better than 0.25. */
const characterWeight = 0.35

function readForm(word: IndexWord, { writingsOf }: Lexicon): RankedTerm {
  return bySide({ kind: 'form', form: word.form, stems: writingsOf([word]).flat() })
}

/** In scripts without spaces, related words share characters. */
function readCharacters({ units }: Word): RankedTerm[] {
  if (units.length > maximumPhrase) return []
  const scored = { weight: characterWeight, isContentTerm: false }
  return units.map(({ stem }) => ({ feature: { kind: 'word', stem }, ...scored }))
}

function readPair(words: readonly [IndexWord, IndexWord], { writingsOf }: Lexicon): RankedTerm[] {
  const pairs = writingsOf(words).flatMap(([a, b]): QueryFeature[] =>
    a === undefined || b === undefined || a === b ? [] : [{ kind: 'pair', stems: [a, b] }],
  )
  return pairs.length > 0 ? [bySide(eitherOf(pairs))] : []
}

function joinRun(run: readonly Word[], isWhole: boolean, lexicon: Lexicon): RankedTerm[] {
  const { isContentTerm, writingsOf } = lexicon
  const content = run.filter(isContentTerm).length
  const isName = run.every(({ units }) => units.length === 1) && content >= (isWhole ? 1 : 2)
  const form = run.map(({ text }) => text).join('')
  if (!isName || form.length < limits.minLetters) return []
  const feature = eitherOf(writingsOf([{ form, stem: stemWord(form) }]).map(treeOf))
  return [{ feature, weight: 1, isContentTerm: false }]
}
