import type { Makers } from './kind.ts'

/** Repeats a text up to a size, between an opening and a closing text. */
export const repeated =
  (text: string, before = '', after = '') =>
  (size: number): string =>
    before + text.repeat(Math.ceil(size / text.length)) + after

/** Nests up to a size. */
export const nested =
  (open: string, close: string, around = '@') =>
  (size: number): string => {
    const levels = Math.ceil(size / (open.length + close.length))
    return around.replace('@', () => `${open.repeat(levels)}1${close.repeat(levels)}`)
  }

/** Repeats each of the texts, separated by broken bars. */
export function repeatedEach(texts: string): Makers {
  return Object.fromEntries(texts.split('¦').map((text) => [JSON.stringify(text), repeated(text)]))
}

/** Text and bytes that any reader may encounter. */
export const anyContents: Makers = {
  ...repeatedEach('x¦word ¦\n¦\r¦\0¦漢¦e\u0301¦\u0301¦\u202E¦👩‍👩‍👧¦\uFEFF¦aB¦a-¦a/¦1.'),
  'invalid UTF-8': (size) => Buffer.alloc(size, 0xff),
  'half of a character': (size) => Buffer.concat([Buffer.alloc(size, 'é'), Buffer.from([0xc3])]),
  'UTF-16': (size) => Buffer.from(repeated('\uFEFF# a\n')(size), 'utf16le'),
}

const numbered =
  (line: (number: number) => string, join: string, max = Infinity) =>
  (size: number) =>
    Array.from({ length: Math.min(max, Math.ceil(size / 9)) }, (_, number) => line(number)).join(join)

/** Each level is nine times the previous one, so that the expansion is practically endless. */
const aliases = numbered(
  (level) => `a${level}: &a${level} [${repeated(level > 0 ? `*a${level - 1},` : 'x,')(45)}]\n`,
  '',
  400,
)
const inFrontMatter = (make: (size: number) => string) => (size: number) => `---\n${make(size)}\n---\n# a\n`

export const markdownContents: Makers = {
  ...anyContents,
  ...repeatedEach(
    '> ¦- ¦* a\n¦[¦![a](¦[a]: b\n¦[a][¦*a ¦_a¦**a¦`a¦``` ¦<¦<a ¦<!--¦&¦\\¦# a\n¦#¦a\n===\n¦a|¦|-¦|a\n|-\n',
  ),
  ...repeatedEach('http://a¦~¦$¦---\n¦1. ¦<div>\n¦](¦\t'),
  'lists in lists': (size) => numbered((level) => `${'  '.repeat(level)}- a\n`, '')(Math.sqrt(size)),
  'alias bomb': inFrontMatter(aliases),
  'brackets before the text': inFrontMatter(repeated('[', 'a: ')),
  'lists before the text': inFrontMatter(repeated('- ')),
  'objects before the text': inFrontMatter(nested('{a: ', '}')),
  'keys before the text': inFrontMatter(numbered((key) => `k${key}: v`, '\n')),
  'one value before the text': inFrontMatter(repeated('a', 'status: ')),
  'signs before the text': inFrontMatter(repeated('? : ! & * ')),
}

export const pageContents: Makers = {
  ...anyContents,
  ...repeatedEach(
    '<b>¦</b>¦<p><b>¦<table><tr><td>¦<!--¦<!¦<?¦&¦&amp;¦&#9¦&#¦<a a="¦<svg>¦<li>¦<![CDATA[¦<script>¦<template>',
  ),
  ...repeatedEach('<pre>¦<h1>¦<title>¦<a x=1 ¦<¦</¦<ol><li>¦<q a=\'"'),
  attributes: repeated('a=b ', '<a '),
  'elements in elements': nested('<div>', '</div>'),
}

/** Lines of JSON around a value, and unrelated lines. */
export function lineContents(line: (value: string) => string): Makers {
  const texts = Object.entries(anyContents).map(([name, make]): [string, Makers[string]] => [
    `a text of ${name}`,
    (size) => line(JSON.stringify(Buffer.from(make(size) as string).toString())),
  ])
  const values: Record<string, (size: number) => string> = {
    'arrays in arrays': nested('[', ']'),
    'objects in objects': nested('{"a":', '}'),
    'a number': (size) => `1e${size}`,
    digits: repeated('9'),
    escapes: repeated('\\u0000', '"', '"'),
    surrogates: repeated('\\ud800', '"', '"'),
    'a prototype': () => '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
    keys: (size) => `{${numbered((key) => `"k${key}":1`, ',')(size)}}`,
  }
  return {
    ...Object.fromEntries(texts),
    ...repeatedEach('x¦{¦[¦"¦\0¦null\n¦{}\n¦[]\n¦1\n¦{"a":¦\n¦\r\n¦\u2028'),
    'invalid UTF-8': (size) => Buffer.from(line(`"${'a'.repeat(size)}\xff"`), 'latin1'),
    ...Object.fromEntries(
      Object.entries(values).map(([name, make]) => [name, (size: number) => line(make(size))]),
    ),
  }
}
