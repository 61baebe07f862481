import { describe, expect, it } from 'vitest'
import { readSyntax } from './read-syntax.js'
import { maximumSyntaxDepth, type QuerySyntax, type ReadQuery } from './syntax-tree.js'

/** Of parts that are required, but not strictly, and strictly. */
const marks = ['!', '+'] as const

/** Shows a tree with the kind of every node. */
function show(syntax: QuerySyntax | null): string {
  if (syntax === null) return ''
  switch (syntax.kind) {
    case 'words':
      return syntax.text
    case 'phrase':
      return `"${syntax.text}"`
    case 'prefix':
      return `${syntax.text}*`
    case 'required':
      return `${marks[Number(syntax.isStrict)]}${show(syntax.part)}`
    case 'not':
      return `not ${show(syntax.part)}`
    case 'and':
    case 'or':
      return `${syntax.kind}[${syntax.parts.map(show).join(', ')}]`
  }
}

function plain(query: string): ReadQuery {
  return { syntax: { kind: 'words', text: query }, fields: [] }
}

describe('phrases', () => {
  it.each([
    ['"token refresh"', '"token refresh"'],
    ['“token refresh”', '"token refresh"'],
    ['„token refresh“', '"token refresh"'],
    ['«token refresh»', '"token refresh"'],
    ['「更新令牌」', '"更新令牌"'],
    ['『更新令牌』', '"更新令牌"'],
    ['＂token refresh＂', '"token refresh"'],
    ['" token refresh "', '"token refresh"'],
    ['“say "hi" twice”', '"say  hi  twice"'],
    ['jwt "token refresh"', 'or[jwt, !"token refresh"]'],
    ['jwt "token refresh" expiry date', 'or[jwt, !"token refresh", expiry date]'],
    ['"token refresh" "expiry date"', 'or[!"token refresh", !"expiry date"]'],
    ['jwt OR "token refresh"', 'or[jwt, "token refresh"]'],
    ['+"token refresh" jwt', 'or[+"token refresh", jwt]'],
    ['who wrote "token refresh"', 'or[who wrote, "token refresh"]'],
    ['What is a "tool_use", and when?', 'or[What is a, "tool_use", and when?]'],
    ['What is “tool use”?', 'or[What is, "tool use"]'],
    ['笔名「林双不」的由来', 'or[笔名, "林双不", 的由来]'],
    ['(see "token refresh")', 'or[(see, "token refresh"]'],
  ])('%j is %s', (query, tree) => {
    expect(show(readSyntax(query).syntax)).toBe(tree)
  })
})

describe('exclusions', () => {
  it.each([
    ['jwt -draft', 'and[jwt, not "draft"]'],
    ['-draft jwt', 'and[jwt, not "draft"]'],
    ['jaguar -car speed', 'and[jaguar speed, not "car"]'],
    ['jwt -draft -old', 'and[jwt, not "draft", not "old"]'],
    ['jwt -"first draft"', 'and[jwt, not "first draft"]'],
    ['jwt -“first draft”', 'and[jwt, not "first draft"]'],
    ['jwt -package.json', 'and[jwt, not "package.json"]'],
    ['jwt -draft*', 'and[jwt, not draft*]'],
    ['"token refresh" -draft', 'and["token refresh", not "draft"]'],
    ['jwt "token refresh" -draft', 'and[or[jwt, !"token refresh"], not "draft"]'],
    ['auth? -draft', 'and[auth?, not "draft"]'],
    ['备份 -云', 'and[备份, not "云"]'],
    ['a - b -draft', 'and[a b, not "draft"]'],
    ['tar -"xzf"', 'and[tar, not "xzf"]'],
  ])('%j is %s', (query, tree) => {
    expect(show(readSyntax(query).syntax)).toBe(tree)
  })
})

describe('prefixes', () => {
  it.each([
    ['auth*', 'auth*'],
    ['auth* jwt', 'or[auth*, jwt]'],
    ['what about auth*', 'or[what about, auth*]'],
    ['v10*', 'v10*'],
    ['数据库*', '数据库*'],
    ['auth* AND jwt', 'and[auth*, jwt]'],
  ])('%j is %s', (query, tree) => {
    expect(show(readSyntax(query).syntax)).toBe(tree)
  })
})

