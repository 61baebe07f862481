import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '@recallite/store-sqlite'
import { builtCli, cliWorkspace, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { main } from '../main.js'

const files = {
  'decisions/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
  'people/lena.md': '# Lena\n\nLena designs the onboarding.\n',
  '会議.md': '# 会議メモ\n\n王伟参加了会議，讨论数据库迁移。\n',
}

interface SearchJson {
  mode: string
  results: { root: string; path: string; startLine: number; endLine: number; text: string }[]
  degraded: { retriever: string; reason: string }[]
}

describe('the program', () => {
  it('indexes, searches and gets, with JSON that matches its schemas', async () => {
    const { notes, run, runJson } = cliWorkspace(files)
    const indexed = await runJson('index', notes, '--provider', 'none')
    expect(schemaErrors('index', indexed)).toEqual([])
    expect(indexed).toMatchObject({ files: 3, added: 3, embedded: 0, skipped: [] })

    const answer = (await runJson('search', 'JWT_EXPIRY')) as SearchJson
    expect(schemaErrors('search', answer)).toEqual([])
    const [first] = answer.results
    expect(first).toMatchObject({ root: 'notes', path: 'decisions/auth.md' })
    expect(answer.degraded[0]?.reason).toContain('recallite setup')

    const place = `${first?.root}:${first?.path}:${first?.startLine}-${first?.endLine}`
    expect((await run('get', place)).stdout).toBe(`${first?.text}\n`)
    const passage = await runJson('get', place)
    expect(schemaErrors('get', passage)).toEqual([])
    expect(passage).toMatchObject({ path: 'decisions/auth.md', text: first?.text })

    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({ files: 3, roots: [{ name: 'notes', path: notes }] })

    const roots = await runJson('roots')
    expect([roots, schemaErrors('roots', roots)]).toEqual([[{ name: 'notes', path: notes }], []])
    const removal = await runJson('roots', 'remove', 'notes')
    expect([removal, schemaErrors('roots', removal)]).toEqual([{ removed: 'notes' }, []])
    expect(await runJson('roots')).toEqual([])
  })

  it.each(['王伟', '会議', '数据库', '迁移'])('A27: finds %s by keyword search', async (word) => {
    const { runJson } = await indexedWorkspace(files)
    expect(((await runJson('search', word, '--provider', 'none')) as SearchJson).results[0]?.path).toBe(
      '会議.md',
    )
  })

  it('has a distinct exit status for each kind of error', async () => {
    const { notes, run } = cliWorkspace(files)
    for (const [exitCode, ...args] of [
      [1, 'search', 'x'],
      [0, 'index', notes],
      [0, 'search', 'zzzznothing'],
      [2, 'search', 'x', '--fusion', 'convx'],
      [2, 'search', 'x', '--provider', 'local'],
      [2, 'get', '../secret.md'],
      [2, 'get', '/etc/passwd'],
      [1, 'get', 'nothere.md'],
      [1, 'index', join(notes, 'decisions')],
      [1, 'roots', 'remove', 'nothere'],
    ] as const) {
      expect([args, (await run(...args)).exitCode]).toEqual([args, exitCode])
    }
  })

  it('says that new texts get no vectors only if the memory has vectors', async () => {
    const { notes, run, database } = cliWorkspace(files)
    expect((await run('index', notes)).stderr).toMatch(/^Only keyword search works: .*recallite setup/)
    const store = await openSqliteStore({ path: database, create: false })
    await store.putSpace({ provider: 'local', model: 'gone', dimensions: 4, promptStyle: 'none' })
    await store.close()
    expect((await run('index', notes)).stderr).toMatch(/^No embedding model.*--model FILE\.gguf\n$/)
    expect((await run('index', notes, '--provider', 'none')).stderr).toBe('')
  })

  it('fails for skipped and unembedded texts only with --strict', async () => {
    const { notes, run, write } = cliWorkspace({ ...files, 'picture.png': Buffer.from([0x89, 0]) })
    expect((await run('index', notes, '--strict', '--provider', 'none')).exitCode).toBe(0)
    write('broken.md', Buffer.from([0xc3, 0x28, 0x81]))
    const lenient = await run('index', notes, '--provider', 'none')
    expect([lenient.exitCode, lenient.stderr]).toEqual([0, expect.stringMatching(/notes:broken\.md.*UTF-8/)])
    expect((await run('index', notes, '--strict', '--provider', 'none')).exitCode).toBe(3)
    write('broken.md', 'mended')
    const noModel = await run('index', notes, '--strict', '--model', join(notes, 'missing.gguf'))
    expect([noModel.exitCode, noModel.stderr]).toEqual([5, expect.stringMatching(/missing\.gguf/)])
  })

  it('ends quietly when the reader of its output disappears', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`${n}.md`, `zeppelin ${'word '.repeat(300)}`]),
    )
    const { database } = await indexedWorkspace(many)
    const words = ['search', 'zeppelin', '--limit', '100', '--json', '--db', database]
    const child = spawn(process.execPath, [builtCli, ...words])
    child.stdout.destroy()
    const exitCode = await new Promise((resolve) => child.on('close', resolve))
    expect(exitCode).toBe(0)
  })

  it('writes its output even if no process reads stderr', async () => {
    const { env, folder, database } = await indexedWorkspace(files)
    const args = [builtCli, 'search', 'JWT_EXPIRY', '--json', '--db', database]
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } })
    child.stderr.destroy()
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ degraded: [{ retriever: 'vector' }] })
  })

  it('stops a search that is interrupted', async () => {
    const { database } = await indexedWorkspace(files)
    const interrupted = AbortSignal.abort(new DOMException('interrupted', 'AbortError'))
    const { io, written, talked } = recordingIo({ interrupted })
    const exitCode = await main(['search', 'JWT_EXPIRY', '--provider', 'none', '--db', database], io)
    expect([exitCode, written(), talked()]).toEqual([130, '', expect.stringContaining('INTERRUPTED')])
  })
})
