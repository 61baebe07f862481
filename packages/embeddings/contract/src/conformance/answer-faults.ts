export const dimensions = 2

/** The valid answer to three texts. */
export const goodVectors: readonly (readonly number[])[] = [
  [1, 0],
  [0, 1],
  [0.6, 0.8],
]

/** An invalid answer, and the positions of its usable vectors. */
export interface AnswerFault {
  readonly name: string
  readonly body: string
  readonly usable: readonly number[]
}

/** Values in place of the second vector. */
const badVectors: readonly (readonly [name: string, vector: unknown])[] = [
  ['no vector', null],
  ['a short vector', [1]],
  ['a long vector', [1, 0, 0]],
  ['an empty vector', []],
  ['base64', 'zczMPc3MTD4='],
  ['an object', { 0: 1, 1: 0, length: 2 }],
  ['a list of vectors', [[1, 0]]],
  ['a vector that holds null', [1, null]],
  ['a vector that holds text', ['1', 0]],
  ['a vector that holds the text NaN', ['NaN', 1]],
  ['a vector that holds true', [true, 0]],
  ['a vector of zeros', [0, 0]],
  ['a vector too small for its kind of number', [1e-60, 0]],
  ['a vector too large for its kind of number', [1e39, 0]],
  ['a vector of infinite length', [1e300, 1e300]],
]

/** Replaced by a literal that `JSON.stringify` would not write. */
const mark = 123_456

/** Invalid answers to three texts; `answer` writes a valid one. */
export function answerFaults(answer: (vectors: readonly unknown[]) => unknown): AnswerFault[] {
  const [first, second, third] = goodVectors
  const write = (...vectors: unknown[]) => JSON.stringify(answer(vectors))
  const marked = (text: string) => write(first, [mark, 0], third).replace(String(mark), text)
  return [
    ...badVectors.map(([name, vector]) => ({ name, body: write(first, vector, third), usable: [0, 2] })),
    { name: 'two bad vectors', body: write(null, second, []), usable: [1] },
    { name: 'a vector that holds 1e999', body: marked('1e999'), usable: [0, 2] },
    none('a vector that holds NaN', marked('NaN')),
    none('vectors of another length', write([1], [1], [1])),
    none('too few vectors', write(first, second)),
    none('too many vectors', write(first, second, third, first)),
    none('no vectors', write()),
    none('cut JSON', write(first, second, third).slice(0, -4)),
    none('only the vectors', JSON.stringify(goodVectors)),
    none('JSON of another shape', '{"hello":1}'),
    none('an error with the status 200', '{"error":{"message":"No."}}'),
    none('nothing', ''),
    none('null', 'null'),
    none('a number', '1'),
  ]
}

const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  1,
  -1,
  0.5,
  1e39,
  1e-300,
  '',
  '0',
  'AAAA',
  [],
  {},
  [[1, 0]],
  {
    0: 1,
    length: 1,
  },
]

/** Replaces, removes or repeats each part of a JSON value in turn. */
export function variantsOf(value: unknown): unknown[] {
  return [...oddValues, ...changedParts(value)]
}

function changedParts(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value)) {
    const names = Object.entries(value)
    return names.flatMap(([name, part]) => variantsOf(part).map((variant) => ({ ...value, [name]: variant })))
  }
  const items: readonly unknown[] = value
  return items.flatMap((item, index) => [
    items.toSpliced(index, 1),
    items.toSpliced(index, 0, item),
    ...variantsOf(item).map((variant) => items.with(index, variant)),
  ])
}

function none(name: string, body: string): AnswerFault {
  return { name, body, usable: [] }
}
