import { describe, expect, it } from 'vitest'
import { matches } from './matches.js'
import { parseFilter } from './parse-filter.js'
import { openJsonTable } from './testing/json-table.js'

type Example = [filter: string, matching: string[], others: string[]]

const table = openJsonTable()

/** Filters and documents are texts, since in an object literal `__proto__` is no key. */
function resultsOf([filterText, matching, others]: Example): Record<'memory' | 'text' | 'binary', string[]> {
  const filter = parseFilter(JSON.parse(filterText))
  const texts = [...matching, ...others]
  const documents = texts.map((text): unknown => JSON.parse(text))
  table.load(documents)
  const { text, binary } = table.matching(filter)
  const chosen = (results: readonly boolean[]): string[] => texts.filter((_, index) => results[index])
  return {
    memory: chosen(documents.map((document) => matches(filter, document))),
    text: chosen(text),
    binary: chosen(binary),
  }
}

const operators: Example[] = [
  ['{}', ['{}', '{"a": 1}'], []],
  ['{"a": 1}', ['{"a": 1}', '{"a": 1.0}'], ['{"a": 2}', '{"a": "1"}', '{"a": true}', '{}']],
  ['{"a": "x"}', ['{"a": "x"}'], ['{"a": "X"}', '{"a": "x "}', '{"b": "x"}']],
  ['{"a": true}', ['{"a": true}'], ['{"a": 1}', '{"a": "true"}', '{"a": false}']],
  ['{"a": false}', ['{"a": false}'], ['{"a": 0}', '{"a": null}', '{}']],
  ['{"a": {"$eq": 1}}', ['{"a": 1}'], ['{"a": 2}']],
  ['{"a": {"$lt": 5}}', ['{"a": 4.9}', '{"a": -1e308}'], ['{"a": 5}', '{"a": "4"}', '{"a": true}', '{"a": null}', '{}']],
  ['{"a": {"$lte": 5}}', ['{"a": 5}'], ['{"a": 5.000001}', '{"a": null}']],
  ['{"a": {"$gt": 5}}', ['{"a": 6}'], ['{"a": 5}', '{"a": "6"}']],
  ['{"a": {"$gte": 5}}', ['{"a": 5}'], ['{"a": 4}', '{"a": []}', '{"a": {}}']],
  ['{"a": {"$gte": "b", "$lt": "c"}}', ['{"a": "b"}', '{"a": "bz"}'], ['{"a": "c"}', '{"a": "B"}', '{"a": 1}']],
  ['{"a": {"$ne": 1}}', ['{"a": 2}', '{"a": "1"}', '{"a": null}', '{}'], ['{"a": 1}', '{"a": [0, 1]}']],
  ['{"a": {"$in": [1, "x", null, true]}}', ['{"a": 1}', '{"a": "x"}', '{"a": true}', '{"a": null}', '{}'], ['{"a": false}', '{"a": "1"}']],
  ['{"a": {"$in": []}}', [], ['{"a": 1}', '{}']],
  ['{"a": {"$nin": [1, 2]}}', ['{"a": 3}', '{"a": "1"}', '{}'], ['{"a": 1}', '{"a": [3, 2]}']],
  ['{"a": {"$nin": []}}', ['{"a": 1}', '{}'], []],
  ['{"a": {"$exists": true}}', ['{"a": null}', '{"a": []}', '{"a": {}}', '{"a": 0}'], ['{}', '{"b": 1}']],
  ['{"a": {"$exists": false}}', ['{}'], ['{"a": null}']],
  ['{"a": {"$not": {"$gt": 5}}}', ['{"a": 5}', '{"a": "x"}', '{}'], ['{"a": 6}']],
  ['{"a": {"$not": "x"}}', ['{"a": "y"}', '{}'], ['{"a": "x"}']],
  ['{"a": 1, "b": 2}', ['{"a": 1, "b": 2}'], ['{"a": 1}', '{"b": 2}']],
  ['{"$and": [{"a": {"$gt": 1}}, {"a": {"$lt": 3}}]}', ['{"a": 2}'], ['{"a": 3}', '{}']],
  ['{"$or": [{"a": 1}, {"b": 1}]}', ['{"a": 1}', '{"b": 1}'], ['{"a": 2}', '{}']],
  ['{"$not": {"a": 1, "b": 1}}', ['{"a": 1}', '{}'], ['{"a": 1, "b": 1}']],
  ['{"$or": [{"a": 1}, {"$and": [{"b": 1}, {"$not": {"c": 1}}]}]}', ['{"b": 1}', '{"a": 1, "c": 1}'], ['{"b": 1, "c": 1}']],
] // prettier-ignore

