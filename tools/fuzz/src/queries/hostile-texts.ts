/** What FTS5 would read as syntax, where it let anything through. */
export const fullTextSyntax = [
  ...`NEAR( NEAR ^first ^ words: place:"a" + * "a"* ""* ** AND ( ) () ((a) " "" """ '`.split(' '),
  'NEAR(a b, 5)',
  'words : a',
  '{words parts} : a',
  '- {words} : a',
  '"" OR',
  '"" AND ""',
  'a + b',
  'a NOT',
  'NOT a',
  'OR OR',
  "rank = 'bm25(10.0)'",
]

/** What would do harm, or show, where a text stood in SQL. */
export const sqlPieces = [
  ...`% _ %%__ ?1 ? :name @name $name \\ \\\\ ; NULL char(0)||'a' [1,2] {"a":1} $.a[0]`.split(' '),
  "'; DROP TABLE chunk; --",
  "') OR 1=1 --",
  "' OR '1'='1",
  '" UNION SELECT text FROM chunk --',
  "x' ESCAPE '\\",
  '/* */',
  '-- ',
]

/** Characters that break strings. */
export const odd = [
  ...'\0 a\0b \u0001 \u001f \u007f \u0085 \u2028 \ufeff \uffff \ufffd \u{F8FF} \u{10FFFF}'.split(' '),
  ...'\ud83d \udc00 \udc00\ud83d x\ud800y \u200b \u200d \u202e \u0301 \u0301\u0301\u0301'.split(' '),
  ...'\ufe0f 😀 👩‍👩‍👧‍👦 🇩🇪 #️⃣ ﷺ ㍿ 𝕳𝖊𝖑𝖑𝖔 é̶̷ ß İ ı ﬃ ː 〇 ー กำ क्ष \u1100\u1161\u11a8'.split(' '),
]

/** What joins pieces; mostly a space. */
export const joints = [...'      \t\n\u3000\u00a0/.-_:', '  ', '', ', ']

/** Quotation marks in pairs, and some that do not pair up. */
export const quotes = [
  ['"', '"'],
  ['"', '"'],
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['＂', '＂'],
  ['"', ''],
  ['', '"'],
  ['“', ''],
  ['”', '“'],
  ["'", "'"],
  ['`', '`'],
]
