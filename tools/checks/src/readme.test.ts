import { describe, expect, it } from 'vitest'
import { fencesOf, firstParagraph, isOneSentence, linksOf, runnableFences } from './readme.js'

describe('fencesOf', () => {
  it('finds code with its language and line', () => {
    const markdown = 'a\n\n```ts\nconst a = 1\n\nconst b = 2\n```\n\n~~~sh\nls\n~~~\n'
    expect(fencesOf(markdown)).toEqual([
      { line: 3, info: 'ts', code: 'const a = 1\n\nconst b = 2' },
      { line: 9, info: 'sh', code: 'ls' },
    ])
  })

  it('takes another kind inside for code, and gives what an open fence has', () => {
    expect(fencesOf('~~~\n```\n~~~')).toEqual([{ line: 1, info: '', code: '```' }])
    expect(fencesOf('```ts\na')).toEqual([{ line: 1, info: 'ts', code: 'a' }])
  })
})

describe('runnableFences', () => {
  it('leaves out other languages and what is marked', () => {
    const markdown = '```ts\n1\n```\n```sh\n2\n```\n```ts no-run\n3\n```\n```typescript\n4\n```'
    expect(runnableFences(markdown).map(({ code }) => code)).toEqual(['1', '4'])
  })
})

describe('firstParagraph', () => {
  it('is what follows the title, in one line', () => {
    expect(firstParagraph('# A\n\nOne\ntwo.\n\nThree.')).toBe('One two.')
    expect(firstParagraph('# A')).toBe('')
  })
})

describe('isOneSentence', () => {
  it.each(['Cuts text into chunks.', 'Reads `a. B`, version 1.2 and node.js files.'])(
    'accepts %j',
    (text) => {
      expect(isOneSentence(text)).toBe(true)
    },
  )

  it.each(['', 'No stop', 'One. Two.', 'Really? Yes.'])('refuses %j', (text) => {
    expect(isOneSentence(text)).toBe(false)
  })
})

describe('linksOf', () => {
  it('finds links, images and references, and none in code', () => {
    const markdown = '[a](b.md#c) ![d](<e>) `[f](g)`\n\n```md\n[h](i)\n```\n\n[j]: k.md\n'
    expect(linksOf(markdown)).toEqual(['b.md#c', 'e', 'k.md'])
  })
})