const missing: Example[] = [
  ['{"a": null}', ['{"a": null}', '{}', '{"b": 1}'], ['{"a": 0}', '{"a": ""}', '{"a": false}', '{"a": []}']],
  ['{"a": {"$ne": null}}', ['{"a": 0}', '{"a": ""}', '{"a": []}'], ['{"a": null}', '{}']],
  ['{"a.b": {"$ne": 1}}', ['{}', '{"a": 1}', '{"a": {}}', '{"a": {"b": 2}}'], ['{"a": {"b": 1}}']],
  ['{"a.b": {"$nin": [1]}}', ['{}', '{"a": null}'], ['{"a": {"b": 1}}']],
  ['{"a": {"$exists": true, "$ne": 1}}', ['{"a": 2}', '{"a": null}'], ['{}', '{"a": 1}']],
  ['{"a": 1}', [], ['null', '1', '"a"', '[{"a": 1}]']],
  ['{"a": {"$ne": 1}}', ['null', '[1]', '"a"'], []],
]

const paths: Example[] = [
  ['{"a.b.c": 1}', ['{"a": {"b": {"c": 1}}}'], ['{"a.b.c": 1}', '{"a": {"b": 1}}', '{"a": {"b": {}}}']],
  ['{"a": 1}', [], ['{"a": {"b": 1}}', '{"a": {"0": 1}}']],
  ['{"a.0": 1}', ['{"a": [1, 2]}', '{"a": {"0": 1}}', '{"a": [[1]]}'], ['{"a": [2, 1]}', '{"a": 1}', '{"a": [{"0": 1}]}']],
  ['{"a.1.b": 1}', ['{"a": [{}, {"b": 1}]}'], ['{"a": [{"b": 1}]}', '{"a": [{"b": 1}, {"b": 2}]}']],
  ['{"0": 1}', ['{"0": 1}'], ['[1]', '{"00": 1}']],
  ['{"a.01": 1}', ['{"a": {"01": 1}}'], ['{"a": [0, 1]}']],
  ['{"a.18446744073709551616": 1}', ['{"a": {"18446744073709551616": 1}}'], ['{"a": [1]}']],
  ['{"a.-1": 1}', ['{"a": {"-1": 1}}'], ['{"a": [1]}']],
  [String.raw`{"a\\.b": 1}`, ['{"a.b": 1}'], ['{"a": {"b": 1}}']],
  [String.raw`{"\\$in": 1}`, ['{"$in": 1}'], ['{"in": 1}']],
  [String.raw`{"a\\\\.b": 1}`, [String.raw`{"a\\": {"b": 1}}`], [String.raw`{"a\\.b": 1}`]],
  ['{"": 1}', ['{"": 1}'], ['{}', '{"a": 1}']],
  ['{"a..b": 1}', ['{"a": {"": {"b": 1}}}'], ['{"a": {"b": 1}}']],
  [String.raw`{"a\"b": 1}`, [String.raw`{"a\"b": 1}`], ['{"a": 1}']],
  ['{"__proto__": 1}', ['{"__proto__": 1}'], ['{}']],
  ['{"__proto__": {"$exists": true}}', ['{"__proto__": null}'], ['{}']],
  ['{"constructor.name": {"$exists": true}}', ['{"constructor": {"name": 1}}'], ['{}', '{"constructor": 1}']],
  ['{"a.length": {"$exists": true}}', ['{"a": {"length": 1}}'], ['{"a": [1]}', '{"a": "text"}']],
  [String.raw`{"\u540d\u524d.\u00e9": 1}`, ['{"名前": {"\u00e9": 1}}'], ['{"名前": {"e\u0301": 1}}']],
  [String.raw`{"a": 1}`, [], [String.raw`{"a\u0000": 1}`, String.raw`{"a\u0000b": 1}`]],
  [String.raw`{"a\u0000b": 1}`, [String.raw`{"a\u0000b": 1}`], ['{"a": 1}', String.raw`{"a\u0000c": 1}`]],
  ['{"x.a": 1}', ['{"x": {"a": 1}}'], [String.raw`{"x": {"a\u0000": 1}}`, String.raw`{"x": {"a\u0000b": 1}}`]],
  [String.raw`{"x.a\u0000b": 1}`, [String.raw`{"x": {"a\u0000b": 1}}`], ['{"x": {"a": 1}}', String.raw`{"x": {"a\u0000c": 1}}`]],
  [String.raw`{"x.\ud800": 1}`, [String.raw`{"x": {"\ud800": 1}}`], [String.raw`{"x": {"\ufffd": 1}}`]],
  [String.raw`{"\ud800": 1}`, [String.raw`{"\ud800": 1}`], [String.raw`{"\ud801": 1}`, String.raw`{"\ufffd": 1}`]],
] // prettier-ignore

