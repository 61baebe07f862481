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

  it.each(['', ' ', '\n\t\u3000'])('%j is empty', (query) => {
    expect(readSyntax(query)).toEqual({ syntax: null, fields: [] })
  })

  it('are several lines of any content', () => {
    for (const lineBreak of ['\n', '\r\n', '\r', '\u2028']) {
      expect(readSyntax(`path:notes "token refresh"${lineBreak}jwt AND expiry -draft auth*`)).toEqual(
        plain(`path:notes "token refresh"${lineBreak}jwt AND expiry -draft auth*`),
      )
    }
    expect(readSyntax('"token refresh"\n').syntax).toEqual({ kind: 'phrase', text: 'token refresh' })
  })

  it('are too long to be typed', () => {
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
    'git log --since yesterday',
    'git log --oneline --author=me -draft',
    'rm -rf node_modules',
    'npm i -D vitest',
    'find . -name foo -delete',
    'java -version',
    'java -jar app.jar',
    'docker run -itd ubuntu',
    './configure -static',
    'Get-ChildItem -Recurse',
    '$ node example.js -abc',
    'kill -9 1234',
    'ls -la notes/*',
    // Capitals.
    'DO NOT DELETE',
    'TO BE OR NOT TO BE',
    'READ AND WRITE',
    'OR',
    'foo AND',
    'foo AND OR bar',
    'foo NOT',
    'NOT foo',
    'NOT NOT foo AND bar',
    'the OR gate',
    'What is AND?',
    'is it tea AND coffee, or both',
    'I do NOT want to use Express, what should I use instead?',
    'login NOT working',
    'column NOT NULL',
    'SELECT * FROM t',
    'select a from b where x = 1 AND y = 2',
    'if (a AND b) { return c }',
    'f(x) OR',
    // Punctuation.
    'foo(bar)',
    '(see above)',
    '(unbalanced',
    '(foo AND bar',
    '(foo) (bar)',
    ':-)',
    'error: path: not found',
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
    'x -y',
    'x - y',
    '- item',
    '-item one of the list',
    '--- title ---',
    'we met -finally- yesterday',
    'thrust vector control by fluid injection -dash papers',
    "-import React from 'react'",
    'Konsolen und -Emulatoren',
    '-draft',
    '-draft -old',
    // Stars.
    '2 * 3',
    '**bold**',
    'some *emphasis*',
    'python **kwargs',
    'ab*',
    'a* search',
    'f**k',
    'x = foo* + bar;',
    // Quotation marks.
    '5" disk',
    'it\'s 6" long and 7" wide',
    'a 5" disk and a "floppy" drive',
    'unclosed "quote',
    'unclosed “quote',
    '又叫”角瓜“？',
    'nested “a “b” c”',
    '{"a": "b c", "d": "e"}',
    'x="1" y="2"',
    'foo("a", "b")',
    '"name": "value"',
    "don't 'quote' this",
    '`"code"`',
  ])('%j is plain', (query) => {
    expect(readSyntax(query)).toEqual(plain(query))
  })
})
