import assert from 'node:assert/strict'
import { hostileTexts } from './hostile-texts.js'
import { formKey } from '../search-filter/field-value.js'
import { fill, newDocument, numbered, put, sampleDocument, times, wordsOf, type Cases } from './samples.js'

/** Counts of words and their limits, in addition to the model. */
export const wordCases: Cases = {
  'a prefix has up to 256 stems, in the order of code points': async (store) => {
    const stems = numbered(300, (number) => `w${number}`)
    await fill(store, stems)
    const { expansions } = await store.readCounts({ prefixes: ['w', 'w29'] })
    const inOrder = Object.values(stems).toSorted()
    assert.deepEqual(expansions, [inOrder.slice(0, 256), inOrder.filter((stem) => stem.startsWith('w29'))])
  },
  'only words of letters, marks and digits are counted, not markers of path ends': async (store) => {
    if (!store.vocabulary) return
    const { chunksWithStems, chunksWithForms, formsWithPrefixes } = store.vocabulary
    const text = [...hostileTexts, 'x\uF8FF'].map((one) => ({ form: one, stem: one }))
    const placed = { words: wordsOf('harbour', { place: '\uF8FF docs \uF8FF' }) }
    await fill(store, { placed, odd: { words: { text, parts: [], place: [] } } })
    const none = ['', ' ', '"', '*', '\0', '\uF8FF', 'x\uF8FF', 'harb*', 'HARBOUR', '\uD800', '%']
    for (const words of [none, []]) {
      for (const count of [chunksWithStems, chunksWithForms]) assert.equal((await count(words)).size, 0)
      assert.equal((await formsWithPrefixes(words)).length, 0)
    }
    assert.ok(!(await formsWithPrefixes(['x'])).includes('x\uF8FF'))
    for (const one of hostileTexts) {
      for (const count of (await chunksWithStems([one, 'harbour'])).values()) assert.ok(count > 0)
      await formsWithPrefixes([one])
    }
  },
  'short and long forms are found by each other, the most frequent first, until their documents are removed':
    async (store) => {
      if (!store.vocabulary) return
      const { otherForms } = store.vocabulary
      const stated: Readonly<Record<string, unknown>> = {
        'a.md': { SLA: ['service level agreement', 'Sea Lion Aquarium'], IT: 'information technology' },
        'b.md': {
          SLA: 'Service-Level Agreements',
          y: 3,
          same: 'Same',
          '': 'nothing',
        },
        'c.md': ['SLA', 'list'],
        'd.md': 'text',
      }
      const documents = Object.entries(stated).map(([path, abbreviations]) =>
        newDocument(sampleDocument(path, { metadata: { abbreviations } }), { [path]: path }),
      )
      await put(store, documents)
      const keys = ['SLA', 'service level agreement', 'IT', 'it', 'long', 'x', 'y', 'same', ''].map(formKey)
      const byKey = async () => (await otherForms(keys)).map(({ key, form }) => `${key}: ${form}`)
      const whole = `${formKey('service level agreement')}: SLA`
      assert.deepEqual(await byKey(), [
        whole,
        'SLA: Sea Lion Aquarium',
        'SLA: Service-Level Agreements',
        'IT: information technology',
        'SLA: service level agreement',
      ])
      assert.equal((await otherForms([])).length, 0)
      assert.equal((await store.ofRecords?.().vocabulary?.otherForms(keys))?.length ?? 0, 0)
      await store.writeDocuments({ put: [newDocument(sampleDocument('a.md'), { changed: 'text' })] })
      assert.deepEqual(await byKey(), [whole, 'SLA: Service-Level Agreements'])
      await store.writeDocuments({ removed: [{ root: 'notes', path: 'b.md' }] })
      assert.equal((await otherForms(keys)).length, 0)
    },
  'thousands of words are counted in one call': async (store) => {
    if (!store.vocabulary) return
    const { chunksWithStems, chunksWithForms, formsWithPrefixes } = store.vocabulary
    const chunks = numbered(200, (number) => `harbour${number} light${number % 7}`)
    await fill(store, chunks)
    const words = times(8000, (number) => `harbour${number}`)
    for (const counts of [await chunksWithStems(words), await chunksWithForms(words)])
      assert.deepEqual([counts.size, counts.get('harbour7'), counts.get('harbour199')], [200, 1, 1])
    const prefixes = ['harbour1', ...times(500, (number) => `light${number}`)]
    assert.equal((await formsWithPrefixes(prefixes)).length, 7 + 111)
  },
}
