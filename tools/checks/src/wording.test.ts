import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './repository.js'

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
      /\b(?:issues?|tickets?|pull requests?|prs?|fix(?:es)?|closes|gh)[ -]#?(?!16021\b)\d+\b|(?<=[\s(])#(?!16021\b)\d{2,5}(?=[\s).,;:]|$)/gim,
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
  ...['issue #16021 of OpenClaw', 'notes.md#12 and #L12', "stroke: '#333'", '~/home/notes', 'C# 12'].map(
    (text) => [text],
  ),
])('in %j finds %j', (text = '', ...found) => {
  expect(unwantedWords(text)).toEqual(found)
})

describe('the repository', () => {
  const texts = filesUnder()
    .filter((path) => /\.(?:[cm]?[jt]s|json|md|ya?ml|sh|html|css|toml)$|^\.ci\/|rc$/.test(path))
    .filter((path) => path !== 'tools/checks/src/wording.test.ts')
    // Corpora are written by other people, or imitate users' notes.
    .filter((path) => !/\/(?:corpus|suites)\/|^examples\/memory\//.test(path))

  it('has texts', () => {
    expect(texts.length).toBeGreaterThan(200)
  })

  it('is only about the project', () => {
    const found = texts.flatMap((path) => unwantedWords(textOf(path)).map((words) => `${path}:${words}`))
    expect(found).toEqual([])
  })
})
