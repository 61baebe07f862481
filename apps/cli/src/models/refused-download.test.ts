import { readdirSync } from 'node:fs'
import { answerText, redirectTo, reset, silence, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { serveFile, sha256Of } from './__fixtures__/model-server.js'
import { content, failure, hurried, other, patient, workbench } from './__fixtures__/workbench.js'

describe('a network that fails', () => {
  it('is given up when nothing answers', async () => {
    const { pull, server } = await workbench(silence())
    await expect(pull(undefined, hurried())).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'sent nothing for 0.15 s'),
    )
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is given up when no more comes, and leaves nothing', async () => {
    const { pull, server, folder } = await workbench(serveFile({ content, ends: { after: 50_000 } }))
    await expect(pull(undefined, hurried())).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'sent nothing for 0.15 s'),
    )
    expect(readdirSync(folder)).toEqual([])
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is left by Ctrl-C', async () => {
    const stop = new AbortController()
    const { pull, server, folder } = await workbench(serveFile({ content, ends: { after: 50_000 } }))
    const network = { fetch: globalThis.fetch, deadlines: patient, signal: stop.signal }
    const onProgress = ({ arrived }: { arrived: number }) => {
      if (arrived === 50_000) stop.abort(new DOMException('interrupted', 'AbortError'))
    }
    await expect(pull(undefined, { network, onProgress })).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(folder)).toEqual([])
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is told by its reason', async () => {
    const { pull, server } = await workbench(reset())
    await expect(pull()).rejects.toEqual(failure('MODEL_DOWNLOAD_FAILED', 'the connection was cut'))
    await server.stop()
    await expect(pull()).rejects.toEqual(
      failure('MODEL_DOWNLOAD_FAILED', 'nothing answers there (ECONNREFUSED)'),
    )
  })
})

describe('a server that does not give the file', () => {
  it.each([
    [404, 'MODEL_UNAVAILABLE', 'There is no'],
    [401, 'MODEL_UNAVAILABLE', 'not give'],
    [403, 'MODEL_UNAVAILABLE', '--model FILE.gguf'],
    [418, 'MODEL_UNAVAILABLE', 'answers 418'],
    [206, 'MODEL_UNAVAILABLE', 'answers 206'],
    [429, 'MODEL_DOWNLOAD_FAILED', 'Try again later'],
    [503, 'MODEL_DOWNLOAD_FAILED', 'Try again later'],
  ])('but %i', async (status, code, words) => {
    const { pull, folder } = await workbench(answerText('{}', { status }))
    await expect(pull()).rejects.toEqual(failure(code, words))
    expect(readdirSync(folder)).toEqual([])
  })

  it('but a web page', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const { pull } = await workbench(answerText('<html>Log in</html>', { headers }))
    await expect(pull()).rejects.toEqual(failure('MODEL_FILE_INVALID', 'is a web page'))
  })

  it('but something that is not GGUF', async () => {
    const { pull, folder } = await workbench(serveFile({ content: Buffer.from('GGU') }))
    await expect(pull()).rejects.toEqual(failure('MODEL_FILE_INVALID', 'not a GGUF file'))
    expect(readdirSync(folder)).toEqual([])
  })

  it('but one with the wrong checksum', async () => {
    const { pull, folder } = await workbench(serveFile({ content: other }))
    await expect(pull(sha256Of(content))).rejects.toEqual(
      failure('MODEL_CHECKSUM_WRONG', `--sha256 asks for ${sha256Of(content)}`),
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('but one of another size than is known', async () => {
    const { pullSource, source, folder } = await workbench(serveFile({ content }))
    const [file] = source().files
    const known = { ...source(), files: file ? [{ ...file, bytes: 299_999 }] : [] }
    await expect(pullSource(known)).rejects.toEqual(failure('MODEL_FILE_INVALID', 'has 300000 bytes'))
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    [300_001, 'MODEL_DOWNLOAD_FAILED', 'stopped after 300000 of 300001'],
    [299_999, 'MODEL_FILE_INVALID', 'more than the 299999 bytes'],
  ])('but without a length another number of bytes than %i', async (bytes, code, words) => {
    const { pullSource, source } = await workbench((_, response) => {
      response.writeHead(200).write(content.subarray(0, 1_000))
      response.end(content.subarray(1_000))
    })
    const [file] = source().files
    const known = { ...source(), files: file ? [{ ...file, bytes }] : [] }
    await expect(pullSource(known)).rejects.toEqual(failure(code, words))
  })
})

describe('redirects', () => {
  it('are followed, also to another server', async () => {
    const cdn = await startServer(serveFile({ content }))
    const { pull } = await workbench(redirectTo(`${cdn.url}/elsewhere?signature=1`, 302))
    expect((await pull()).files[0]?.bytes).toBe(300_000)
  })

  it('without an end are given up', async () => {
    const { pull, server } = await workbench(redirectTo('/x.gguf', 302))
    await expect(pull()).rejects.toEqual(failure('MODEL_REDIRECT_REFUSED', 'more than 5 times'))
    expect(server.requests).toHaveLength(6)
  })

  it.each(['http://models.example/x.gguf', 'file:///etc/hostname'])('to %s are refused', async (location) => {
    const { pull, folder } = await workbench(redirectTo(location, 302))
    await expect(pull()).rejects.toEqual(failure('MODEL_REDIRECT_REFUSED', 'not followed'))
    expect(readdirSync(folder)).toEqual([])
  })
})