const arrays: Example[] = [
  ['{"tags": "x"}', ['{"tags": ["y", "x"]}', '{"tags": "x"}'], ['{"tags": ["y"]}', '{"tags": []}', '{"tags": [["x"]]}']],
  ['{"tags": {"$in": ["x", "z"]}}', ['{"tags": ["y", "z"]}'], ['{"tags": ["y"]}']],
  ['{"tags": {"$ne": "x"}}', ['{"tags": ["y"]}', '{"tags": []}'], ['{"tags": ["y", "x"]}']],
  ['{"tags": {"$nin": ["x", "z"]}}', ['{"tags": ["y"]}'], ['{"tags": ["y", "z"]}']],
  ['{"tags": null}', ['{"tags": [null]}'], ['{"tags": []}', '{"tags": [1]}']],
  ['{"a": {"$gt": 5}}', ['{"a": [1, 6]}'], ['{"a": [1, 5]}', '{"a": ["6"]}']],
  ['{"a": {"$gt": 5, "$lt": 3}}', ['{"a": [1, 6]}'], ['{"a": [4]}']],
  ['{"steps.name": "grasp"}', ['{"steps": [{"name": "move"}, {"name": "grasp"}]}', '{"steps": [{"name": ["grasp"]}]}'], ['{"steps": ["grasp"]}', '{"steps": [[{"name": "grasp"}]]}']],
  ['{"a.b.c": 1}', ['{"a": [{"b": [{"c": 2}, {"c": 1}]}]}', '{"a": {"b": [{"c": 1}]}}'], ['{"a": [{"b": [2]}]}']],
  ['{"steps.name": {"$exists": true}}', ['{"steps": [1, {"name": null}]}'], ['{"steps": []}', '{"steps": [{}]}']],
  ['{"steps.name": null}', ['{"steps": []}', '{"steps": [{}]}', '{"steps": [{"name": null}]}'], ['{"steps": [{"name": 1}, {}]}']],
] // prettier-ignore

const values: Example[] = [
  [
    '{"a": 9007199254740993}',
    ['{"a": 9007199254740992}', '{"a": 9007199254740993}'],
    ['{"a": 9007199254740994}'],
  ],
  ['{"a": 1152921504606846976}', ['{"a": 1152921504606847000}'], ['{"a": 1152921504606847200}']],
  [
    '{"a": {"$gt": 9007199254740992}}',
    ['{"a": 9007199254740994}', '{"a": 1e308}'],
    ['{"a": 9007199254740992}'],
  ],
  ['{"a": {"$lt": 1152921504606846976}}', [], ['{"a": 1152921504606846976}', '{"a": 1152921504606847000}']],
  ['{"a": 0}', ['{"a": -0}', '{"a": -0.0}', '{"a": 0e10}'], ['{"a": 5e-324}']],
  ['{"a": -0}', ['{"a": 0}'], ['{"a": ""}', '{"a": false}']],
  ['{"a": {"$gte": 1e308}}', ['{"a": 1e308}', '{"a": 1.7976931348623157e308}'], ['{"a": 9.9e307}']],
  ['{"a": {"$in": [1e308, 0.1]}}', ['{"a": 1e308}', '{"a": 0.1}'], ['{"a": 0.10000000000000002}']],
  ['{"a": {"$lt": "\\uffff"}}', ['{"a": "z"}', '{"a": "\\ufffe"}'], ['{"a": "\u{1F600}"}']],
  ['{"a": {"$gt": "\\ue000"}}', ['{"a": "\u{1F600}"}', '{"a": "\\ue001"}'], ['{"a": "\\ud83d"}']],
  ['{"a": {"$gt": "\\ud83d\\uffff"}}', ['{"a": "\u{1F600}"}'], ['{"a": "\\ud83da"}']],
  ['{"a": "\\ud83d"}', ['{"a": "\\ud83d"}'], ['{"a": "\\ufffd"}', '{"a": "\\ud83e"}', '{"a": "\u{1F600}"}']],
  ['{"a": {"$lt": "\\ud83e"}}', ['{"a": "\\ud83d"}'], ['{"a": "\\ufffd"}', '{"a": "\\ud83f"}']],
  ['{"a": "x\\u0000y"}', ['{"a": "x\\u0000y"}'], ['{"a": "x"}', '{"a": "x\\u0000z"}']],
  ['{"a": {"$gt": "x"}}', ['{"a": "x\\u0000"}'], ['{"a": "x"}']],
  ['{"a": "é"}', ['{"a": "\\u00e9"}'], ['{"a": "e\\u0301"}']],
  [`{"a": "' OR 1 = 1; --"}`, [`{"a": "' OR 1 = 1; --"}`], ['{"a": 1}']],
  ['{"a": ""}', ['{"a": ""}'], ['{"a": null}', '{"a": 0}']],
]

const examples = [
  ...operators.map((example) => ['operators', ...example] as const),
  ...missing.map((example) => ['a path that leads to nothing', ...example] as const),
  ...paths.map((example) => ['dot paths', ...example] as const),
  ...arrays.map((example) => ['arrays', ...example] as const),
  ...values.map((example) => ['values', ...example] as const),
]

describe('the language, in memory and in SQL', () => {
  it.each(examples)('C11: %s: %s matches %j, not %j', (_, filter, matching, others) => {
    expect(resultsOf([filter, matching, others])).toEqual({
      memory: matching,
      text: matching,
      binary: matching,
    })
  })

  it('takes a column that is NULL for a document without fields', () => {
    table.load([undefined])
    expect(table.matching(parseFilter({ a: 1 }))).toEqual({ text: [false], binary: [false] })
    expect(table.matching(parseFilter({ a: { $exists: false }, 'b.c': { $ne: 1 } })).text).toEqual([true])
    expect(matches(parseFilter({ a: { $exists: false } }), null)).toBe(true)
  })
})
