import fc from 'fast-check'
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

  it('takes a shorter fence, another kind or one with a language inside for code', () => {
    expect(fencesOf('````md\n```ts\na\n```\n````')).toEqual([{ line: 1, info: 'md', code: '```ts\na\n```' }])
    expect(fencesOf('~~~\n```\n~~~')).toEqual([{ line: 1, info: '', code: '```' }])
    expect(fencesOf('```\n```ts\n```')).toEqual([{ line: 1, info: '', code: '```ts' }])
  })

  it('gives what an open fence has', () => {
    expect(fencesOf('```ts\na')).toEqual([{ line: 1, info: 'ts', code: 'a' }])
  })

  it('finds again whatever code was written', () => {
    const line = fc.string().filter((text) => !/[`~\n]/.test(text))
    const blocks = fc.array(fc.array(line, { minLength: 1 }), { maxLength: 5 })
    fc.assert(
      fc.property(blocks, (codes) => {
        const markdown = codes.map((lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n\ntext\n`).join('\n')
        expect(fencesOf(markdown).map(({ code }) => code)).toEqual(codes.map((lines) => lines.join('\n')))
      }),
    )
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
