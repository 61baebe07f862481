import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { newRecordId } from '@recallite/store/records'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { filesIn, statesOf } from './__fixtures__/histories.js'
import { openMachine, recordOf } from './__fixtures__/machine.js'
import { fileNameOf } from './record-file.js'
import { syncRecords } from './sync-records.js'

const valid = recordOf()
const refusedTexts: readonly (readonly [what: string, text: string | Uint8Array])[] = [
  ['an empty file', ''],
  ['foreign JSON', '{"name":"recallite","version":"1.0.0"}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['another field', JSON.stringify({ ...valid, colour: 'red' })],
  ['a prototype', JSON.stringify(valid).replace('{', '{"__proto__":{"content":"x"},')],
  ['a forgotten record with a text', JSON.stringify({ ...valid, forgotten: true })],
  ['no time', JSON.stringify({ ...valid, createdAt: undefined })],
  ['a blank content', JSON.stringify({ ...valid, content: ' ' })],
  ['a large content', JSON.stringify({ ...valid, content: 'x'.repeat(20_001) })],
  [
    'deep nesting',
    `{"id":"x","createdAt":"2026-02-11","context":${'[1,'.repeat(100_000)}0${']'.repeat(100_000)}}`,
  ],
  ['bytes that are not UTF-8', Buffer.from(JSON.stringify(valid).replace('fact', 'f\u00E4ct'), 'latin1')],
  ['NUL', '\0'.repeat(100)],
  ['half a conflict', `<<<<<<< HEAD\n${JSON.stringify(valid)}\n`],
  ['the id of another file', JSON.stringify({ ...valid, id: newRecordId() })],
]

describe('a hostile folder', () => {
  it.each(refusedTexts)('is synced except a file with %s, which is named and stays', async (_, text) => {
    const { store, folder, sync, put, fileOf } = await openMachine()
    writeFileSync(fileOf(valid.id), text)
    const id = await put({ content: 'My own.' })
    const { refused, written, changed } = await sync()
    expect(refused).toEqual([
      {
        file: fileNameOf(valid.id),
        code: expect.stringMatching(/^RECORD_/),
        message: expect.stringMatching(/\. .*\.$/su),
      },
    ])
    expect([written, changed, readdirSync(folder).length]).toEqual([1, 0, 2])
    expect(readFileSync(fileOf(valid.id))).toEqual(Buffer.from(text))
    expect([...(await statesOf(store)).keys()]).toEqual([id])
  })

  it('is synced except links, folders, pipes and huge files', async () => {
    const { store, folder, sync, put } = await openMachine()
    const secret = join(temporaryFolder(), 'secret.json')
    writeFileSync(secret, JSON.stringify(valid))
    const path = (name: string) => join(folder, `${valid.id}${name}.json`)
    symlinkSync(secret, path(''))
    linkSync(secret, path(' hard'))
    mkdirSync(path(' folder'))
    writeFileSync(path(' huge'), '')
    truncateSync(path(' huge'), 10_000_000_000)
    execFileSync('mkfifo', [path(' pipe')])
    for (const name of ['.hidden.json', 'README.md', '.gitattributes']) writeFileSync(join(folder, name), 'x')
    await put({ content: 'My own.' })
    const { refused, written } = await sync()
    expect(refused.map(({ file }) => file.replace(valid.id, ''))).toEqual(
      [' folder', ' hard', ' huge', ' pipe', ''].map((name) => `${name}.json`),
    )
    expect([written, (await store.counts()).collections]).toEqual([
      1,
      [{ collection: 'default', active: 1, superseded: 0 }],
    ])
    expect(readFileSync(secret, 'utf8')).toBe(JSON.stringify(valid))
  })

  it('cannot change the content of a record', async () => {
    const { store, sync, put, fileOf } = await openMachine()
    const id = await put({ content: 'The door code is on the list.' })
    await sync()
    const text = readFileSync(fileOf(id), 'utf8').replace('on the list', 'public')
    writeFileSync(fileOf(id), text)
    const { refused, changed, written } = await sync()
    expect([refused, changed, written]).toEqual([
      [expect.objectContaining({ code: 'RECORD_INVALID_FILE' })],
      0,
      0,
    ])
    expect((await store.get(id))?.content).toContain('on the list')
    rmSync(fileOf(id))
    expect(await sync()).toMatchObject({ refused: [], written: 1 })
  })
})

describe('a sync', () => {
  it('writes deleted files again, and overwrites the file of a forgotten record', async () => {
    const { store, folder, sync, put, fileOf } = await openMachine()
    const id = await put({ content: 'Orchid.', tags: ['flower'] })
    await sync()
    rmSync(fileOf(id))
    expect(await sync()).toMatchObject({ written: 1, changed: 0 })
    expect((await store.get(id))?.content).toBe('Orchid.')
    await store.forget(id)
    await sync()
    expect(Object.values(filesIn(folder))).toEqual([`{\n  "id": "${id}",\n  "forgotten": true\n}\n`])
  })

  it('reads copies that synchronisers made, and removes them once they are merged', async () => {
    const { store, folder, sync, put, fileOf } = await openMachine()
    const id = await put({ content: 'Orchid.' })
    await sync()
    const text = readFileSync(fileOf(id), 'utf8').replace('{', '{"contradictedBy":["x"],')
    for (const ending of [
      ' (conflicted copy 2026-02-11)',
      '.sync-conflict-20260211-101010-ABCDEF',
      ' 2',
      '-LAPTOP',
    ])
      writeFileSync(join(folder, `${id}${ending}.json`), text)
    expect(await sync()).toMatchObject({ changed: 1, written: 1, copies: 4, refused: [] })
    expect(Object.keys(filesIn(folder))).toEqual([fileNameOf(id)])
    expect((await store.get(id))?.contradictedBy).toEqual(['x'])
  })

  it('leaves out records with secrets, until they are included; then their files are updated', async () => {
    const { store, folder, sync, put } = await openMachine()
    await put({ content: 'The key is sk-proj-Zr8Kq2Lw9Xv3Bn6Mt1Yp4Hc7Jd5Fg0As' })
    await put({ content: 'Nothing.', context: { wifi: { password: 'tulip-42' } } })
    const open = await put({
      content: 'The kettle is new.',
      session: newRecordId(),
      scopeFiles: ['src/kettle.ts'],
    })
    expect(await sync()).toMatchObject({ withSecrets: 2, written: 1 })
    expect(Object.keys(filesIn(folder))).toEqual([fileNameOf(open)])
    expect(await sync({ includeSecrets: true })).toMatchObject({ withSecrets: 0, written: 2 })
    const { records } = await store.list()
    await store.supersede(records[0]?.id ?? '', { content: 'The key is in the safe.' })
    expect(await sync()).toMatchObject({ withSecrets: 0, written: 2 })
    const other = await openMachine(folder)
    expect(await other.sync()).toMatchObject({ changed: 4, written: 0 })
  })

  it('changes nothing in a dry run', async () => {
    const { store, folder, sync, put, fileOf } = await openMachine()
    writeFileSync(fileOf(valid.id), JSON.stringify(valid))
    await put({ content: 'My own.' })
    expect(await sync({ isDryRun: true })).toMatchObject({ read: 1, changed: 1, written: 1 })
    expect([readdirSync(folder).length, (await statesOf(store)).size]).toEqual([1, 1])
  })

  it('removes what an interrupted sync left, but not what another one is writing', async () => {
    const { folder, sync } = await openMachine()
    const [old, fresh] = ['abcdefghijkl', 'mnopqrstuvwx'].map((text) =>
      join(folder, `${valid.id}.json.${text}.partial`),
    )
    for (const file of [old, fresh]) writeFileSync(file ?? '', '{')
    utimesSync(old ?? '', 1, 1)
    await sync()
    expect([existsSync(old ?? ''), existsSync(fresh ?? '')]).toEqual([false, true])
  })

  it.skipIf(process.platform === 'win32')('writes files that only their owner can read', async () => {
    const { sync, put, fileOf } = await openMachine()
    const id = await put({ content: 'Mine.' })
    await sync()
    expect(statSync(fileOf(id)).mode & 0o777).toBe(0o600)
  })

  it('starts again if another program changed a record meanwhile', async () => {
    const { store, folder, put, fileOf } = await openMachine()
    writeFileSync(fileOf(valid.id), JSON.stringify(valid))
    let others = 0
    const busy = new Proxy(store, {
      get: (target, name) =>
        name === 'merge'
          ? async (...given: Parameters<typeof store.merge>) => {
              others += 1
              if (others <= 2) await put({ content: `Another ${others}.` })
              return store.merge(...given)
            }
          : Reflect.get(target, name),
    })
    expect(await syncRecords(busy, folder, {})).toMatchObject({ changed: 1, written: 2 })
    others = -10
    writeFileSync(fileOf('x'), JSON.stringify({ ...valid, id: 'x' }))
    await expect(syncRecords(busy, folder, {})).rejects.toMatchObject({ code: 'RECORDS_BUSY' })
  })
})
