import { realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { confineStore, type Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { notesFolder, writeNote } from './__fixtures__/notes-folder.js'
import { testMemory } from './__fixtures__/test-memory.js'

const code = (name: string) => expect.objectContaining({ code: name })

/** The scan result of a file that must not be read, as an attacker might write it to a database. */
async function plant(store: Store, root: string, path: string): Promise<void> {
  const marks = { contentHash: 'h', fingerprint: 'r', stamp: '1', readAt: 1 }
  await store.writeDocuments({
    put: [{ document: { root, path, title: 't', metadata: {}, ...marks }, chunks: [] }],
  })
}

function places() {
  const folder = notesFolder({
    'project/memory/a.md': 'the harbour of the project',
    'private/secret.md': 'the harbour of somebody else',
    'private/.env': 'KEY=1',
  })
  const top = realpathSync(folder)
  return { project: join(top, 'project'), private: join(top, 'private') }
}

describe('a memory with a store that is confined to a folder', () => {
  it('shows, reads, syncs and watches nothing outside, even if the store has such roots', async () => {
    const { project, private: elsewhere } = places()
    const whole = await openSqliteStore({ path: ':memory:' })
    const open = await testMemory({ store: whole })
    await open.memory.index([elsewhere, join(project, 'memory')])
    const store = confineStore(whole, project)
    const { memory } = await testMemory({ store, sources: [{ kind: 'paths', paths: [elsewhere] }] })

    writeNote(elsewhere, 'later.md', 'the harbour of tomorrow')
    const { answer, refused, stalePaths } = await memory.search('harbour', { threshold: 0 })
    expect(answer.results.map(({ root }) => root)).toEqual(['memory'])
    expect(stalePaths).toEqual([])
    expect(refused).toEqual([{ path: elsewhere, reason: expect.stringContaining('recallite trust') }])
    await expect(memory.search('harbour', { roots: ['private'] })).rejects.toThrow(code('ROOT_UNKNOWN'))
    for (const place of ['private:secret.md', 'secret.md']) {
      await expect(memory.get(place)).rejects.toThrow(code('DOCUMENT_UNKNOWN'))
    }
    expect((await memory.listRoots()).map(({ name }) => name)).toEqual(['memory'])
    await expect(memory.listDocuments('private')).rejects.toThrow(code('STORE_UNKNOWN_ROOT'))
    expect(await memory.status()).toMatchObject({ files: 1, roots: [{ name: 'memory' }] })
    expect(await memory.sync()).toMatchObject({ files: 1, added: 0, refused: [{ path: elsewhere }] })
    expect(await whole.listDocuments('private')).toHaveLength(1)
    await expect(memory.index([elsewhere])).rejects.toThrow(code('FOLDER_OUTSIDE'))
  })

  it('finds documents inside even if there are many outside', async () => {
    const { project, private: elsewhere } = places()
    for (let number = 0; number < 60; number += 1) {
      writeFileSync(join(elsewhere, `${number}.md`), 'harbour harbour harbour')
    }
    const whole = await openSqliteStore({ path: ':memory:' })
    await (await testMemory({ store: whole })).memory.index([elsewhere, join(project, 'memory')])
    const { memory } = await testMemory({ store: confineStore(whole, project) })
    const { answer } = await memory.search('harbour', { limit: 1, candidates: 2, threshold: 0 })
    expect(answer.results.map(({ path }) => path)).toEqual(['a.md'])
  })
})

describe('a stored path', () => {
  it('is checked again before it is read', async () => {
    const { project, private: elsewhere } = places()
    const store = await openSqliteStore({ path: ':memory:' })
    const { memory } = await testMemory({ store })
    await memory.index([project])
    const paths = [
      '../private/secret.md',
      join(elsewhere, 'secret.md'),
      'memory/../../private/secret.md',
      './memory/a.md',
      'memory//a.md',
      '',
    ]
    for (const path of paths) {
      await plant(store, 'project', path)
      await expect(memory.get({ path: `project:${path}` })).rejects.toThrow(code('PATH_OUTSIDE_ROOT'))
    }
  })

  it('is not read through a link, in a root that is one, or next to one', async () => {
    const { project, private: elsewhere } = places()
    const store = await openSqliteStore({ path: ':memory:' })
    const { memory } = await testMemory({ store })
    symlinkSync(elsewhere, join(project, 'link'))
    symlinkSync(join(elsewhere, 'secret.md'), join(project, 'file.md'))
    await store.putRoot({ name: 'linked', path: join(project, 'link') })
    await store.putRoot({ name: 'project', path: project })
    await store.putRoot({ name: 'up', path: `${project}/../private` })
    await plant(store, 'linked', 'secret.md')
    await plant(store, 'project', 'link/secret.md')
    await plant(store, 'project', 'file.md')
    await plant(store, 'up', 'secret.md')
    for (const place of ['linked:secret.md', 'project:link/secret.md', 'project:file.md', 'up:secret.md']) {
      await expect(memory.get(place)).rejects.toThrow(code('PATH_OUTSIDE_ROOT'))
    }
    const { skipped } = await memory.sync()
    expect(skipped.filter(({ root }) => root !== 'project')).toEqual([
      expect.objectContaining({
        root: 'linked',
        reason: expect.stringContaining('is now a link to another folder'),
      }),
      expect.objectContaining({
        root: 'up',
        reason: expect.stringContaining('is now a link to another folder'),
      }),
    ])
    expect((await memory.search('somebody else', { threshold: 0 })).answer.results).toEqual([])
  })

  it('is not read after the folder of its root was replaced by a link', async () => {
    const { project, private: elsewhere } = places()
    const { memory } = await testMemory()
    writeFileSync(join(project, 'memory/secret.md'), 'public')
    await memory.index([join(project, 'memory')])
    renameSync(join(project, 'memory'), join(project, 'before'))
    symlinkSync(relative(project, elsewhere), join(project, 'memory'))
    await expect(memory.get('memory:secret.md')).rejects.toThrow(code('PATH_OUTSIDE_ROOT'))
    const { answer } = await memory.search('somebody else', { threshold: 0 })
    expect(answer.results.map(({ text }) => text)).not.toContain('the harbour of somebody else')
  })
})
