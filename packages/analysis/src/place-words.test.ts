import { describe, expect, it } from 'vitest'
import { placeWords } from './place-words.js'
import { indexWords } from './words.js'

const show = (path: string) => {
  const forms = placeWords(path).map(({ form }) => form)
  return forms.map((form) => (form === forms[0] ? '/' : form)).join(' ')
}

describe('placeWords', () => {
  it.each([
    ['notes/i18n.ts', '/ notes / i18n ts /'],
    ['./a\\b//c/', '/ a / b / c /'],
    ['README.md', '/ readme md /'],
    ['GitHub备份/2022年.md', '/ github 备 份 / 2022 年 md /'],
    ['…/_/x', '/ x /'],
    ['', '/'],
  ])('has %j as %j', (path, words) => {
    expect(show(path)).toBe(words)
  })

  it('marks its ends with what no text has', () => {
    const [edge] = placeWords('a')
    expect(indexWords(`a ${edge?.form ?? ''} b`).text.map(({ form }) => form)).toEqual(['a', 'b'])
  })
})
