import { describe, expect, it } from 'vitest'
import { readSyntax } from './read-syntax.js'
import { maximumSyntaxLength, type ReadQuery } from './syntax-tree.js'

function plain(query: string): ReadQuery {
  return { syntax: { kind: 'words', text: query.trim() }, fields: [] }
}

describe('a query without syntax', () => {
  it.each([
    'jwt expiry',
    'what did we decide about auth?',
    'jwt  expiry\twith  odd   spaces',
    '  white space around  ',
    '数据库迁移的步骤是什么？',
    'cats and dogs, or not',
    'a-b well-known state-of-the-art',
    '*',
    '"',
    '""',
    '“”',
    '()',
    '-',
    '- - -',
    '\u0000',
    '\ud800',
  ])('%j is one run of words, as typed', (query) => {
    expect(readSyntax(query)).toEqual(plain(query))
  })

  it.each(['', ' ', '\n\t\u3000'])('%j asks for nothing', (query) => {
    expect(readSyntax(query)).toEqual({ syntax: null, fields: [] })
  })

  it('is what several lines are, whatever is in them', () => {
    for (const lineBreak of ['\n', '\r\n', '\r', '\u2028']) {
      expect(readSyntax(`path:notes "token refresh"${lineBreak}jwt AND expiry -draft auth*`)).toEqual(
        plain(`path:notes "token refresh"${lineBreak}jwt AND expiry -draft auth*`),
      )
    }
    expect(readSyntax('"token refresh"\n').syntax).toEqual({ kind: 'phrase', text: 'token refresh' })
  })

  it('is what nobody can have typed', () => {
    const query = (length: number) => `jwt AND ${'x'.repeat(length - 'jwt AND '.length)}`
    expect(readSyntax(query(maximumSyntaxLength)).syntax?.kind).toBe('and')
    expect(readSyntax(query(maximumSyntaxLength + 1))).toEqual(plain(query(maximumSyntaxLength)))
  })
})

describe('pasted text', () => {
  it.each([
    // Command lines.
    'tar -xzf file',
    'how do I unpack with -xzf',
    'tar -xvf backup.tar -C /srv',
    'git log --since yesterday',
    'git log --oneline --author=me -draft',
    'rm -rf node_modules',
    'npm i -D vitest',
    'npm install -save left-pad',
    'find . -name foo -delete',
    'find src -type file',
    'java -version',
    'java -jar app.jar',
    'go test -race ./...',
    'docker run -itd ubuntu',
    'rsync -avz src dst',
    'ps -aux | grep node',
    'netstat -tulpn',
    './configure -static',
    'build.sh -debug',
    'Get-ChildItem -Recurse',
    '$ node example.js -abc',
    'kill -9 1234',
    'ls -la notes/*',
    // Capitals.
    'DO NOT DELETE',
    'DO NOT delete',
    'TO BE OR NOT TO BE',
    'READ AND WRITE',
    'OR',
    'AND AND',
    'foo AND',
    'AND foo',
    'foo AND OR bar',
    'foo OR AND bar',
    'foo NOT',
    'NOT foo',
    'NOT NOT foo AND bar',
    'the OR gate',
    'logical AND gate',
    'What is AND?',
    'is it tea AND coffee, or both',
    'I do NOT want to use Express, what should I use instead?',
    'login NOT working',
    'page NOT found',
    'tests NOT finished',
    'server NOT responding today',
    'column NOT NULL',
    'Error: module NOT loaded',
    'SELECT * FROM t',
    'select a from b where x = 1 AND y = 2',
    "status = 'open' AND owner = 'me'",
    'if (a AND b) { return c }',
    'f(x) OR',
    'f(x) OR g(x)',
    // Punctuation.
    'foo(bar)',
    '(see above)',
    'see (above) for more',
    '(unbalanced',
    'unbalanced)',
    '(foo AND bar',
    'foo AND bar)',
    '(foo) (bar)',
    ':-)',
    'error: path: not found',
    'key:value',
    'std::vector<int>',
    'path::Path and path:=x',
    'path://host source:',
    '**Using a local file path:**',
    'function f(path:string)',
    'http://a.b/c?d=e',
    'https://example.org/path:notes',
    'C:\\Users\\me',
    'since:v2 until:done where:tag',
    // Numbers and dashes.
    '-1',
    'x -1',
    'x -y',
    'x - y',
    '2 -3.5',
    '- item',
    '-item one of the list',
    '--- title ---',
    'we met -finally- yesterday',
    'what methods -dash exact or approximate -dash are presently available',
    'thrust vector control by fluid injection -dash papers',
    "-import React from 'react'",
    'Konsolen und -Emulatoren',
    '-draft',
    '-draft -old',
    '-"first draft"',
    // Stars.
    '2 * 3',
    '**bold**',
    '*very important* thing',
    'some *emphasis*',
    'python **kwargs',
    'const char* name',
    'ab*',
    'src/*.ts',
    'a* search',
    'f**k',
    'x = foo* + bar;',
    // Quotation marks.
    '5" disk',
    'it\'s 6" long and 7" wide',
    'a 5" disk and a "floppy" drive',
    'unclosed "quote',
    'unclosed “quote',
    'closed” only',
    '又叫”角瓜“？',
    'nested “a “b” c”',
    '{"a": "b c", "d": "e"}',
    '["a", "b"]',
    'x="1" y="2"',
    'foo("a", "b")',
    'if x == "" then',
    '"name": "value"',
    "don't 'quote' this",
    '`"code"`',
  ])('%j is plain', (query) => {
    expect(readSyntax(query)).toEqual(plain(query))
  })

  it('is plain where it is code or a stack trace', () => {
    expect(readSyntax('{\n  "name": "x",\n  "path": "y"\n}')).toEqual(
      plain('{\n  "name": "x",\n  "path": "y"\n}'),
    )
    expect(readSyntax('TypeError: x is not a function\n    at Object.<anonymous> (/srv/app.js:1:7)')).toEqual(
      plain('TypeError: x is not a function\n    at Object.<anonymous> (/srv/app.js:1:7)'),
    )
    expect(readSyntax('# Title\n\n- **bold** item\n- "quoted" -item\n')).toEqual(
      plain('# Title\n\n- **bold** item\n- "quoted" -item\n'),
    )
    expect(readSyntax('- const a = "x"\n+ const b = "y"')).toEqual(plain('- const a = "x"\n+ const b = "y"'))
  })
})
