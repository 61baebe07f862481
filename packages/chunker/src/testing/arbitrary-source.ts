import fc from 'fast-check'

const vocabulary = [
  'memory a retrieval BM25 e.g. naïve https://example.org/a?b=c 3.14159 **bold** `code` [link](target)',
  '记忆检索 、 漢字かな 한국어 привет สวัสดี 👨‍👩‍👧 🇩🇪🇫🇷 e\u0301',
  'x'.repeat(70),
]
const word = fc.constantFrom(...vocabulary.join(' ').split(' '))
const sentenceEnd = fc.constantFrom('.', '?', '。', '!', ',', '')

/** A line of words, some of them in sentences. */
export const arbitraryProse: fc.Arbitrary<string> = fc
  .array(fc.tuple(word, sentenceEnd), { minLength: 1, maxLength: 40 })
  .map((words) => words.map(([text, end]) => text + end).join(' '))

const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), word)
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`)
const setextHeading = fc.tuple(word, fc.constantFrom('===', '---')).map(([text, line]) => `${text}\n${line}`)
const paragraph = fc.array(arbitraryProse, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
const list = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), arbitraryProse), { minLength: 1, maxLength: 8 })
  .map((items) => items.map(([depth, text]) => `${'  '.repeat(depth)}- ${text}`).join('\n'))
const table = fc
  .array(fc.tuple(word, word), { minLength: 1, maxLength: 12 })
  .map((rows) => ['| a | b |', '|---|---|', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'))
const fence = fc
  .array(fc.constantFrom('const a = 1', '  return', '', '# comment', '}', 'x'.repeat(100)), { maxLength: 30 })
  .map((lines) => ['```js', ...lines, '```'].join('\n'))
const odd = fc.constantFrom(
  '```',
  '> quote\nlazy',
  '---',
  '<div>',
  '| a |',
  '    indented',
  '#',
  '-',
  '\t',
  ' '.repeat(300),
  '\u3000',
  '- [ ]\n-\n* [x]',
  `Seen: ![a map](data:image/png;base64,${'iVBORw0KGgo7'.repeat(9)}) in March.`,
  `${'kJ8s0Qx+'.repeat(9)}\n${'Zb3/4Ra9'.repeat(9)}\nA1b2==`,
  `${'!function(e,t){"a"==typeof e?b=t():c=d};'.repeat(14)} end`,
  `See https://example.org/${'path/'.repeat(90)}end for more.`,
)

const block = fc.oneof(heading, heading, setextHeading, paragraph, list, table, fence, odd)

/** Markdown of all kinds of blocks, without carriage returns. */
export const arbitraryMarkdown: fc.Arbitrary<string> = fc
  .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n\n')), { maxLength: 14 })
  .map((blocks) => blocks.map(([text, end]) => text + end).join(''))

/** Any text: carriage returns, lone surrogates, marks, white space. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\ud83d',
        '\ude00',
        '\u0301',
        '\u200d',
        ' ',
        '\t',
        '# ',
        '- ',
        '> ',
        '```',
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))
