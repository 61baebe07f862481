import { indexWords, loadLanguages, maximumTerms, stemWord } from '@recallite/keyword'
import { describe, expect, it } from 'vitest'
import type { QueryTree } from '@recallite/store/query'
import { parseAnyWord, parseOpenClawQuery } from './openclaw-query.js'

function show(tree: QueryTree): string {
  switch (tree.kind) {
    case 'word':
      return tree.stem
    case 'phrase':
      return `"${tree.stems.join(' ')}"`
    case 'all':
      return tree.parts.map(show).join(' & ')
    case 'any':
      return `(${tree.parts.map(show).join(' | ')})`
    default:
      return tree.kind
  }
}

function read(text: string, languages: readonly string[] = []): string {
  const { tree } = parseOpenClawQuery(text, { languages })
  return tree ? show(tree) : ''
}

describe('parseOpenClawQuery', () => {
  it.each([
    ['how do I rotate JWT_EXPIRY?', 'how & do & i & rotat & "jwt expiri"'],
    ['备份 backup', 'backup'],
    ['"quoted phrase"', 'quot & phrase'],
    ['token -draft path:notes', 'token & draft & path & note'],
    ['数据库', ''],
    ['', ''],
  ])('B5: requires every ASCII word of %j', (question, tree) => {
    expect(read(question)).toBe(tree)
  })

  it('B1: requires any word with the first fix', () => {
    const { tree } = parseAnyWord('how do I rotate', { languages: [] })
    expect(tree && show(tree)).toBe('(how | do | i | rotat)')
    expect(parseAnyWord('数据库', { languages: [] }).tree).toBeNull()
  })

  it('B5: supports no syntax', () => {
    const { required, fields, plainText } = parseOpenClawQuery('a AND b path:notes', { languages: [] })
    expect([required, fields, plainText]).toEqual([null, [], 'a AND b path:notes'])
  })

  it('limits a long question to its first words', () => {
    const question = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
    const { tree } = parseOpenClawQuery(question, { languages: [] })
    expect(tree?.kind === 'all' && tree.parts.length).toBe(maximumTerms)
  })

  it('requires every word, in any language', async () => {
    await loadLanguages(['de'])
    const stems = indexWords('Vertrag Bank', 'de').text.map(({ stem }) => stem)
    const parts = read('vertrages bank', ['de']).split(' & ')
    expect(parts).toHaveLength(2)
    for (const [index, part] of parts.entries()) expect(part).toContain(stems[index])
    expect(parts[0]).toContain(stemWord('vertrages'))
  })
})
