import { describe, expect, it } from 'vitest'
import { parseOpenClawQuery } from './openclaw-query.js'
import { maximumTerms } from './parse-query.js'
import { showTree } from './testing/show-tree.js'

describe('parseOpenClawQuery', () => {
  it.each([
    ['how do I rotate JWT_EXPIRY?', 'how & do & i & rotat & "jwt expiri"'],
    ['备份 backup', 'backup'],
    ['"quoted phrase"', 'quot & phrase'],
    ['数据库', ''],
    ['', ''],
  ])('needs every ASCII word of %j', (question, tree) => {
    expect(showTree(parseOpenClawQuery(question))).toBe(tree)
  })

  it('keeps a long question to its first words', () => {
    const question = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
    const tree = parseOpenClawQuery(question)
    expect(tree?.kind === 'all' && tree.parts.length).toBe(maximumTerms)
  })
})
