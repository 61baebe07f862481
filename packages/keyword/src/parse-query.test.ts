import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maximumTerms, type ParsedQuery, parseQuery } from './parse-query.js'
import { matchesTree } from './testing/matches-tree.js'
import { showTree } from './testing/show-tree.js'

const showTerms = ({ terms }: ParsedQuery) =>
  terms.map(({ words, isPrefix }) => words.map(({ form }) => form).join(' ') + (isPrefix ? '*' : ''))

describe('parseQuery', () => {
  it.each([
    ['what did we decide about auth?', 'decid | auth'],
    ['rotate JWT_EXPIRY', 'rotat | jwt | expiri | "jwt expiri"'],
    ["Michael's plan", 'michael | plan'],
    ['"exact phrase"', '"exact phrase"'],
    ['"first phrase" "second one"', '"first phrase" | "second on"'],
    ['the "exact phrase" here', 'exact | phrase | "exact phrase"'],
    ['王伟', '王 | 伟 | "王 伟"'],
    ['会議', '"会 议"'],
    ['数据库迁移的步骤是什么', '"数 据" | 库 | "迁 移" | "步 骤"'],
    ['who is he', 'who | is | he'],
    ['deploy deploy Deploy', 'deploi'],
    ['*** "" \u0000', ''],
    ['', ''],
    ['unclosed "quote', 'unclos | quot'],
    ['auth*', 'auth* | auth'],
    ['authenticating*', 'authenticating* | authent'],
    ['数据库*', '"数 据 库"'],
    ['jwt -draft', 'jwt'],
    ['jwt AND "token refresh"', 'jwt | "token refresh"'],
    ['path:notes/*.md jwt', 'jwt'],
  ])('parses %j as %s', (question, tree) => {
    expect(showTree(parseQuery(question).tree)).toBe(tree)
  })

  it.each([
    ['src/lib/i18n.ts', 'src | lib | i18n | ts | "src lib i18n ts" | /src / lib / i18n ts/ | /i18n ts/'],
    ['v1.2.3', '1 | 2 | 3 | "1 2 3" | /1 2 3/ | 1 2 3/'],
    ['E4042', 'e4042'],
    ['--dry-run', 'dry | run | "dry run"'],
    ['ERR_NOT_FOUND', 'err | found | "err not found"'],
    ['commit 3f2a91c', 'commit | 3f2a91c | 3f2a91c*'],
    ['3F2A91C04D', '3f2a91c04d | 3f2a91c04d* | 3f2a91c | 3f2a91c0 | 3f2a91c04'],
    ['3f2a91 or 1234567 or defaced', '3f2a91 | 1234567 | defac'],
    ['camelCase', 'camelcas | "camel case" | camel | case'],
    ['@scope/name', 'scope | name | "scope name" | /scope / name/ | /name/'],
    ['2026-11-21', '2026 | 11 | 21 | "2026 11 21"'],
    ['1,000,000', '1 | 000 | "1 000 000" | 1000000'],
    ['GitHub备份', 'github | "git hub" | git | hub | "备 份"'],
    ['notes/a.md', 'note | md | "note a md" | /note / a md/ | /a md/'],
  ])('parses the name %j as a whole and by its parts: %s', (question, tree) => {
    expect(showTree(parseQuery(question).tree)).toBe(tree)
  })

  it.each([
    ['C# tool', 'c＃ | tool', '=c＃ (0.25)'],
    ['"C++ tool"', '"c＋＋ tool"', ''],
    ['.NET', 'net', '．net (5)'],
    ['".NET"', 'net', '．net (5)'],
    ['A*', 'a＊', 'a＊ (1)'],
    ['"🚀 log"', 'log', '🚀 (5)'],
    ['"🚀"', '🚀', '🚀 (1)'],
    ['log 🚀', 'log | 🚀', '🚀 (1)'],
    ["O'Hara", 'o | ohara | hara', '(hara | ohara) (1)'],
  ])('reads the signs of %j as %s, scored %s', (question, tree, scored) => {
    const query = parseQuery(question)
    expect(showTree(query.tree)).toBe(tree)
    const scoring = query.scoring.map(({ feature, weight }) => `${showTree(feature)} (${weight})`)
    expect(scoring.join(' | ')).toContain(scored)
  })

  it.each([
    ['rotate JWT_EXPIRY', ['rotate', 'jwt', 'expiry']],
    ['"token refresh" auth*', ['token refresh', 'auth*']],
    ['auth auth* AUTH', ['auth', 'auth*']],
    ['jwt -draft', ['jwt']],
    ['who is he', ['who', 'is', 'he']],
    ['数据库', ['数 据', '库']],
  ])('has for %j the content terms %j', (question, terms) => {
    expect(showTerms(parseQuery(question))).toEqual(expect.arrayContaining(terms))
    expect(showTerms(parseQuery(question)).slice(0, terms.length)).toEqual(terms)
  })

  it.each([
    ['jwt expiry', ''],
    ['jwt "token refresh"', '"token refresh"'],
    ['what is a "token refresh"', ''],
    ['jwt AND expiry', 'jwt & expiri'],
    ['jwt -draft', 'jwt without draft'],
    ['jwt NOT (draft OR old)', 'jwt without (draft | old)'],
    ['jwt AND auth*', 'jwt & (auth* | auth)'],
    ['(jwt AND expiry) OR session', '(jwt & expiri) | session'],
    ['jwt OR session', ''],
    ['jwt AND the', ''],
  ])('requires for %j: %j', (question, required) => {
    expect(showTree(parseQuery(question).required)).toBe(required)
  })

  it('ranks by words, their exact forms, pairs, and names as a whole', () => {
    const { scoring } = parseQuery('rotating jwtExpiry keys')
    expect(scoring.map(({ feature }) => showTree(feature))).toEqual([
      'rotat',
      '=rotating',
      '(jwtexpiri | "jwt expiri")',
      '=jwtexpiry',
      'jwt',
      'expiri',
      'kei',
      '=keys',
      '<rotat jwtexpiri>',
      '<jwtexpiri kei>',
      'rotatingjwtexpiri',
      'rotatingjwtexpirykei',
      'jwtexpirykei',
    ])
    expect(
      scoring.filter(({ isContentTerm }) => isContentTerm).map(({ feature }) => showTree(feature)),
    ).toEqual(['rotat', '(jwtexpiri | "jwt expiri")', 'kei'])
  })

  it('weights words 1, forms, pairs and parts .25, a path 2, characters of a word .35', () => {
    const weights = (question: string) =>
      parseQuery(question).scoring.map(({ feature, weight }) => `${showTree(feature)} ${weight}`)
    expect(weights('rotating jwtExpiry')).toEqual([
      'rotat 1',
      '=rotating 0.25',
      '(jwtexpiri | "jwt expiri") 1',
      '=jwtexpiry 0.25',
      'jwt 0.25',
      'expiri 0.25',
      '<rotat jwtexpiri> 0.25',
      'rotatingjwtexpiri 1',
    ])
    expect(weights('jwt -draft')).toEqual(['jwt 1', '=jwt 0.25'])
    expect(weights('lib/i18n.ts')).toContain('/lib / i18n ts/ 2')
    expect(weights('迁移')).toEqual(['"迁 移" 1', '迁 0.35', '移 0.35'])
  })

  it('makes no pair across a stop word', () => {
    const { scoring } = parseQuery('rotation of keys')
    expect(scoring.some(({ feature }) => feature.kind === 'pair')).toBe(false)
  })

  it.each([
    ['how to rotate keys?', 'how to rotate keys?'],
    ['jwt -draft', 'jwt'],
    ['path:notes rotate keys', 'rotate keys'],
    ['jwt AND "token refresh"', 'jwt token refresh'],
    ['jwt "token refresh"', 'jwt token refresh'],
    ['what is a "token refresh"', 'what is a "token refresh"'],
    ['path:notes', 'notes'],
    ['since:2026', 'since:2026'],
  ])('%j has the plain text %j', (question, plainText) => {
    expect(parseQuery(question).plainText).toBe(plainText)
  })

  it('cuts a long query to its first terms', () => {
    const question = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
    const { terms, tree, scoring } = parseQuery(question)
    expect(terms).toHaveLength(maximumTerms)
    expect(terms[0]?.words[0]?.form).toBe('word0')
    expect(tree?.kind === 'any' && tree.parts.length).toBe(maximumTerms)
    expect(scoring.length).toBeLessThanOrEqual(4 * maximumTerms)
  })

  it('reads the beginning of a text that is too long for a query', () => {
    const { terms, plainText } = parseQuery(`${'harbour '.repeat(100_000)}lighthouse`)
    expect(terms.map(({ words: [word] }) => word?.form)).toEqual(['harbour'])
    expect(plainText).toContain('lighthouse')
  })

  it('gives every string a tree without empty parts, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (question) => {
        const parsed = parseQuery(question)
        expect(parsed.tree === null).toBe(parsed.terms.length === 0)
        for (const term of showTerms(parsed)) expect(term.replaceAll(/["\s]/g, '')).not.toBe('')
      }),
    )
  })

  it('does not depend on letter case, except where it shows the words of joined names', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abzéß_. "数') }), (question) => {
        const upper = showTree(parseQuery(question.toUpperCase()).tree)
        expect(upper).toBe(showTree(parseQuery(question).tree))
      }),
    )
  })
})

