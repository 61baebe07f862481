import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { createMemory } from '../create-memory.js'

const notes = {
  'cranes.md': '# Cranes\n\nThe northern crane lifts nine tons.\n',
  'boats.md': '# Boats\n\nThe boat leaves at noon.\n',
}
const fact = 'The user prefers tabs over spaces in Go code.'

async function openMemory(isEmbedded = false) {
  const { model } = createConceptModel()
  const calls: (readonly string[])[] = []
  const counting = {
    ...model,
    embed: (request: Parameters<typeof model.embed>[0]) => (calls.push(request.texts), model.embed(request)),
  }
  const memory = createMemory({
    store: await openSqliteStore({ path: ':memory:' }),
    records: await openSqliteRecords({ path: ':memory:' }),
    models: isEmbedded ? [counting] : [],
  })
  onTestFinished(() => memory.close())
  await memory.index([notesFolder(notes)])
  await memory.records.remember(fact)
  await memory.records.remember('The southern crane lifts four tons.', { summary: 'Southern crane' })
  return { memory, calls }
}

describe('a search of both kinds', () => {
  it('finds records and files in one ranking', async () => {
    const { memory } = await openMemory()
    const { answer } = await memory.search('tabs or spaces')
    expect(answer.results[0]).toMatchObject({
      kind: 'record',
      text: fact,
      path: expect.stringMatching(/^record:default\/[\da-f-]{36}$/u),
      startLine: 1,
      endLine: 1,
      record: { collection: 'default', at: expect.any(Number) },
    })
    const cranes = await memory.search('crane lifts', { threshold: 0 })
    expect(cranes.answer.results.map(({ kind }) => kind).toSorted()).toEqual(['file', 'record'])
    expect(cranes.answer.searched.kinds).toEqual(['file', 'record'])
    const one = await memory.search('crane lifts', { threshold: 0, limit: 1 })
    expect(one.answer.results).toHaveLength(1)
  })

  it('finds only transcripts of the kind session, in all roots of transcripts or the named ones', async () => {
    const said = JSON.stringify({ role: 'user', content: 'The crane in the harbour lifts three tons.' })
    const folder = notesFolder({ ...notes, 'a/1.jsonl': said, 'b/2.jsonl': said.replace('three', 'five') })
    const store = await openSqliteStore({ path: ':memory:' })
    const sessions = ['a', 'b'].map((name) => ({ kind: 'sessions', folder: `${folder}/${name}` }) as const)
    const memory = createMemory({ store, sources: [folder, ...sessions] })
    onTestFinished(() => memory.close())
    await memory.sync()
    const pathsFor = async (options: object) =>
      (await memory.search('crane', { threshold: 0, ...options })).answer.results.map(({ path }) => path)
    expect(await pathsFor({})).toHaveLength(3)
    expect((await pathsFor({ kinds: ['session'] })).toSorted()).toEqual(['1.jsonl', '2.jsonl'])
    expect(await pathsFor({ kinds: ['session'], roots: ['b'] })).toEqual(['2.jsonl'])
    expect(await pathsFor({ kinds: ['session', 'file'] })).toHaveLength(3)
    const unnamed = createMemory({ store, sources: [folder] })
    const paths = async (options: object) =>
      (await unnamed.search('crane', { threshold: 0, ...options })).answer.results.length
    expect([await paths({}), await paths({ kinds: ['session'] })]).toEqual([1, 2])
  })

  it('is limited to one kind, or to files by filters of files', async () => {
    const { memory } = await openMemory()
    const kindsFor = async (options: object) =>
      (await memory.search('crane', { threshold: 0, ...options })).answer.results.map(({ kind }) => kind)
    expect(await kindsFor({ kinds: ['file'] })).toEqual(['file'])
    expect(await kindsFor({ kinds: ['record'] })).toEqual(['record'])
    expect(await kindsFor({ paths: ['**'] })).toEqual(['file'])
    await expect(memory.search('crane', { kinds: ['note' as 'file'] })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('file, record or session'),
    })
  })

  it('ranks files as a search of only files does', async () => {
    const { memory } = await openMemory(true)
    const pathsOf = async (kinds: readonly ('file' | 'record')[]) =>
      (await memory.search('automobile crane', { threshold: 0, kinds })).answer.results.flatMap(
        ({ kind, path }) => (kind === 'file' ? [path] : []),
      )
    expect(await pathsOf(['file', 'record'])).toEqual(await pathsOf(['file']))
  })

  it('embeds the query once', async () => {
    const { memory, calls } = await openMemory(true)
    const before = calls.length
    await memory.search('crane', { threshold: 0 })
    expect(calls.slice(before).filter((texts) => texts.includes('crane'))).toHaveLength(1)
  })

  it('returns a path for reading the record, until it is forgotten', async () => {
    const { memory } = await openMemory()
    const [first] = (await memory.search('tabs or spaces')).answer.results
    const path = first?.path ?? ''
    expect(await memory.get(path)).toMatchObject({ root: 'record', path, text: fact, startLine: 1, lines: 1 })
    expect(await memory.getAll([`${path}:1`])).toMatchObject([{ text: fact }])
    await memory.records.forget(first?.id ?? '')
    await expect(memory.get(path)).rejects.toMatchObject({ code: 'RECORD_UNKNOWN' })
    expect((await memory.search('tabs or spaces')).answer.results).toEqual([])
  })
})