describe('operators', () => {
  it.each([
    ['jwt AND expiry', 'and[jwt, expiry]'],
    ['jwt OR session', 'or[jwt, session]'],
    ['jwt expiry AND token refresh', 'and[jwt expiry, token refresh]'],
    ['a AND b OR c AND d', 'or[and[a, b], and[c, d]]'],
    ['a AND (b OR c) AND d', 'and[a, or[b, c], d]'],
    ['( a OR b ) AND c', 'and[or[a, b], c]'],
    ['((a)) AND ((b AND (c)))', 'and[a, b, c]'],
    ['a OR (b OR (c OR d))', 'or[a, b, c, d]'],
    ['a (b AND c)', 'or[a, and[b, c]]'],
    ['jwt AND "token refresh"', 'and[jwt, "token refresh"]'],
    ['(jwt "token refresh") AND expiry', 'and[or[jwt, "token refresh"], expiry]'],
    ['("token refresh" OR jwt) AND expiry', 'and[or["token refresh", jwt], expiry]'],
    ['C++ AND rust', 'and[C++, rust]'],
    ['postgres NOT mysql', 'and[postgres, not "mysql"]'],
    ['postgres AND NOT mysql', 'and[postgres, not "mysql"]'],
    ['NOT mysql AND postgres', 'and[postgres, not "mysql"]'],
    ['jwt NOT "first draft"', 'and[jwt, not "first draft"]'],
    ['jwt NOT (draft OR old)', 'and[jwt, not or[draft, old]]'],
    ['jwt AND expiry -draft', 'and[jwt, expiry, not "draft"]'],
    ['(jwt -draft) OR session', 'or[and[jwt, not "draft"], session]'],
    ['jwt AND NOT (draft NOT final)', 'and[jwt, not and[draft, not "final"]]'],
  ])('%j is %s', (query, tree) => {
    expect(show(readSyntax(query).syntax)).toBe(tree)
  })

  it.each(['a OR -draft', 'a OR NOT b', 'NOT a OR b', '(NOT a) AND b', '-draft AND -old', 'a AND ()'])(
    '%j is beyond any index, so it is plain text',
    (query) => {
      expect(readSyntax(query)).toEqual(plain(query))
    },
  )

  it('nest up to the limit of a store, and are plain text beyond it', () => {
    const nested = (levels: number): string =>
      levels === 1 ? 'x1' : `x${levels} ${levels % 2 === 0 ? 'AND' : 'OR'} (${nested(levels - 1)})`
    expect(show(readSyntax(nested(3)).syntax)).toBe('or[x3, and[x2, x1]]')
    expect(readSyntax(nested(maximumSyntaxDepth)).syntax?.kind).toBe('and')
    const [tooDeep, redundant] = [nested(maximumSyntaxDepth + 1), `${'('.repeat(99)}a${')'.repeat(99)} AND b`]
    expect(readSyntax(tooDeep)).toEqual(plain(tooDeep))
    expect(readSyntax(redundant)).toEqual(plain(redundant))
  })
})

describe('fields', () => {
  const field = (name: string, text: string, isNegated = false) => ({ field: name, text, isNegated })

  it.each([
    ['path:notes/*.md', '', [field('path', 'notes/*.md')]],
    ['path:notes/*.md jwt', 'jwt', [field('path', 'notes/*.md')]],
    ['jwt path:notes expiry', 'jwt expiry', [field('path', 'notes')]],
    ['path:"my notes/*.md" jwt', 'jwt', [field('path', 'my notes/*.md')]],
    ['path:“my notes” jwt', 'jwt', [field('path', 'my notes')]],
    ['path:*.{md,txt} jwt', 'jwt', [field('path', '*.{md,txt}')]],
    ['-path:drafts jwt', 'jwt', [field('path', 'drafts', true)]],
    ['heading:Setup source:team', '', [field('heading', 'Setup'), field('source', 'team')]],
    ['since:2026-01-01 jwt', 'jwt', [field('since', '2026-01-01')]],
    ['since:2026-01-01T10:00:00Z jwt', 'jwt', [field('since', '2026-01-01T10:00:00Z')]],
    ['since:"last week" jwt', 'jwt', [field('since', 'last week')]],
    ['where:tag=ops jwt', 'jwt', [field('where', 'tag=ops')]],
    ['where:size>=3 where:a.b!=c', '', [field('where', 'size>=3'), field('where', 'a.b!=c')]],
    ['where:title="My note" jwt', 'jwt', [field('where', 'title=My note')]],
    ['where:"title=My note" jwt', 'jwt', [field('where', 'title=My note')]],
    ['jwt AND path:notes', 'jwt', [field('path', 'notes')]],
    ['path:notes AND jwt AND expiry', 'and[jwt, expiry]', [field('path', 'notes')]],
    ['jwt AND NOT path:drafts', 'jwt', [field('path', 'drafts', true)]],
    ['jwt OR session path:notes', 'or[jwt, session]', [field('path', 'notes')]],
    [
      'path:notes jwt OR session -path:drafts',
      'or[jwt, session]',
      [field('path', 'notes'), field('path', 'drafts', true)],
    ],
    ['jwt NOT path:drafts', 'jwt', [field('path', 'drafts', true)]],
    ['path:notes what should we NOT do', 'what should we NOT do', [field('path', 'notes')]],
    ['path:a path:b "c d" -draft', 'and["c d", not "draft"]', [field('path', 'a'), field('path', 'b')]],
    ['path:notes -draft', '-draft', [field('path', 'notes')]],
    ['path:notes 5" disk', '5" disk', [field('path', 'notes')]],
  ])('%j', (query, tree, fields) => {
    const read = readSyntax(query)
    expect(show(read.syntax)).toBe(tree)
    expect(read.fields).toEqual(fields)
  })

  it.each([
    'jwt OR path:notes',
    'jwt path:notes OR session',
    'jwt AND path:notes OR session',
    'path:notes OR path:drafts',
    'jwt AND (path:notes OR expiry)',
    'jwt AND NOT since:2026',
    '-since:2026 jwt',
    'path: notes',
    'path:',
    'Path:notes',
    'title:notes',
    'xpath:notes',
    'where:"tag"',
  ])('%j has none', (query) => {
    expect(readSyntax(query).fields).toEqual([])
  })
})