describe('a question', () => {
  it.each([
    ['jwtExpiry', 'JWT_EXPIRY is set'],
    ['jwt expiry', 'jwtExpiry is set'],
    ['expiry', 'jwtExpiry is set'],
    ['1000000', 'costs 1,000,000 now'],
    ['1,000,000', 'costs 1000000 now'],
    ['1.000.000', 'costs 1,000,000 now'],
    ['migrating', 'the migrations ran'],
    ['strasse', 'Straße'],
    ['cafe', 'Café'],
    ['github', 'ＧＩＴＨＵＢ'],
    ['auth*', 'authentication'],
    ['authentic*', 'authentication'],
    ['software', 'soft\u00adware'],
  ])('%j finds %j', (question, source) => {
    const { tree } = parseQuery(question)
    expect(tree && matchesTree(tree, source)).toBe(true)
  })

  it.each([
    ['lib/i18n.ts', 'src/lib/i18n.ts', true],
    ['i18n.ts', 'src/lib/i18n.ts', true],
    ['other/i18n.ts', 'src/lib/i18n.ts', true],
    ['i18n.tsx', 'src/lib/i18n.ts', false],
  ])('%j, as a path, finds a document at %j: %j', (question, path, isFound) => {
    const { tree } = parseQuery(question)
    const parts = tree?.kind === 'any' ? tree.parts : []
    const places = parts.filter(({ kind }) => kind === 'place')
    expect(places.some((each) => matchesTree(each, '', path))).toBe(isFound)
  })
})
