import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { reset, silence, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { byPath, serveFile, sha256Of } from './__fixtures__/model-server.js'
import { content, failure, other, patient, workbench } from './__fixtures__/workbench.js'
import type { ModelSource } from './model-source.js'

describe('a download', () => {
  it('is complete, matches the requested checksum, and leaves no other files', async () => {
    const { pull, target, folder, progress } = await workbench(serveFile({ content }))
    const { name, path, files, isDownloaded } = await pull(sha256Of(content))
    expect([name, path, isDownloaded]).toEqual(['x', target, true])
    const sha256 = sha256Of(content)
    expect(files).toEqual([{ path: 'x.gguf', bytes: 300_000, sha256, checkedAgainst: 'given' }])
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(readdirSync(folder)).toEqual(['x.gguf'])
    expect(progress.at(-1)).toBe(300_000)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it('is not verified if there is no checksum', async () => {
    const { pull } = await workbench(serveFile({ content }))
    expect((await pull()).files[0]).toMatchObject({ checkedAgainst: null, sha256: sha256Of(content) })
  })

  it('of an existing model only verifies it, without a request', async () => {
    const { pull, server } = await workbench(serveFile({ content }))
    await pull()
    const again = await pull(sha256Of(content))
    expect(again).toMatchObject({ isDownloaded: false, files: [{ checkedAgainst: 'given' }] })
    await expect(pull(sha256Of(other))).rejects.toEqual(failure('MODEL_CHECKSUM_WRONG', 'models remove x'))
    expect(server.requests).toHaveLength(1)
  })
})

describe('a folder of files', () => {
  const small = Buffer.from('{"a": 1}')
  const folderSource = (url: string): ModelSource => ({
    name: 'm',
    entry: 'm',
    isFolder: true,
    files: [
      { path: 'config.json', url: new URL('/config.json', url), bytes: small.length },
      {
        path: 'onnx/model.onnx',
        url: new URL('/model.onnx', url),
        bytes: content.length,
        expected: { sha256: sha256Of(content), from: 'known' },
      },
    ],
  })

  it('exists only when all its files do', async () => {
    const { pullSource, server, folder, progress } = await workbench(silence())
    const config = serveFile({ content: small })
    server.answerWith(byPath({ '/config.json': config, '/model.onnx': reset() }))
    const source = folderSource(server.url)
    await expect(pullSource(source)).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'the connection was closed'),
    )
    expect(readdirSync(folder)).toEqual([])
    server.answerWith(byPath({ '/config.json': config, '/model.onnx': serveFile({ content }) }))
    progress.length = 0
    const { path, files } = await pullSource(source)
    expect(path).toBe(join(folder, 'm'))
    expect(files.map((file) => [file.path, file.checkedAgainst])).toEqual([
      ['config.json', null],
      ['onnx/model.onnx', 'known'],
    ])
    expect(progress.at(-1)).toBe(small.length + content.length)
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
      'm',
      'm/config.json',
      'm/onnx',
      'm/onnx/model.onnx',
    ])
  })
})

describe('the models folder', () => {
  it('is an error if a file has its path', async () => {
    const { pull, folder } = await workbench(serveFile({ content }))
    writeFileSync(folder, 'x')
    await expect(pull()).rejects.toMatchObject({ code: 'EEXIST' })
  })

  it('gets no download that does not fit on its disk', async () => {
    const { pull, folder } = await workbench((_, response) => {
      response.writeHead(200, { 'content-length': '900000000000000' }).flushHeaders()
    })
    await expect(pull()).rejects.toEqual(failure('MODEL_PLACE_FULL', 'too full for x.gguf'))
    expect(readdirSync(folder)).toEqual([])
  })

  it('allows one pull of a model at a time', async () => {
    const stop = new AbortController()
    const { pull, server } = await workbench(silence())
    const network = { fetch: globalThis.fetch, deadlines: patient, signal: stop.signal }
    const first = pull(undefined, { network })
    await expect.poll(() => server.requests.length).toBe(1)
    await expect(pull()).rejects.toMatchObject({ code: 'LOCKED' })
    stop.abort(new DOMException('interrupted', 'AbortError'))
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    server.answerWith(serveFile({ content }))
    expect((await pull()).files[0]?.bytes).toBe(300_000)
  })

  it('may receive the model from another pull while this one waits', async () => {
    const { pull, folder, target, server } = await workbench(silence())
    mkdirSync(folder)
    writeFileSync(`${target}.lock`, String(process.pid))
    const waiting = pull(sha256Of(content))
    writeFileSync(target, content)
    rmSync(`${target}.lock`)
    expect((await waiting).isDownloaded).toBe(false)
    expect(server.requests).toEqual([])
  })

  it('is safe from links, and retains nothing of a killed download', async () => {
    for (const ending of ['.part', '.lock', '']) {
      const mine = join(temporaryFolder(), 'mine')
      const { pull, folder, target } = await workbench(serveFile({ content }))
      mkdirSync(folder)
      symlinkSync(mine, `${target}${ending}`)
      if (ending === '.part') writeFileSync(mine, 'mine')
      await pull()
      expect(existsSync(mine) && readFileSync(mine, 'utf8')).toBe(ending === '.part' && 'mine')
      expect(lstatSync(target).isFile()).toBe(true)
      expect(readdirSync(folder)).toEqual(['x.gguf'])
    }
  })
})

describe('the announcement of a server', () => {
  const hub = (announced: Buffer) =>
    byPath({
      '/x.gguf': (_, response) => {
        const headers = { location: '/cdn', 'x-linked-etag': `"${sha256Of(announced)}"` }
        response.writeHead(302, headers).end()
      },
      '/cdn': serveFile({ content }),
    })

  it('in a redirect is compared with the file', async () => {
    const { pull } = await workbench(hub(content))
    expect((await pull()).files[0]).toMatchObject({ checkedAgainst: 'server' })
  })

  it('that does not match the file is an error, and the partial file is removed', async () => {
    const { pull, folder } = await workbench(hub(other))
    await expect(pull()).rejects.toEqual(failure('MODEL_CHECKSUM_WRONG', 'the server announced'))
    expect(readdirSync(folder)).toEqual([])
  })
})
