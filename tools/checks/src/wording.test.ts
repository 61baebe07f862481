import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './repository.js'
import { unwantedWords } from './wording.js'

describe('unwantedWords', () => {
  it.each([
    ['see /root/notes.md', "1: a path of somebody's machine: /root"],
    ['a\nin /home/joe/src', "2: a path of somebody's machine: /home/joe"],
    ['open /Users/joe/x', "1: a path of somebody's machine: /Users/joe"],
    ['at https://registry.example.org/x', '1: a package registry: registry.example.org'],
    ['as issue #12 says', '1: the number of an issue: issue #12'],
    ['mended (#345)', '1: the number of an issue: #345'],
    ['fixes 7', '1: the number of an issue: fixes 7'],
  ])('finds it in %j', (text, found) => {
    expect(unwantedWords(text)).toEqual([found])
  })

  it.each([
    'issue #16021 of OpenClaw',
    'suite `issue-16021-workaround`',
    'notes.md#12 and #L12',
    "stroke: '#333'",
    'color: #004777;',
    'memory/root/a.md',
    '~/home/notes',
    'C# 12',
  ])('leaves %j alone', (text) => {
    expect(unwantedWords(text)).toEqual([])
  })
})

describe('the repository', () => {
  const texts = filesUnder()
    .filter((path) => /\.(?:[cm]?[jt]s|json|md|ya?ml|sh|html|css|toml)$|^\.ci\/|rc$/.test(path))
    .filter((path) => path !== 'tools/checks/src/wording.test.ts')
    // Corpora are other people's words, or what a user might have written.
    .filter((path) => !/\/(?:corpus|suites)\/|^examples\/memory\//.test(path))

  it('is looked at', () => {
    expect(texts.length).toBeGreaterThan(200)
  })

  it('speaks of the project alone', () => {
    const found = texts.flatMap((path) => unwantedWords(textOf(path)).map((words) => `${path}:${words}`))
    expect(found).toEqual([])
  })
})
