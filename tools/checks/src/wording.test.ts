import { describe, expect, it } from 'vitest'
import { commentsOf, namesOf, type Passage, stringsOf, withoutFences } from './prose.js'
import { filesUnder, isTestOnly, textOf } from './repository.js'

/** Texts about the environment of an author, not about the project. */
const unwanted = [
  {
    what: "a path of a user's machine",
    pattern: /(?<![\w.~$}-])\/(?:work\/(?:main|shared)|root|home\/(?:runner|ubuntu|node|joe)|Users\/\w+)\b/g,
  },
  {
    what: 'a package registry',
    pattern:
      /\b(?:registry\.[\w.-]+\.\w+|[\w.-]*(?:artifactory|verdaccio|nexus|npmmirror)[\w-]*\.[a-z]{2,}|localhost:48\d\d)\b/gi,
  },
  {
    what: 'the number of an issue',
    pattern:
      /\b(?<!16021-)(?:issues?|tickets?|pull requests?|prs?|fix(?:es)?|closes|gh)[ -]#?(?!16021\b)\d+\b|(?<=[\s(])#(?!16021\b)\d{2,5}(?=[\s).,;:]|$)/gim,
  },
]

/** Forbidden texts, as `line: kind: words`. */
function unwantedWords(text: string): string[] {
  return unwanted.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${line}: ${what}: ${words.trim()}`
    }),
  )
}

it.each([
  ['see /root/notes.md', "1: a path of a user's machine: /root"],
  ['a\nin /home/joe/src', "2: a path of a user's machine: /home/joe"],
  ['at https://registry.example.org/x', '1: a package registry: registry.example.org'],
  ['as issue #12 says', '1: the number of an issue: issue #12'],
  ['mended (#345)', '1: the number of an issue: #345'],
  ...[
    'issue #16021 of OpenClaw',
    'issue-16021-fix-2',
    'notes.md#12 and #L12',
    "stroke: '#333'",
    '~/home/notes',
    'C# 12',
  ].map((text) => [text]),
])('in %j finds %j', (text = '', ...found) => {
  expect(unwantedWords(text)).toEqual(found)
})

/** Evaluation data, which other people wrote or which is like users' notes, and the list of forbidden words. */
const isLeftOut = (path: string): boolean =>
  /\/(?:corpus|suites)\/|^examples\/memory\/|^tools\/checks\/src\/wording\.test\.ts$/u.test(path)

type Limits = readonly [comments: number, docs: number, strings: number]

/** Words that often come from a literal translation: the limit in 10,000 words of comments, of docs, and of help and messages. */
const markers: Readonly<Record<string, Limits>> = {
  alone: [1, 1, 1],
  beside: [1, 2, 1.5],
  behind: [1, 1, 1],
  anew: [0.5, 0.5, 0.5],
  stands: [0.5, 0.5, 0.5],
  lies: [0.5, 0.5, 0.5],
  whatever: [0.5, 0.5, 0.5],
  'so (?:many|much)': [0.5, 0.5, 0.5],
  'as far as': [0.5, 0.5, 0.5],
  'of (?:its|their) own': [1, 0.5, 0.5],
  '(?:nobody|somebody|whoever)': [1, 0.5, 0.5],
  told: [0.5, 1, 1],
  asked: [1, 1.5, 2],
  kept: [1, 1.5, 1],
  'of (?:which|whose)': [1, 0.5, 0.5],
  'at most': [1, 2, 4],
  'with commas between': [0, 0, 0],
  meanwhile: [0, 0, 0],
  'is known of': [0, 0, 0],
  'says what': [1, 2, 0.5],
  'not at all': [0.5, 0.5, 0.5],
}

const forbiddenName =
  /^(?:[Mm]ost|[Ll]east|[Uu]sual|[Ll]ongest|[Ss]hown|[Kk]nown|[Aa]sked|[Ww]anted|[Oo]wn|[Tt]old)(?![a-z])/u

/** Fields of JSON output, and of files that are checked for it, whose names users rely on. */
const publicNames = new Set([
  'apps/cli/src/commands/import-from.ts: known',
  'apps/cli/src/commands/transfer-records.ts: known',
  'apps/cli/src/commands/models.ts: known',
  'apps/cli/src/models/pull-model.ts: known',
  'apps/eval/src/commands/make-suite.ts: asked',
  'apps/eval/src/render/verdict.ts: knownItems',
  'apps/eval/src/summary/judge-run.ts: knownItems',
  'apps/eval/src/summary/judge-run.ts: own',
  'apps/eval/src/summary/summarise.ts: shown',
])

/** The markers that occur more often than their limit, as `marker: places`. */
function excessOf(passages: readonly (Passage & { readonly path?: string })[], kind: number): string[] {
  const words = passages.reduce((sum, { text }) => sum + (text.match(/[A-Za-z']+/gu)?.length ?? 0), 0)
  return Object.entries(markers).flatMap(([marker, limits]) => {
    const pattern = new RegExp(`\\b${marker.replaceAll(' ', '\\s+')}\\b`, 'giu')
    const places = passages.flatMap(({ path = '', line, text }) =>
      [...text.matchAll(pattern)].map(() => `${path}:${line}`),
    )
    const limit = ((limits[kind] ?? 0) * words) / 10_000
    return places.length > limit
      ? [`${marker}: ${places.length} of ${limit.toFixed(1)}: ${places.join(' ')}`]
      : []
  })
}

it.each([
  ['An item that stands alone is kept as far as nobody asked.', ['alone', 'stands', 'as far as', 'asked']],
  ['A result is stored next to its text.', []],
])('in %j finds %j', (text, found) => {
  const marked = excessOf([{ line: 1, text }], 0).map((excess) => excess.split(':')[0])
  expect(marked).toEqual(expect.arrayContaining(found))
  expect(found.length === 0 ? marked : []).toEqual([])
})

it.each([
  ['const mostResults = 5', ['mostResults']],
  ['function f({ asked: a }, known = 1) {}', ['known']],
  ['const { own } = layers', ['own']],
  ['interface Wanted { shown: number }', ['shown', 'Wanted']],
  ['const knowledge = totals.known', []],
])('of %j forbids %j', (code, names) => {
  const found = namesOf(code).filter(({ text }) => forbiddenName.test(text))
  expect(found.map(({ text }) => text).toSorted()).toEqual(names.toSorted())
})

describe('the repository', () => {
  const texts = filesUnder()
    .filter((path) => /\.(?:[cm]?[jt]s|json|md|ya?ml|sh|html|css|toml)$|^\.ci\/|rc$/.test(path))
    .filter((path) => !isLeftOut(path))
  const code = texts.filter((path) => /\.[cm]?[jt]s$/u.test(path))
  const passagesIn = (paths: readonly string[], read: (text: string) => readonly Passage[]) =>
    paths.flatMap((path) => read(textOf(path)).map((passage) => ({ ...passage, path })))

  it('has texts', () => {
    expect(texts.length).toBeGreaterThan(200)
  })

  it('is only about the project', () => {
    const found = texts.flatMap((path) => unwantedWords(textOf(path)).map((words) => `${path}:${words}`))
    expect(found).toEqual([])
  })

  const docs = texts.filter((path) => path.endsWith('.md'))
  const sources = code.filter((path) => !isTestOnly(path) && !path.startsWith('tools/test-kit/'))
  const readLines = (text: string) =>
    withoutFences(text)
      .split('\n')
      .map((line, index) => ({ line: index + 1, text: line }))

  it.each([
    ['comments', code, commentsOf],
    ['docs', docs, readLines],
    ['help and messages', sources, stringsOf],
  ] as const)('has few words of translations in its %s', (kind, paths, read) => {
    const index = ['comments', 'docs', 'help and messages'].indexOf(kind)
    expect(excessOf(passagesIn(paths, read), index)).toEqual([])
  })

  it('has no names that begin like an adjective', () => {
    const found = passagesIn(sources, namesOf).filter(
      ({ path, text }) => forbiddenName.test(text) && !publicNames.has(`${path}: ${text}`),
    )
    expect(found.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([])
  })
})
