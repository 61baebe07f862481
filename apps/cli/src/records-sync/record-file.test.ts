import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withMarkers } from './__fixtures__/histories.js'
import { openMachine, recordOf } from './__fixtures__/machine.js'
import { fileNameOf, parseStates, renderState } from './record-file.js'

describe('the file of a record', () => {
  it('has a valid name on every system, different for ids that differ only in their case', () => {
    const id = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.uuid(),
      fc.constantFrom('CON', 'con', 'a/b', 'a:b', 'x.'),
    )
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(fileNameOf(one)).toMatch(/^(?:id-[\da-f]{40}|[\da-f-]{36})\.json$/)
        expect(fileNameOf(one) === fileNameOf(other)).toBe(one === other)
      }),
    )
    expect(fileNameOf('A')).not.toBe(fileNameOf('a'))
  })

  it('has one field per line, the same bytes on every machine, and no counts of use', async () => {
    const { store, sync, put, fileOf } = await openMachine()
    const id = await put({
      content: 'Two\nlines.',
      tags: ['b', 'a'],
      accessCount: 3,
      context: { b: 1, a: [2] },
    })
    await store.supersede(id, { id: 'later', content: 'New.' })
    await sync()
    const text = readFileSync(fileOf(id), 'utf8')
    expect(text).not.toMatch(/count|access/i)
    expect(text.replaceAll(/20\d\d-[^"]+Z/g, 'TIME').replace(id, 'ID')).toBe(`{
  "id": "ID",
  "status": "superseded",
  "supersededAt": "TIME",
  "supersededBy": "later",
  "collection": "default",
  "confidence": 0.9,
  "content": "Two\\nlines.",
  "context": {"b":1,"a":[2]},
  "createdAt": "TIME",
  "origin": "api",
  "tags": ["b","a"]
}
`)
    const other = await openMachine()
    const [state] = parseStates(text.replaceAll('\n', '\r\n'))
    await other.store.merge(state ? [state] : [])
    await other.sync()
    expect(readFileSync(other.fileOf(id), 'utf8')).toBe(text)
  })

  it('is parsed to what was rendered, also as a side of a conflict', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => each.trim() !== '')
    fc.assert(
      fc.property(text, text, fc.dictionary(fc.string(), fc.jsonValue()), (content, tag, context) => {
        const file = JSON.stringify(recordOf({ content, context, tags: [`x${tag}x`] }))
        const [state] = parseStates(file)
        if (!state?.record) throw new TypeError('There is no record.')
        const rendered = renderState(state)
        expect(parseStates(rendered)).toEqual([state])
        const other = renderState({ ...state, record: { ...state.record, contradictedBy: ['x'] } })
        expect(parseStates(withMarkers(rendered, other)).map(renderState)).toEqual([rendered, other])
        const forgotten = renderState({ id: state.id, record: null })
        expect(forgotten).toBe(`{\n  "id": "${state.id}",\n  "forgotten": true\n}\n`)
        expect(parseStates(withMarkers(rendered, forgotten)).map(({ record }) => record)).toEqual([
          state.record,
          null,
        ])
      }),
      { numRuns: 40 },
    )
  })

  it('is merged if git shows the common version too', () => {
    const [one, other] = [{ id: 'a', forgotten: true }, recordOf({ id: 'a' })]
    const text = `<<<<<<< HEAD\n${JSON.stringify(one)}\n||||||| 1234567\n{}\n=======\n${JSON.stringify(other)}\n>>>>>>> main\n`
    expect(parseStates(text).map(({ record }) => record?.content)).toEqual([undefined, 'A fact.'])
  })
})
